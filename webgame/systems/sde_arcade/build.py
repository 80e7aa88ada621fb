"""A dungeon of one's own: from answers to a scenario's text, and what is wrong with them (SU-1 to SU-13)."""

from __future__ import annotations

import json

from webgame.engine.build import Answers, Field, Part, Sheet, chosen, misread, number
from webgame.engine.game import parse_scenario
from webgame.engine.rng import Rng
from webgame.engine.system import BadScenario, Problem
from webgame.engine.translator import Untranslated
from webgame.engine.words import USUAL
from webgame.systems.sde_arcade import build_fill
from webgame.systems.sde_arcade.build_form import CREEP, HAND, NAME, SWAPS, creep_fields, form, parts
from webgame.systems.sde_arcade.build_limits import barred, by_hand, count_wrong, limits, off
from webgame.systems.sde_arcade.card_words import translator
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.scenario import read_scenario
from webgame.systems.sde_arcade.words import read

KEYS = {  # where a scenario's keys come from
    "mini_bosses": "mini_bosses",
    "spawning_points": "points",
    "heroes": "heroes",
    "boss": "boss",
    "creeps": "creeps",
    "decks.model_treasures": "models",
    "decks.wonders": "wonders",
    "decks.swap": "swaps",
    "dungeon": "tiles",
    "setup": "table",
    "name": "name",
}


class SdeBuilder:
    """The builder of Super Dungeon Explore: Arcade."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """The form."""
        return parts()

    def begin(self) -> dict[str, list[str]]:
        """Return a game for three Heroes in the Forgotten King's wood, its dungeon drawn at random."""
        creeps = {field.id: [str(box().monsters[field.label].models)] for field in creep_fields()}
        return {
            "size": ["3"],
            "heroes": ["questing-knight", "thundervale-huntress", "princess-emerald"],
            "boss": ["The Forgotten King"],
            "mini_bosses": ["Bashful Boris", "Trent"],
            "points": ["Bramble Knight", "Old-Growth Hollow"],
            **creeps,
            "wonders": list(box().wonders)[:6],
            "dungeon": ["random"],
            "layout": ["free"],
            "name": [read()["en"][NAME]],
        }

    def check(self, answers: Answers) -> Sheet:
        """Return limits and problems of answers."""
        sheet = Sheet(limits=dict(limits(answers)), barred=barred(answers), off=off(answers))
        sheet.problems += misread(parts(), answers)
        for id, limit in sheet.limits.items():
            wrong = count_wrong(id, limit, answers)
            if wrong:
                sheet.problems.append(Problem(id, wrong))
        for id, reasons in sheet.barred.items():
            picked = chosen(form()[id], answers)
            sheet.problems += [
                Problem(id, f"{_called(form()[id], item)}: {reason}")
                for item, reason in reasons.items()
                if item in picked and id not in sheet.off
            ]
        if not sheet.problems:
            sheet.problems += _scenario_problems(_text(answers))
        return sheet

    def compose(self, answers: Answers) -> str:
        """Return the scenario's text; raise BadScenario with all problems by field."""
        problems = self.check(answers).problems
        if problems:
            raise BadScenario(problems)
        return _text(answers)

    def fill(self, answers: Answers, rng: Rng, part: str = "", *, anew: bool = False) -> dict[str, list[str]]:
        """Return answers completed at random, those of one part or of all; `anew`: forget its old ones."""
        return build_fill.fill(answers, rng, part, anew=anew)

    def said(self, text: str, language: str) -> str:
        """Return a problem's message or why an item is barred in a language; English if it has no words."""
        try:
            return text if language == USUAL else translator(language).text(text)
        except Untranslated:
            return text


def _called(field: Field, item: str) -> str:
    return next(i.name for i in field.items if i.id == item)


# -- the text ------------------------------------------------------------------------------------------------


def _text(answers: Answers) -> str:
    """Return the scenario as a file has it."""
    pick = {id: chosen(field, answers) for id, field in form().items()}
    lines = [
        f"name = {_quoted(name_of(answers))}",
        'system = "sde_arcade"',
        "",
        f"heroes = {_list(pick['heroes'])}",
        f"boss = {_quoted((pick['boss'] or [''])[0])}",
        f"mini_bosses = {_list(pick['mini_bosses'])}",
        f"spawning_points = {_list(pick['points'])}",
        "",
        "[dungeon]",
    ]
    if pick["tiles"] and by_hand(answers):
        lines.append(f"tiles = {_list(pick['tiles'])}")
    elif not by_hand(answers):
        lines.append("random = true")
        shape = (pick["layout"] or ["free"])[0]
        lines += [f"layout = {_quoted(shape)}"] if shape != "free" else []
        lines += [f"tiles = {_list(pick['tiles'])}"] if pick["tiles"] else []
    hand = [what for what in HAND if answers.get(f"by_{what}")]
    if by_hand(answers):
        hand.insert(0, "dungeon")
    if hand:
        lines += ["", "[setup]", *(f'{what} = "hand"' for what in hand)]
    creeps = {field.id.removeprefix(CREEP): number(field, answers) for field in creep_fields()}
    lines += ["", "[creeps]", *(f"{_quoted(name)} = {n}" for name, n in creeps.items() if n)]
    lines += ["", "[decks]"]
    if pick["models"]:
        lines.append(f"model_treasures = {_list(pick['models'])}")
    lines.append(f"wonders = {_list(pick['wonders'])}")
    swaps = [pair for deck in SWAPS for pair in zip(pick[f"{deck}_out"], pick[f"{deck}_in"], strict=False)]
    if swaps:
        lines += ["", "[decks.swap]", *(f"{_quoted(out)} = {_list([into])}" for out, into in swaps)]
    return "\n".join(lines) + "\n"


def name_of(answers: Answers) -> str:
    """Return the scenario's name, without what can't be shown; the usual one if nothing is left."""
    text = "".join(answers.get("name", [])[:1])
    shown = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return shown or read()["en"][NAME]


def _quoted(text: str) -> str:
    """Return text as TOML writes it: as JSON does."""
    return json.dumps(text, ensure_ascii=False)


def _list(names: list[str]) -> str:
    return f"[{', '.join(_quoted(name) for name in names)}]"


def _scenario_problems(text: str) -> list[Problem]:
    """Return what the reader of scenarios finds wrong, by field of the form."""
    try:
        read_scenario(parse_scenario(text))
    except BadScenario as error:
        return [Problem(_field(p.key), p.message) for p in error.problems]
    return []


def _field(key: str) -> str:
    """Return the field or part that a scenario's key comes from."""
    return next((field for start, field in KEYS.items() if key.startswith(start)), "party")


BUILDER = SdeBuilder()
