"""The toy's builder: every kind of field, a limit that depends on another, a bar, a field that is off."""

from __future__ import annotations

import json

from webgame.engine.build import (
    Answers,
    Field,
    Item,
    Limit,
    Part,
    Sheet,
    Tag,
    chosen,
    fields,
    misread,
    number,
)
from webgame.engine.rng import Rng
from webgame.engine.system import BadScenario, Problem

CARDS = tuple(
    Item(kind, kind, "flower", "flower", (Tag("card", tone="green"),), cost)
    for kind, cost in (("clover", 1), ("poppy", 1), ("thistle", 2))
)
PARTS = (
    Part(
        "meadow",
        "toy.title",
        "turn",
        "tree",
        (
            Field("size", "one", "points", items=(Item("small", "one"), Item("large", "two"))),
            Field("cards", "some", "deck", "draw", "T-1", items=CARDS),
            Field("stone", "some", "stone", items=(Item("12", "12"), Item("13", "13")), narrow=True),
        ),
    ),
    Part("play", "turn", fields=(Field("rounds", "number", "bid", most=9), Field("windy", "yes", "flag"))),
    Part("name", "hand", fields=(Field("name", "text", "hand", most=60),), surprise=False),
)
FORM = fields(PARTS)


class ToyBuilder:
    """Builds meadows."""

    parts = PARTS

    def begin(self) -> dict[str, list[str]]:
        return {"size": ["small"], "cards": ["clover", "poppy"], "rounds": ["1"], "name": ["Our meadow"]}

    def check(self, answers: Answers) -> Sheet:
        large = chosen(FORM["size"], answers) == ["large"]
        cards = chosen(FORM["cards"], answers)
        count = sum(item.cost for item in CARDS if item.id in cards)
        sheet = Sheet({"cards": Limit(2, 4 if large else 2, count)}, list(misread(PARTS, answers)))
        if not large:
            sheet.barred = {"stone": {"13": "is for large meadows"}}
        else:
            sheet.off = ["windy"]
        if not sheet.limits["cards"].low <= count <= (sheet.limits["cards"].high or 0):
            sheet.problems.append(Problem("cards", f"{count} cards are too few or too many"))
        if not number(FORM["rounds"], answers):
            sheet.problems.append(Problem("play", "a round at least"))
        return sheet

    def said(self, text: str, language: str) -> str:
        return f"[{language}] {text}" if language != "en" else text

    def compose(self, answers: Answers) -> str:
        problems = self.check(answers).problems
        if problems:
            raise BadScenario(problems)
        kinds = chosen(FORM["cards"], answers)
        deck = "\n".join(f"{kind} = {12 // len(kinds)}" for kind in kinds)
        stones = ", ".join(chosen(FORM["stone"], answers))
        name = json.dumps((answers.get("name") or ["Our meadow"])[0])
        return (
            f'system = "toy"\nname = {name}\ntext = "Built."\nrounds = {number(FORM["rounds"], answers)}\n'
            f"stones = [{stones}]\n[start]\nann = 0\nbob = 4\ncat = 22\n[deck]\n{deck}\n"
        )

    def fill(self, answers: Answers, rng: Rng, part: str = "", *, anew: bool = False) -> dict[str, list[str]]:
        found = {} if anew else {id: list(values) for id, values in answers.items()}
        drawn = ["clover", "poppy", "thistle"][rng.draw("toy", 3)]
        usual = {"size": ["large"], "cards": list(dict.fromkeys([drawn, "clover", "poppy"])), "rounds": ["2"]}
        for id, values in usual.items():
            if not part or id in fields([p for p in PARTS if p.id == part]):
                found.setdefault(id, values)
        return found
