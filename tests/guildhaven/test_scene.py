"""The table as a client draws it: the mat, tables with the rolled row lit, turns; and what is hidden."""

from __future__ import annotations

import pytest

from tests.guildhaven.marks import rule, shown
from tests.guildhaven.table import Table, game, table
from webgame.engine.game import Game
from webgame.engine.simulate import play_out, seat_bots
from webgame.systems.guildhaven import query, scene, texts
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import cards, core, damage, order, special
from webgame.systems.guildhaven.state import State
from webgame.systems.guildhaven.system import SYSTEM

MINE = frozenset({"hero"})
ALL = frozenset[str]()
HERO = {"specialties": ["shadow", "weaponry"], "name": "Lantern", "items": ["stims", "ward_chip"]}


def played(letter: str, prompt: str, answers: int = 200) -> Game:
    """Return a game of a sheet, played by the greedy bot to a prompt."""
    g = game(letter, 3, hero=HERO)
    bots = seat_bots(SYSTEM, g, {"": "greedy"}, b"x")
    for count, _ in enumerate(play_out(g, bots)):
        assert count < answers, f"{prompt} was never asked"
        if g.decision is not None and g.decision.prompt == prompt:
            return g
    raise AssertionError(f"{prompt} was never asked")


@shown("GH-2.1")
def test_the_mat_has_all_its_areas() -> None:
    g = played("A", "ask.turn")
    seen = SYSTEM.scene(g.state, MINE)
    assert {"hand", "chosen", "active", "discard", "buried", "items"} <= set(seen["areas"])
    sheet = seen["sheets"]["hero"]
    assert [line["label"] for line in sheet["lines"]] == [
        "l.hp",
        "l.initiative",
        "l.hand",
        "l.discard",
        "l.buried",
        "l.level",
    ]
    assert sheet["name"] == "Lantern"
    assert {a["name"] for a in sheet["abilities"]} >= {"specialty.shadow", "specialty.weaponry"}
    assert box().perks[g.state.hero.perks[0]].name in {a["name"] for a in sheet["abilities"]}
    assert len(sheet["slots"]) == box().levels[1].items
    assert seen["tracks"]["infusion"]["name"] == f"infusion.{g.state.table.infusion}"
    assert len(seen["pieces"]["hero"]["health"]) == 2


@shown("GH-6.4")
def test_the_rolled_row_is_lit_and_the_order_of_turns_shown() -> None:
    g = played("A", "ask.turn")
    s: State = g.state
    seen = SYSTEM.scene(s, ALL)
    static = texts.static(s)["cards"]
    for table_ in box().sheets["A"].tables:
        roll = s.table.round.rolls[table_.name]
        card = seen["cards"][f"table.{table_.name}"]["card"]
        (lit,) = [line for line in static[card]["lines"] if line.startswith("▶")]
        assert lit.startswith(f"▶ {roll} (")
        assert static[card]["text"] == lit.removeprefix("▶ ")
    now = seen["turn"]["now"]
    assert now["active"] == "hero"
    coming = sorted((slot for slot in s.table.round.slots if not slot.done), key=lambda x: order.key(s, x))
    assert now["queue"] == [slot.unit for slot in coming]
    assert now["next"] == "next.round"


@shown("GH-4.2", "GH-4.4")
def test_both_halves_and_basic_actions_of_the_chosen_cards_are_deeds() -> None:
    g = played("A", "ask.turn")
    deeds = SYSTEM.scene(g.state, MINE)["sheets"]["hero"]["actions"]
    for card in g.state.table.piles.chosen:
        for side in ("top", "bottom"):
            assert any(deed["group"] == f"{side}.{card}" for deed in deeds)
            assert any(deed["group"] == f"basic_{side}.{card}" for deed in deeds)
    assert any(deed["group"] == "item.stims" for deed in deeds)
    assert not any(deed["group"] == "item.ward_chip" for deed in deeds)  # always on (GH-5.4)
    offered = {group.id for group in g.decision.groups} if g.decision else set()
    assert {deed["group"] for deed in deeds} <= offered | {"item.stims"}


@shown("GH-1.3")
def test_counters_are_told_apart_by_their_numbers() -> None:
    t = table(hero=(4, 10), sheet=box().sheets["X"])
    t.put("v12", "Killbot", (6, 9), hp=6)
    seen = SYSTEM.scene(t.s, ALL)
    assert seen["pieces"]["v12"]["name"] == "Killbot 12"
    assert seen["pieces"]["v2"]["name"] == "Hemobot Swarm 2"


@shown("GH-1.2")
def test_big_things_fill_four_squares_and_summons_are_small() -> None:
    t = table(hero=(4, 10), sheet=box().sheets["U"])
    seen = SYSTEM.scene(t.s, ALL)
    assert len(seen["tokens"]["vehicle.0"]["squares"]) == 4
    t = table(hero=(4, 10), sheet=box().sheets["T"])
    assert SYSTEM.scene(t.s, ALL)["pieces"]["v2"]["size"] == 2
    summons = [
        step["stats"]["hp"]
        for card in box().cards.values()
        for half in (card.top, card.bottom)
        for step in half.steps
        if step["op"] == "summon"
    ]
    assert summons and max(summons) <= 6  # a die shows them


@shown("GH-1.1")
def test_no_sheet_needs_more_than_eight_dice() -> None:
    for sheet in box().sheets.values():
        tables = {name for record in sheet.villains for name in record.vats}
        assert 3 + len(tables) <= 8, sheet.id
    assert len(texts.static(game("A", hero=HERO).state)["dice"]["d6"]["faces"]) == 6


@rule("GH-2.3")
@shown("GH-4.8", "GH-21.1")
def test_buried_cards_never_come_back_and_the_last_ones_end_the_scenario() -> None:
    t = table(units={1: ("Thug", (4, 1))})
    piles = t.s.table.piles
    for card in list(piles.hand[:8]):
        cards.move_card(t.g, card, "buried", "GH-2.3")
    for card in list(piles.hand):
        cards.move_card(t.g, card, "discard", "GH-4.3")
    t.rest("yes", lambda d: d.options()[0])
    assert len(piles.buried) == 10 and not piles.hand  # resting buried the last two
    t.begin_round()
    assert (t.s.table.outcome, t.s.table.reason) == ("lost", "end.no_cards")


@shown("GH-8.2")
@pytest.mark.parametrize(("letter", "there"), [("J", 0), ("K", 1), ("E", 2), ("A", 5)])
def test_who_is_not_on_the_map_yet_is_not_in_play(letter: str, there: int) -> None:
    t = table(hero=None, sheet=box().sheets[letter])
    assert len(list(t.s.villains())) == there


# -- hidden things -----------------------------------------------------------------------------------------


def cards_seen(s: State, seats: frozenset[str]) -> set[str]:
    """Return the hero's cards that an audience sees by name."""
    return {id for id in SYSTEM.scene(s, seats)["cards"] if id in box().cards}


@shown("GH-9.2")
def test_others_see_neither_hand_nor_what_was_chosen_face_down() -> None:
    g = played("A", "ask.initiative")
    piles = g.state.table.piles
    assert len(piles.chosen) == 2 and not scene.announced(g.state)
    assert cards_seen(g.state, ALL) == {*piles.discard, *piles.active}
    assert cards_seen(g.state, MINE) == {*piles.hand, *piles.chosen, *piles.discard, *piles.active}
    areas = SYSTEM.scene(g.state, ALL)["areas"]
    assert (areas["hand"]["count"], areas["chosen"]["count"]) == (8, 2)
    assert SYSTEM.scene(g.state, ALL)["sheets"]["hero"]["actions"] == []


@shown("GH-9.3")
def test_announcing_turns_both_cards_up() -> None:
    g = played("A", "ask.turn")
    piles = g.state.table.piles
    assert cards_seen(g.state, ALL) == {*piles.chosen, *piles.discard, *piles.active}


@shown("GH-2.1")
def test_buried_cards_are_a_number_for_everybody() -> None:
    t = table(units={1: ("Thug", (4, 1))}, hand=["martial_arts:blitz"])
    for seats in (ALL, MINE):
        seen = SYSTEM.scene(t.s, seats)
        assert not set(t.s.table.piles.buried) & set(seen["cards"])
        assert seen["areas"]["buried"]["count"] == 9


@rule("GH-11.2")
@shown("GH-2.1")
def test_which_hand_card_was_buried_is_told_to_the_heros_players_only() -> None:
    t = table(units={1: ("Thug", (4, 3))})
    t.play(damage.hurt(t.g, t.me, 3, "GH-7.3", t["v1"]), "negate>martial_arts:blitz")
    (told,) = [event for event in t.events if event.key == "log.card_buried"]
    assert told.seats == ("hero",)
    (public,) = [event for event in t.events if event.key == "log.card_hidden"]
    assert public.seats == () and not public.params


def test_a_played_card_is_buried_before_all_eyes() -> None:
    t = table(units={1: ("Thug", (4, 3))})
    t.choose("martial_arts:blitz", "martial_arts:split_kick")
    cards.move_card(t.g, "martial_arts:blitz", "buried", "GH-4.5")
    (told,) = [event for event in t.events if event.key == "log.card_buried"]
    assert told.seats == ()


def leaks(value: object, secret: set[str]) -> list[str]:
    """Return what of a secret stands somewhere in a value."""
    text = repr(value)
    return [name for name in secret if name in text]


@pytest.mark.parametrize("letter", ["A", "K", "S"])
def test_nothing_a_spectator_is_sent_names_a_hidden_card(letter: str) -> None:
    """Scenes, prompts and events of a whole game, seen by nobody in particular."""
    g = game(letter, 5, hero=HERO)
    bots = seat_bots(SYSTEM, g, {"": "greedy"}, b"y")
    for _ in play_out(g, bots):
        s: State = g.state
        hidden = {*s.table.piles.hand} | (set() if scene.announced(s) else {*s.table.piles.chosen})
        seen = SYSTEM.scene(s, ALL)
        assert not leaks(seen, hidden)
        if g.decision is not None:
            assert not leaks((g.decision.prompt, g.decision.params, g.decision.about), hidden)
        found = set(s.items.draw_pile)
        assert not leaks(seen, {f"item.{id}'" for id in found})


def test_events_of_a_game_name_a_hidden_card_to_its_players_only() -> None:
    from webgame.engine.game import Entry

    g = game("A", 7, hero=HERO)
    bots = seat_bots(SYSTEM, g, {"": "greedy"}, b"z")
    told = 0
    while g.decision is not None:
        before = set(g.state.table.piles.hand)
        option, picks = bots["hero"].choose(g.state, g.decision, "hero")
        events = [e for frame in g.apply(Entry("answer", "hero", option, picks)) for e in frame.events]
        piles = g.state.table.piles
        shown_ = {*piles.discard, *piles.active, *piles.chosen}
        secret = {id for id in before if id in piles.buried and id not in shown_}
        names = {box().cards[id].name for id in secret}
        for event in events:
            if not event.seats and event.key != "log.card_buried":
                told += len(leaks((event.params, event.show), {f"'{name}'" for name in names}))
    assert told == 0


def test_a_question_of_a_spectator_reveals_no_card() -> None:
    g = played("A", "ask.cards")
    for card in g.state.table.piles.hand:
        for about in ({"option": f"select>{card}"}, {"group": f"top.{card}"}, {"option": f"top.{card}"}):
            answer = query.query(g.state, g.decision, "", about)
            assert not leaks(answer, {box().cards[card].top.text})


# -- questions ---------------------------------------------------------------------------------------------


@shown("GH-7.3", "GH-13.1")
def test_odds_of_an_attack_are_those_of_the_table() -> None:
    t = table(units={1: ("Thug", (4, 3), {"hp": 3})}, hand=[])
    t.choose_played("martial_arts:split_kick")
    decision = t.ask(_line(t))
    answer = query.query(t.s, decision, "hero", {"option": "attack>v1"})
    odds = {odd["label"]: odd["permille"] for odd in answer["odds"]}
    # Attack 3: 4 takes 2 off, 2 and 3 miss; 6 and more defeats three points.
    assert odds == {"q.hit": round(1000 * 33 / 36), "q.defeat": round(1000 * 26 / 36)}


def _line(t: Table) -> object:
    from webgame.systems.guildhaven.rules import hero_lines

    step = box().cards["martial_arts:split_kick"].top.steps[0]
    return hero_lines.carry_out(t.g, step)


@shown("GH-18.1")
def test_the_way_and_its_cost_are_told() -> None:
    g = game("A", 3, hero=HERO)
    bots = seat_bots(SYSTEM, g, {"": "greedy"}, b"x")
    told = 0
    for _ in play_out(g, bots):
        decision = g.decision
        groups = [] if decision is None else [group for group in decision.groups if group.id == "move"]
        for square in groups[0].targets or () if groups else ():
            answer = query.query(g.state, decision, "hero", {"option": f"move>{square}"})
            assert answer["path"][0] == g.state.me.at and answer["path"][-1] == square
            assert answer["cost"]["mp"] == len(answer["path"]) - 1
            told += 1
    assert told


@shown("GH-17.2")
def test_a_search_site_can_be_paid_by_hand_or_by_half() -> None:
    t = table(hero=(2, 2), sheet=box().sheets["J"])
    t.choose(*t.s.table.piles.hand[:2])
    t.s.table.round.acting = "hero"
    ((_, groups),) = special.offers(t.s)
    one, other = t.s.table.piles.chosen
    ways = [f"top.{one}", f"top.{other}", f"bottom.{one}", f"bottom.{other}"]
    assert [group.id for group in groups] == [f"sheet.grave_search.{way}" for way in ("discard", *ways)]


def test_why_a_half_cannot_be_played() -> None:
    t = table(units={1: ("Thug", (4, 3))})
    t.choose("martial_arts:blitz", "martial_arts:split_kick")
    ask = {"group": "top.martial_arts:blitz"}
    assert query.query(t.s, None, "hero", ask)["lines"][0]["key"] == "no.not_your_turn"
    t.s.table.round.acting = "hero"
    t.s.table.round.played["martial_arts:blitz"] = "bottom"
    assert query.query(t.s, None, "hero", ask)["lines"][0]["key"] == "no.card_played"
    t.s.table.round.played.clear()
    t.s.table.round.halves.append("top")
    assert query.query(t.s, None, "hero", ask)["lines"][0]["key"] == "no.half_played"


@shown("GH-6.1")
def test_a_unit_has_one_name_in_the_log_and_on_the_board() -> None:
    """The number of a counter tells several of a type apart; it stands on the figure as in the log."""
    g = played("A", "ask.turn")
    s: State = g.state
    seen = SYSTEM.scene(s, ALL)["pieces"]
    assert {(piece["name"], piece["mark"]) for id, piece in seen.items() if id != "hero"} == {
        ("Thug 1", "1"), ("Thug 2", "2"), ("Thug 3", "3"), ("Gunner", ""), ("Goon", ""),
    }  # fmt: skip
    for unit in s.units.values():
        told = core.named(s, unit)
        assert seen[unit.id]["name"] == told["who"] + told["who_no"]
