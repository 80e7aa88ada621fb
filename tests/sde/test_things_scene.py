"""What players see and read: scenes, the static part, queries, and words for every message key."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.sde.acts import EMERALD, HUNTRESS, KNIGHT, act, rule, wear
from tests.sde.table import Table, table
from webgame.engine.game import Game, scene
from webgame.engine.simulate import header_for, seat_bots, seed_for
from webgame.systems.sde_arcade import query as queries
from webgame.systems.sde_arcade import scene as scenes
from webgame.systems.sde_arcade.cards import Dice, box
from webgame.systems.sde_arcade.looks import manner
from webgame.systems.sde_arcade.rules import activation, facts, parts, rolls
from webgame.systems.sde_arcade.state import Lasting, Monster
from webgame.systems.sde_arcade.system import SYSTEM, SdeArcade

HOME = Path(scenes.__file__).parents[1]
SCENARIOS = Path(__file__).parents[2] / "scenarios" / "sde_arcade"
KEY = re.compile(r"^(ask|do|ev|no|l|phase|next|q|end)\.[\w.-]+$")
HOLE = re.compile(r"\{(\w+)\}")


@cache
def words() -> dict[str, str]:
    return dict(SdeArcade().words["en"])


def holes(key: str) -> set[str]:
    """Return the parameters that the template of a key asks for."""
    return set(HOLE.findall(words()[key]))


# -- the source ----------------------------------------------------------------------------------------------


@cache
def sources() -> list[tuple[str, ast.Module]]:
    return [(str(path.relative_to(HOME)), ast.parse(path.read_text())) for path in sorted(HOME.rglob("*.py"))]


def nodes(kind: type[ast.AST]) -> Iterator[tuple[str, Any]]:
    for name, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, kind):
                yield f"{name}:{getattr(node, 'lineno', 0)}", node


def patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Return the keys that f-strings make, as patterns."""
    found = []
    for where, node in nodes(ast.JoinedStr):
        parts = [str(p.value) if isinstance(p, ast.Constant) else None for p in node.values]
        if parts and parts[0] and re.match(r"^(ask|do|ev|no|l|phase|next|q|end)\.", parts[0]):
            found.append(
                (where, re.compile("".join(r"[\w-]+" if p is None else re.escape(p) for p in parts) + "$"))
            )
    return found


def constants() -> list[tuple[str, str]]:
    parts = {id(part) for _, node in nodes(ast.JoinedStr) for part in node.values}
    whole = [(where, n.value) for where, n in nodes(ast.Constant) if id(n) not in parts]
    return [(where, value) for where, value in whole if isinstance(value, str) and KEY.match(value)]


def test_every_message_key_of_the_source_has_words() -> None:
    assert sorted({f"{where} {key}" for where, key in constants() if key not in words()}) == []


def test_every_key_that_is_put_together_can_become_words() -> None:
    known = list(words())
    assert [where for where, pattern in patterns() if not any(pattern.match(key) for key in known)] == []


def test_no_words_lie_about_unused() -> None:
    used = {key for _, key in constants()}
    used |= {f"{side}.about" for side in ("heroes", "consul")}  # the client says them beside a side
    used |= {f"bot.{name}" for name in SYSTEM.bots}  # the pages call bots so
    forms = [pattern for _, pattern in patterns()]
    keys = [key for key in words() if "." in key]  # the others are names: sides, a token
    keys = [key for key in keys if not key.startswith("house.")]  # see test_house_table.py
    assert [key for key in keys if key not in used and not any(form.match(key) for form in forms)] == []


def _literal(node: ast.expr | None) -> set[str] | None:
    """Return the keys of a dict display, None if they can't be read off."""
    if node is None:
        return set()
    if not isinstance(node, ast.Dict) or any(not isinstance(k, ast.Constant) for k in node.keys):
        return None
    return {str(k.value) for k in node.keys if isinstance(k, ast.Constant)}


def _given(call: ast.Call) -> tuple[str, set[str] | None] | None:
    """Return key and parameters of a call that says something, if they can be read off."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    named = {k.arg: k.value for k in call.keywords if k.arg}
    starred = any(k.arg is None for k in call.keywords)
    key: ast.expr | None
    given: set[str] | None
    if name == "emit" and call.args:
        key, given = call.args[0], None if starred else set(named) - {"seats", "depth"}
    elif name == "Decision":
        key, given = named.get("prompt"), _literal(named.get("params"))
    elif name == "Refusal" and call.args:
        key, given = call.args[0], _literal(call.args[2] if len(call.args) > 2 else None)
    elif name in ("button", "targets") and len(call.args) > 1:
        key, given = call.args[1], None if starred else set(named) - {"confirm"}
    else:
        return None
    return (key.value, given) if isinstance(key, ast.Constant) and isinstance(key.value, str) else None


def test_templates_get_their_parameters() -> None:
    missing, seen = [], 0
    for where, call in nodes(ast.Call):
        said = _given(call)
        if said is None or said[0] not in words() or said[1] is None:
            continue
        seen += 1
        lacks = holes(said[0]) - said[1]
        if lacks:
            missing.append(f"{where} {said[0]} lacks {sorted(lacks)}")
    assert seen > 100 and missing == []


# -- whole games ---------------------------------------------------------------------------------------------


def said(key: str, params: dict[str, Any], where: str) -> None:
    """See that a message can be read: it has words, its parameters are there, keys among them have words."""
    assert key in words(), f"{where}: no words for {key!r}"
    assert holes(key) <= set(params), f"{where}: {key} lacks {holes(key) - set(params)}"
    for value in params.values():
        if isinstance(value, str) and KEY.match(value):
            assert value in words(), f"{where}: no words for {value!r} in {key}"


def readable(value: Any, path: str) -> None:
    """See that nothing in a scene is a float and that every key in it has words."""
    assert not isinstance(value, float), path
    if isinstance(value, dict):
        for key, held in value.items():
            assert isinstance(key, str), path
            readable(held, f"{path}/{key}")
    elif isinstance(value, (list, tuple)):
        for i, held in enumerate(value):
            readable(held, f"{path}/{i}")
    elif isinstance(value, str) and KEY.match(value):
        assert value in words(), f"{path}: no words for {value!r}"
    else:
        assert value is None or isinstance(value, (str, int)), path


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("scenario", sorted(path.stem for path in SCENARIOS.glob("*.toml")))
def test_all_that_is_said_and_seen_in_a_game_can_be_read(scenario: str, bot: str) -> None:
    system = SdeArcade()
    text = (SCENARIOS / f"{scenario}.toml").read_text()
    for number in range(2):
        seed = seed_for("scene", number)
        game = Game(system, header_for(system, scenario, text, seed), keep_snapshots=False)
        readable(msgspec.json.decode(msgspec.json.encode(system.static(game.state))), "static")
        bots = seat_bots(system, game, {"": bot}, seed)
        for turn in range(200):
            if game.decision is None:
                break
            decision = game.decision
            said(decision.prompt, decision.params, "decision")
            for group in decision.groups:
                said(group.verb, group.params, f"group {group.id} of {decision.prompt}")
            if turn % 10 == 0:
                whole = scene(game, frozenset(game.seats))
                plain = msgspec.json.encode(whole)
                readable(msgspec.json.decode(plain), "scene")
                options = len(msgspec.json.encode(whole["options"]))
                assert len(plain) - options < 60_000
                _points_at_everything(system, game)
            seat = game.waiting()[0]
            option, picks = bots[seat].choose(game.state, decision, seat)
            before = len(game.log)
            for frame in game.apply(_entry(seat, option, picks)):
                for event in frame.events:
                    said(event.key, event.params, "event")
                    assert event.rule in system.rulebook.rules, f"{event.key} cites {event.rule}"
            assert len(game.log) == before + 1
        assert system.check(game.state) == []


def _entry(seat: str, option: str, picks: Any) -> Any:
    from webgame.engine.game import Entry

    return Entry("answer", seat, option, picks)


def _points_at_everything(system: SdeArcade, game: Game) -> None:
    """Ask about some options, figures and squares; the answers must be readable too."""
    decision = game.decision
    assert decision is not None
    seat = decision.seats[0]
    about: list[dict[str, Any]] = [{"option": o} for o in decision.options(seat)[:40:3]]
    about += [{"group": group.id} for group in decision.groups]
    about += [{"piece": id} for id in [*game.state.members, *list(game.state.monsters)[:6]]]
    about += [{"square": square} for square in range(0, game.state.width * game.state.height, 17)]
    for one in about:
        answer = system.query(game.state, decision, seat, one)
        readable(msgspec.json.decode(msgspec.json.encode(answer)), f"query {one}")
        for line in answer["lines"]:
            said(line["key"], line["params"], f"query {one}")


# -- scenes --------------------------------------------------------------------------------------------------


def party() -> Table:
    t = table({KNIGHT: (2, 2), HUNTRESS: (6, 6), EMERALD: (9, 9)}, {"ogre": ("Grobbit Executioner", (4, 2))})
    return t


def test_pieces_show_hearts_status_wrath_and_who_acts() -> None:
    t = party()
    t[KNIGHT].wounds, t[KNIGHT].status, t[KNIGHT].wrath = 2, ["Fire"], 3
    piece = scenes.scene(t.s)["pieces"][KNIGHT]
    assert (piece["at"], piece["size"], piece["health"], piece["state"]) == (t.at(2, 2), 1, [3, 5], "active")
    assert [(b["name"], b["n"]) for b in piece["badges"]] == [("Fire", 0), ("l.wrath", 3)]
    ogre = scenes.scene(t.s)["pieces"][t["ogre"].id]
    assert (ogre["side"], ogre["kind"], ogre["size"], ogre["seat"]) == ("consul", "l.elite", 2, "")


def test_a_creep_on_a_heros_card_is_a_badge_and_off_the_board() -> None:
    t = table({KNIGHT: (2, 2)}, {"slime": ("Ruby Slime", (9, 9))})
    wear(t, KNIGHT, "Spikes")
    t["slime"].at, t["slime"].host = -1, KNIGHT
    t[KNIGHT].invaders = [t["slime"].id]
    seen = scenes.scene(t.s)
    assert seen["pieces"][t["slime"].id]["at"] == -1
    assert [b["name"] for b in seen["pieces"][KNIGHT]["badges"]] == ["Ruby Slime"]
    (ruby,) = [slot for slot in seen["sheets"][KNIGHT]["slots"] if slot["name"] == "Ruby"]
    assert ruby["card"] == "card.Spikes" and ruby["off"] is True


def test_the_sheet_names_the_groups_of_the_menu() -> None:
    t = party()
    for card in ("Ruby Crystal Shard", "Citrine Crystal Shard"):
        wear(t, KNIGHT, card)
    t[KNIGHT].potions = 1
    listed = [a["group"] for a in scenes.scene(t.s)["sheets"][KNIGHT]["actions"]]
    menu = [group.id for group in activation.menu(t.s, t[KNIGHT]).groups]
    assert len(listed) == len(set(listed))
    for group in menu:
        if group.startswith("act.") or group.startswith(f"drink.{KNIGHT}"):
            assert group in listed


def test_the_backpack_tells_copies_apart_and_shows_kept_cards() -> None:
    t = party()
    t.s.backpack = ["Spikes", "Spikes", "Mr. Chompers"]
    t.s.kept = ["Secret Code"]
    cards = scenes.scene(t.s)["cards"]
    assert list(cards) == ["Spikes", "Spikes#2", "Mr. Chompers", "kept.0"]
    texts = scenes.static(t.s)["cards"]
    assert all(record["card"] in texts for record in cards.values())


def values(t: Table, who: str) -> list[str]:
    lines = {line["label"]: line["value"] for line in scenes.scene(t.s)["sheets"][who]["lines"]}
    return [lines["l.ap"], lines["l.mp"]]


@rule("HA-19", state=True)
def test_who_is_still_to_act_shows_all_its_points_and_who_has_acted_none() -> None:
    t = party()
    for hero in (KNIGHT, HUNTRESS, EMERALD):
        t[hero].ap_spent, t[hero].mp_spent, t[hero].gains = 2, 3, {"mov": 1}
    t.s.turn.acted = [HUNTRESS, KNIGHT]
    assert values(t, KNIGHT) == ["1/3", "4/7"] and values(t, HUNTRESS) == ["0/3", "0/8"]
    assert values(t, EMERALD) == ["3/3", "6/6"]
    t.s.turn.side, t.s.turn.active = "consul", ""
    assert values(t, KNIGHT) == ["3/3", "6/6"] and values(t, HUNTRESS) == ["3/3", "8/8"]


def test_every_value_slot_and_track_says_what_it_is_for() -> None:
    t = party()
    seen = scenes.scene(t.s)
    texts = [line["text"] for line in seen["sheets"][EMERALD]["lines"]]
    texts += [slot["text"] for slot in seen["sheets"][EMERALD]["slots"]]
    texts += [track["text"] for track in seen["tracks"].values()]
    texts.append(scenes.static(t.s)["theme"]["goal"])
    assert [text for text in texts if text not in words()] == []


def test_actions_look_like_what_they_do() -> None:
    t = party()
    t[EMERALD].potions = t[KNIGHT].potions = 1
    looks = {
        a["name"]: (a["icon"], a["tone"], a["kind"]) for a in scenes.scene(t.s)["sheets"][EMERALD]["actions"]
    }
    assert looks["Stinging Shot"] == ("pocket-bow", "attack", "offense")
    assert looks["Scope"] == ("bane", "attack", "support")
    menu = {g.id: g.params for g in activation.menu(t.s, t[KNIGHT]).groups}
    assert menu["attack.STR"]["icon"] == "crossed-swords"
    druid = {a.name: manner(a) for a in box().heroes["deeproot-druid"].actions}
    assert druid == {"Stranglethorn": ("wand", "attack"), "Briar Armor": ("shield", "help")}
    paladin = {a.name: manner(a) for a in box().heroes["royal-paladin"].actions}
    assert paladin["Iron Halo"] == ("shield", "help")


@rule("EX-12", "MP-4", state=True)
def test_doors_are_drawn_between_tiles_and_shut_while_locked() -> None:
    t = table({KNIGHT: (2, 2)}, rows=("..........D",) * 11, second=("D..........",) * 11)
    doors = scenes.static(t.s)["board"]["doors"]
    assert doors[0] == [11, 0, 11, 1, "open"] and len(doors) == 11
    key = scenes.static_key(t.s)
    t.s.tiles[0].locked = True
    assert scenes.static(t.s)["board"]["doors"][0][4] == "closed" and scenes.static_key(t.s) != key


def test_the_static_part_has_a_text_for_every_card_on_the_table() -> None:
    t = party()
    texts = scenes.static(t.s)["cards"]
    for piece in scenes.scene(t.s)["pieces"].values():
        assert piece["card"] in texts
    for name in box().equipment:
        assert texts[f"card.{name}"]["text"]
    for name in [*box().monsters, *box().pets]:
        assert f"model.{name}" in texts
    assert len(msgspec.json.encode(scenes.static(t.s))) < 400_000


# -- queries -------------------------------------------------------------------------------------------------


def ask(t: Table, who: str = KNIGHT, **about: Any) -> dict[str, Any]:
    return queries.query(t.s, activation.menu(t.s, t[who]), who, about)


@rule("HA-5")
@rule("HA-9", state=True)
def test_pointing_at_a_move_tells_path_and_cost() -> None:
    t = party()
    answer = ask(t, option=f"move>{t.at(2, 6)}")
    assert answer["cost"] == {"mp": 4} and len(answer["path"]) == 4 and answer["path"][-1] == t.at(2, 6)


@rule("DR-3", "HA-11", state=True)
def test_pointing_at_an_attack_tells_the_odds() -> None:
    t = party()
    answer = ask(t, option=f"attack.STR>{t['ogre'].id}")
    # 2R against 2 stars: of 36 throws, 12 show three stars or more
    ways = sum(1 for a in (0, 1, 1, 2, 3, 0) for b in (0, 1, 1, 2, 3, 0) if a + b > 2)
    assert answer["odds"][0] == {"label": "q.odds_win", "permille": round(1000 * ways / 36)}
    assert answer["cost"] == {"ap": 1}


@rule("BA-4")
@rule("HA-11", state=True)
def test_a_chest_tells_what_it_holds_what_it_costs_and_why_not_now() -> None:
    t = party()
    far, near = t.token("chest", 8, 2), t.token("chest", 1, 1)
    for about in ({"piece": far.id}, {"square": far.at}):
        answer = ask(t, **about)
        assert [line["key"] for line in answer["lines"]] == ["q.chest", "no.beside"]
        assert answer["cost"] == {"ap": 1} and answer["odds"][0]["label"] == "l.pick_lock"
    # 2B must show 3 stars or more: of 36 throws
    dice = facts.attribute(t.s, t[KNIGHT], "DEX")
    blue = [dict(face).get("stars", 0) for face in box().dice["B"].faces]
    assert str(dice) == "2B"
    permille = round(1000 * sum(1 for a in blue for b in blue if a + b >= 3) / 36)
    picked = ask(t, option=f"pick_lock>{near.id}")
    assert picked["odds"] == [{"label": "l.pick_lock", "permille": permille}] and picked["cost"] == {"ap": 1}
    assert [line["key"] for line in picked["lines"]] == ["q.ap", "q.test"]
    assert [line["key"] for line in ask(t, piece=near.id)["lines"]] == ["q.chest"]
    t[KNIGHT].ap_spent = 3
    assert [line["key"] for line in ask(t, square=near.at)["lines"]] == ["q.chest", "no.ap"]
    t.s.turn.active = ""
    assert [line["key"] for line in queries.query(t.s, None, KNIGHT, {"piece": far.id})["lines"]] == [
        "q.chest"
    ]


@rule("BA-7", "TR-7")
def test_tokens_and_traps_tell_what_to_do_with_them() -> None:
    t = party()
    coin = t.token("coin", 8, 2)
    assert [line["key"] for line in ask(t, piece=coin.id)["lines"]] == ["q.token_coin", "no.beside"]
    trap = t.trap("Spiked Floor", (2, 3))
    answer = ask(t, piece=trap.id)
    assert [line["key"] for line in answer["lines"]] == ["q.trap"] and answer["odds"][0][
        "label"
    ] == "l.disarm"
    for kind in ("key", "skull", "potion", "start", "bone"):
        token = t.token(kind, 8, 3, KNIGHT)
        key = ask(t, piece=token.id)["lines"][0]["key"]
        assert key == f"q.token_{kind}" and key in words()


def test_the_cards_of_a_hero_that_does_not_act_speak_too() -> None:
    t = party()
    t.s.turn.active = ""
    lines = queries.query(t.s, None, EMERALD, {"group": "act.Scope"})["lines"]
    assert [line["key"] for line in lines] == ["q.who", "no.not_active"]


@rule("AB-3", "AE-2", state=True)
def test_the_odds_know_dice_for_one_target_and_fury() -> None:
    t = party()
    plain = ask(t, option=f"attack.STR>{t['ogre'].id}")["odds"][0]["permille"]
    wear(t, KNIGHT, "Red Cap Hat")
    t[KNIGHT].wounds = 2
    assert ask(t, option=f"attack.STR>{t['ogre'].id}")["odds"][0]["permille"] > plain


@rule("AB-3", "GA-15", "DR-8", state=True)
def test_the_odds_know_feint_a_gloom_aura_and_fools_gold() -> None:
    ways = [a + b for a in (0, 1, 1, 2, 3, 0) for b in (0, 1, 1, 2, 3, 0)]
    best = [max(a, b) for a in (0, 1, 1, 2, 3, 0) for b in (0, 1, 1, 2, 3, 0)]

    def odds(t: Table) -> int:
        permille: int = ask(t, option=f"attack.STR>{t['ogre'].id}")["odds"][0]["permille"]
        return permille

    t = party()  # 2R against ARM 2
    t[KNIGHT].lasting.append(Lasting("x", {"op": "gain_ability", "ability": "Feint"}, "next_upkeep", KNIGHT))
    assert odds(t) == round(1000 * sum(n > 1 for n in ways) / 36)
    t = party()
    wear(t, KNIGHT, "Fool's Gold")
    assert odds(t) == round(1000 * sum(n - 1 > 2 for n in ways) / 36)
    chest = t.token("chest", 1, 1)
    assert ask(t, option=f"pick_lock>{chest.id}")["odds"][0]["permille"] == round(1000 / 36)  # 2B: two twos
    t = party()
    card = "Pumpkin Patch"
    t.s.monsters["m9"] = Monster("m9", "spawning_point", card, at=t[KNIGHT].at + 2 * t.s.width)
    t[KNIGHT].lasting.append(
        Lasting("x", {"op": "bonus", "attr": "offense", "dice": {"stars": 2}}, "next_upkeep", KNIGHT)
    )
    low = [n - b + 2 for n, b in zip(ways, best, strict=True)]
    ruby = "Ruby" in box().heroes[KNIGHT].affinity
    assert not ruby and odds(t) == round(1000 * sum(n > 2 for n in low) / 36)


@rule("AE-1", state=True)
def test_pointing_at_an_area_shows_its_squares_and_everybody_in_it() -> None:
    t = table({KNIGHT: (2, 5)}, {"a": ("Billmen", (3, 5)), "b": ("Frog Knight", (8, 5))})
    answer = ask(t, option=f"act.Mighty Throw>{t.at(3, 5)}")
    assert answer["squares"] == [t.at(x, 5) for x in range(3, 9)]
    assert [odd["label"] for odd in answer["odds"]] == ["Billmen", "Frog Knight"]
    assert answer["cost"] == {"ap": 2}


@rule("PO-6")
@rule("PO-2", state=True)
def test_pointing_at_a_potion_tells_its_text() -> None:
    t = party()
    t[HUNTRESS].potions = 1
    (line,) = ask(t, option=f"drink.{HUNTRESS}.Distilled Stampede")["lines"]
    assert "3 squares" in line["params"]["text"]


def test_why_not_tells_the_rule() -> None:
    t = party()
    far = ask(t, square=t.at(10, 0))["lines"]
    assert (far[0]["key"], far[0]["rule"], far[0]["params"]) == ("no.mp", "HA-5", {"n": 8, "left": 6})
    assert ask(t, square=t.at(6, 6))["lines"][0]["key"] == "no.occupied"
    t[KNIGHT].ap_spent = 2
    (line,) = ask(t, group="act.Mighty Throw")["lines"]
    assert (line["key"], line["rule"]) == ("no.ap", "HA-11")
    keys = [line["key"] for line in ask(t, EMERALD, piece=t["ogre"].id)["lines"]]
    assert keys[0] == "q.monster" and "q.who" in keys
    t["ogre"].at = t.at(9, 0)
    assert "no.range" in [line["key"] for line in ask(t, piece=t["ogre"].id)["lines"]]
    assert ask(t, option="move>9999")["lines"][0]["key"] == "no.not_offered"
    assert ask(t, piece="nobody") == {"lines": []} and ask(t, moon=1) == {"lines": []}


@rule("GA-6", "FI-4", state=True)
def test_pointing_at_a_gang_tells_its_gang_line() -> None:
    t = table({KNIGHT: (2, 2)}, {"ogre": ("Grobbit Executioner", (4, 2)), "bill": ("Billmen", (6, 2))})
    (line,) = [line for line in ask(t, piece=t["ogre"].id)["lines"] if line["key"] == "q.gang"]
    assert line["params"] == {"who": "Grobbit Executioner", "ac": 1, "str": 4, "rng": 4, "arm": 2}
    assert ask(t, piece=t["bill"].id)["lines"][0]["key"] == "q.passive"


def test_a_query_changes_nothing() -> None:
    t = party()
    before = msgspec.json.encode(t.s)
    menu = activation.menu(t.s, t[KNIGHT])
    for option in menu.options():
        queries.query(t.s, menu, KNIGHT, {"option": option})
    assert msgspec.json.encode(t.s) == before
    act(t, KNIGHT, f"move>{t.at(2, 3)}")
    assert facts.mp_left(t.s, t[KNIGHT]) == 5


def test_the_rulebook_opens_with_the_first_turn() -> None:
    book = SdeArcade().rulebook
    heading, text = book.opening[-1]
    assert heading == "Your first turn in seven lines"
    lines = text.splitlines()
    assert [line[:2] for line in lines] == [f"{n}." for n in range(1, 8)]
    cited = re.findall(r"[A-Z]{2}-[0-9]+", text)
    assert len(cited) > 12 and [number for number in cited if number not in book] == []


# -- what the table tells beside that ------------------------------------------------------------------------


@rule("HA-5", "HA-13", "LR-3", state=True)
def test_looking_at_a_figure_shows_where_it_goes_aims_and_sees() -> None:
    t = party()
    for id in (KNIGHT, t["ogre"].id):
        answer = queries.query(t.s, None, KNIGHT, {"outlook": id})
        assert [line["rule"] for line in answer["lines"]] == ["HA-5", "HA-13", "LR-3"]
        go, aim, see = (set(zone["squares"]) for zone in answer["zones"])
        assert go and aim and see and not aim & see
        assert t.s.figure(id).at not in go | aim | see
    steps = [line["params"]["n"] for line in queries.query(t.s, None, "", {"outlook": KNIGHT})["lines"][:2]]
    assert steps == [facts.mp_left(t.s, t[KNIGHT]), 2]
    t[KNIGHT].mp_spent = 5
    fewer = queries.query(t.s, None, "", {"outlook": KNIGHT})["zones"][0]["squares"]
    assert 0 < len(fewer) < len(go)
    assert queries.query(t.s, None, "", {"outlook": "nobody"}) == {"lines": []}


@rule("TE-2", "MV-6", state=True)
def test_pointing_at_a_move_tells_what_is_bad_on_the_way() -> None:
    t = party()
    target = t.at(2, 6)
    clear = ask(t, option=f"move>{target}")
    assert "dangers" not in clear
    t.trap("Spiked Floor", (2, 6))
    answer = ask(t, option=f"move>{target}")
    assert answer["dangers"] == [target]
    assert answer["lines"][-1] == {"key": "q.dangers", "params": {"what": ["Spiked Floor"]}, "rule": "TE-2"}


@rule("DR-11", "DR-12", state=True)
def test_the_odds_of_a_heart_and_a_potion_count_only_throws_that_win() -> None:
    t = party()
    red = [dict(face) for face in box().dice["R"].faces]
    throws = [(a, b) for a in red for b in red]
    found = {odd["label"]: odd["permille"] for odd in ask(t, option=f"attack.STR>{t['ogre'].id}")["odds"]}
    for symbol, label in (("hearts", "q.odds_heart"), ("potions", "q.odds_potion")):
        won = sum(
            1
            for throw in throws
            if sum(f.get("stars", 0) for f in throw) > 2 and any(f.get(symbol, 0) for f in throw)
        )
        assert found.get(label, 0) == round(1000 * won / len(throws))


def test_a_roll_tells_what_it_is_made_of() -> None:
    t = party()
    wear(t, KNIGHT, "Dirty Penny")
    knight = t[KNIGHT]
    whole = facts.attribute(t.s, knight, "ARM")
    made = parts.of_member(t.s, knight, "ARM", whole, 1)
    printed = facts.member_card(knight).attributes["ARM"].dice
    assert made == [["Questing Knight", str(printed)], ["Dirty Penny", "+1B"], ["l.place", "+1★"]]
    more = parts.of_member(t.s, knight, "ARM", whole + Dice(R=2), 0)
    assert more[-1] == ["l.more", "+2R"]
    assert parts.of_member(t.s, knight, "ARM", Dice(G=1), 0) == [["l.in_all", "1G"]]
    ogre = t.s.monsters[t["ogre"].id]
    arm = facts.monster_card(ogre).ARM
    strength = ["l.STR", f"{facts.gang(t.s, ogre).line.STR}★"]
    assert parts.of_strength(t.s, ogre, knight, 0, "") == [strength]
    ogre.status = ["Bane", "Hex"]
    assert parts.of_arm(t.s, ogre) == [["l.ARM", f"{arm}★"], ["Bane", "−1★"]]
    assert parts.of_strength(t.s, ogre, knight, 1, "") == [strength, ["l.action", "+1★"], ["Hex", "−1★"]]
    knight.lasting.append(Lasting("Rage", {"op": "bonus", "attr": "offense", "dice": {"R": 1}}, "next_roll"))
    strong = rolls.offense_dice(t.s, knight, facts.attribute(t.s, knight, "STR")) + Dice(B=2)
    made = parts.of_member(t.s, knight, "STR", strong, 0, "offense", (("Mighty Throw", Dice(B=2)),))
    assert made[1:] == [["Rage", "+1R"], ["Mighty Throw", "+2B"]]


@rule("MA-9", state=True)
def test_the_scene_lights_the_command_that_is_performed() -> None:
    t = party()
    card = next(c for c in box().commands.values() if len(c.steps) > 1)
    turn = t.s.turn
    turn.card, turn.side, turn.phase, turn.step, turn.repeat = card.name, "consul", "command", 1, 0
    now = scenes.scene(t.s)["turn"]["now"]
    states = [step["state"] for step in now["program"]]
    assert states.count("now") == 1 and states[: states.index("now")] == ["done"] * card.steps[0].times
    assert now["card"] == f"command.{card.name}"
    t.s.turn.card = ""
    assert "program" not in scenes.scene(t.s)["turn"]["now"]


@rule("TS-2", state=True)
def test_the_scene_says_what_comes_next() -> None:
    t = party()
    turn = t.s.turn

    def after(phase: str, *acted: str, side: str = "heroes") -> str:
        turn.phase, turn.side, turn.acted = phase, side, list(acted)
        return str(scenes.scene(t.s)["turn"]["now"]["next"])

    one, two = [hero.id for hero in t.s.members.values()][:2]
    assert after("choose") == after("activation", one) == "next.hero"
    assert after("choose", one) == after("activation", one, two) == "next.consul"
    assert after("power_up", one, two) == "next.consul"
    assert after("command", side="consul") == after("power_up", side="consul") == "next.heroes"
    assert after("over") == ""


@rule("HA-19", state=True)
def test_pointing_at_the_end_of_an_activation_tells_what_is_lost() -> None:
    t = party()
    t[KNIGHT].ap_spent = 1
    (line,) = ask(t, option="end")["lines"]
    assert line["key"] == "q.end" and (line["params"]["ap"], line["params"]["mp"]) == (2, 6)
