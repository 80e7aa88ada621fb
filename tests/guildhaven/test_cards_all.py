"""Every half of every card, every item and every perk is played once, and does what its line says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.guildhaven.marks import rule, shown
from tests.guildhaven.table import Table, table
from webgame.engine.decision import Decision
from webgame.systems.guildhaven import setup
from webgame.systems.guildhaven.box import SPECIALTIES, Card, Step, box
from webgame.systems.guildhaven.rules import extras, facts, halves, hero_lines, order, turn
from webgame.systems.guildhaven.system import SYSTEM

CARDS = list(box().cards.values())
HALVES = [(card, side) for card in CARDS for side in ("top", "bottom")]
AROUND = {1: (4, 3), 2: (5, 4), 3: (4, 6)}


def arena(specialty: str, level: int = 4, **more: Any) -> Table:
    """A hero at [4,4] with three enemies near, hurt, some cards discarded, a search square close by."""
    other = next(name for name in SPECIALTIES if name != specialty)
    units = {number: ("Thug", square, {"hp": 60, "shield": 1}) for number, square in AROUND.items()}
    more.setdefault("items", ("reflex_chip",))
    return table(
        units=units, specialties=(specialty, other), level=level, perks=(), hp=4, infusion=-1,
        places={"item": [(3, 4)]}, **more,
    )  # fmt: skip


def eager(decision: Decision) -> str:
    """Take what is offered first: every line is carried out; rolls are not raised, damage is taken."""
    if decision.prompt in ("ask.raise", "ask.negate"):
        return next(group.id for group in decision.groups if group.params.get("tone") == "end")
    return decision.options()[0]


class Watch:
    """What a step is to change, read before and after it."""

    def __init__(self, t: Table) -> None:
        self.t = t
        self.hp = {id: unit.hp for id, unit in t.s.units.items()}
        self.at = t.me.at
        self.where = {id: unit.at for id, unit in t.s.units.items()}
        self.infusion = t.s.table.infusion
        self.hand = len(t.s.table.piles.hand)
        self.found = len(t.s.table.found)
        self.attacks = t.rng.counters.get("attack", 0)
        self.events = len(t.events)

    def keys(self) -> list[str]:
        """Return the keys of the events since."""
        return [event.key for event in self.t.events[self.events :]]

    def harmed(self) -> list[str]:
        """Return the enemies that lost HP."""
        return [id for id, hp in self.hp.items() if id != "hero" and self.t.s.units[id].hp < hp]


def did(t: Table, step: Step, seen: Watch) -> bool:
    """Whether the state shows what a step says."""
    riders = step.get("riders", [])
    rode = all(
        any(rider["name"] in unit.conditions for unit in t.s.units.values())
        if rider["op"] == "condition"
        else any(
            unit.at != seen.where[id] for id, unit in t.s.units.items() if id in seen.where and id != "hero"
        )
        for rider in riders
    )
    checks: dict[str, Callable[[], bool]] = {
        "attack": lambda: len(seen.harmed()) >= 1 and "log.attacks" in seen.keys(),
        "damage": lambda: bool(seen.harmed()),
        "bleed": lambda: bool(seen.harmed()) and t.rng.counters.get("attack", 0) == seen.attacks,
        "affect": lambda: True,
        "charge": lambda: t.me.at != seen.at and bool(seen.harmed()),
        "shield": lambda: t.me.conditions["shield"].n == step["n"],
        "retaliate": lambda: (
            t.me.conditions["retaliate"].n == step["n"]
            and t.me.conditions["retaliate"].reach == step["range"]
        ),
        "heal": lambda: t.me.hp == min(t.me.max_hp, seen.hp["hero"] + step["n"]),
        "grant": lambda: "veiled" in t.me.conditions,
        "cleanse": lambda: "poison" not in t.me.conditions,
        "add_light": lambda: t.s.table.infusion == max(-3, seen.infusion - step["n"]),
        "consume": lambda: t.s.table.infusion == seen.infusion + 1,
        "recover": lambda: len(t.s.table.piles.hand) == seen.hand + step["n"],
        "search": lambda: len(t.s.table.found) == seen.found + 1,
        "advantage_next": lambda: t.s.table.advantage == step["n"],
        "persistent": lambda: True,
        "summon": lambda: any(unit.kind == "summon" for unit in t.s.units.values()),
    }
    moved = lambda: t.me.at != seen.at  # noqa: E731
    return checks.get(step["op"], moved)() and rode


def prepared(t: Table, step: Step) -> None:
    """Put the enemies where a charge or a ranged attack has something to do."""
    if step["op"] == "charge":
        t["v1"].at, t["v2"].at, t["v3"].at = t.at(4, 1), t.at(9, 9), t.at(9, 10)
    if step.get("range", 1) >= 2 and step["op"] == "attack" and "shape" not in step:
        t["v1"].at = t.at(4, 2)
    if any(rider["op"] == "pull" for rider in step.get("riders", [])):
        t["v1"].at = t.at(4, 1)


@shown("GH-4.1", "GH-4.3")
@pytest.mark.parametrize(("card", "side"), HALVES, ids=[f"{card.id}-{side}" for card, side in HALVES])
def test_every_half_does_what_its_lines_say(card: Card, side: str) -> None:
    steps = card.half(side).steps
    for step in steps:
        t = arena(card.specialty)
        t.s.hero.cards[0] = card.id
        t.s.table.piles.hand[0] = card.id
        t.s.table.piles.hand, t.s.table.piles.discard = t.s.table.piles.hand[:6], t.s.table.piles.hand[6:]
        playing = t.choose_played(card.id, side)
        prepared(t, step)
        if step["op"] == "consume":
            t.s.table.round.last_targets = ["v1"]
        t.dice(*([4] * 16))
        seen = Watch(t)
        done = t.line(step, *[eager] * asks(t, step))
        assert done, (step, t.asked)
        assert did(t, step, seen), step
        if step["op"] == "consume" and step["then"][0]["op"] == "bonus":
            assert playing.bonus == step["then"][0]["n"]
        t.check()


def asks(t: Table, step: Step) -> int:
    """Return how many questions a line has when the first option is taken each time, played on a copy."""
    copy = Table(SYSTEM.decode(SYSTEM.encode(t.s)))
    copy.rng.script = {stream: list(faces) for stream, faces in t.rng.script.items()}
    count = 0
    rules = hero_lines.carry_out(copy.g, step)
    send: Any = None
    while True:
        try:
            request = rules.send(send)
        except StopIteration:
            return count
        send = None
        if isinstance(request, Decision):
            count += 1
            found = request.find("hero", eager(request))
            assert found is not None
            send = request.choice("hero", eager(request))


@rule("GH-4.2")
@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_every_card_goes_where_its_marks_say(card: Card) -> None:
    for side in ("top", "bottom"):
        t = arena(card.specialty)
        t.s.hero.cards[0] = card.id
        t.s.table.piles.hand[0] = card.id
        for step in card.half(side).steps:
            prepared(t, step)
        t.choose(card.id, t.s.table.piles.hand[1])
        t.s.table.piles.discard.append(t.s.table.piles.hand.pop())
        halves.start_half(t.g, card.id, side)
        t.dice(*([4] * 40))
        t.s.table.round.turn_begun = True
        while t.s.table.round.playing is not None:
            drive(t)
        half = card.half(side)
        piles = t.s.table.piles
        wanted = piles.buried if half.bury else piles.active if half.active else piles.discard
        assert card.id in wanted
        t.check()


def drive(t: Table) -> None:
    """Carry out the next line with the first option each time."""
    rules = halves.next_line(t.g)
    send: Any = None
    try:
        while True:
            request = rules.send(send)
            send = request.choice("hero", eager(request)) if isinstance(request, Decision) else None
    except StopIteration:
        return


ITEMS = [item for item in box().items.values() if item.kind != "neural_chip"]


@rule("GH-5.3")
@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)
def test_every_item_does_what_it_says(item: Any) -> None:
    for number, step in enumerate(item.steps):
        t = arena("shadow", items=(item.id,))
        t.give("hero", "poison") if item.id == "field_dressing" and number == 0 else None
        t.s.table.piles.hand, t.s.table.piles.discard = t.s.table.piles.hand[:6], t.s.table.piles.hand[6:]
        prepared(t, step)
        t.dice(*([4] * 16))
        seen = Watch(t)
        assert t.line(step, *[eager] * asks(t, step))
        assert did(t, step, seen), step
    t = arena("shadow", items=(item.id,))
    t.s.table.piles.discard.append(t.s.table.piles.hand.pop())
    rules = extras.use_item(t.g, item.id)
    send: Any = None
    try:
        while True:
            request = rules.send(send)
            send = request.choice("hero", eager(request)) if isinstance(request, Decision) else None
    except StopIteration:
        pass
    assert t.s.table.piles.used == [item.id]
    t.check()


@shown("GH-5.4", "GH-24.4")
@pytest.mark.parametrize(
    "item", [i for i in box().items.values() if i.kind == "neural_chip"], ids=lambda i: i.id
)
def test_every_chip_is_on(item: Any) -> None:
    t = table(items=(item.id,), perks=("super_senses:long_look",))
    step = item.steps[0]
    if step["key"] == "initiative_mod":
        assert order.announced(t.s, 50) == 50 + step["n"]
    elif step["key"] == "max_hp":
        assert t.me.max_hp == 10 + step["n"]
    elif step["key"] == "immune":
        t.give("hero", *step["conditions"])
        assert t.me.conditions == {}
    else:
        assert step["key"] == "move_bonus"
        asked = t.ask(_line(t, {"op": "move", "n": 1}))
        assert t.at(5, 5) in (asked.groups[0].targets or ())


def _line(t: Table, step: Step) -> Any:
    return hero_lines.carry_out(t.g, step)


@shown("GH-19.7", "GH-24.1")
def test_perks_that_count_at_the_start() -> None:
    t = table(specialties=("super_strength", "psionics"), perks=("super_strength:big_lungs",))
    assert t.me.max_hp == 12
    t = table(specialties=("super_strength", "psionics"), perks=("psionics:dawn_start",))
    assert facts.sheet(t.s) is not None
    setup.begin(t.s, box().sheets["A"], 1)
    assert t.s.table.infusion == -2


@shown("GH-9.3")
def test_early_warning() -> None:
    t = table(perks=("super_senses:early_warning",))
    assert order.announced(t.s, 39) == 29
    assert order.announced(t.s, 4) == 1


@shown("GH-3.4")
def test_every_perk_has_a_key_that_the_rules_ask_for() -> None:
    """Each is played by a test of its own among the rules; here none is forgotten."""
    folder = Path(turn.__file__).parent.parent
    code = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    for perk in box().perks.values():
        key = perk.effect["key"]
        asked = f'"{key}"' in code or (key.startswith("basic_") and 'f"basic_{playing.basic}"' in code)
        assert asked or key == "immune", perk.id
