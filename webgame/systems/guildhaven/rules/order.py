"""The initiative order: dice of the action tables, ties, whose turn is next (GH-6.4, GH-9.3)."""

from __future__ import annotations

from webgame.engine.decision import button
from webgame.engine.game import Play
from webgame.engine.system import FRAME
from webgame.systems.guildhaven.box import Row, SpecialRule
from webgame.systems.guildhaven.rules import facts, perks
from webgame.systems.guildhaven.rules.core import Flow, decide
from webgame.systems.guildhaven.state import Slot, State, Unit

LAST = 99  # the initiative of a hero who announced none (GH-9.2)


def announced(s: State, initiative: int) -> int:
    """Return the hero's initiative with perks and chips, at least 1 (GH-9.3)."""
    return max(1, initiative + perks.number(s.hero, "initiative_mod"))


def tables_of(s: State, unit: Unit) -> list[str]:
    """Return the tables a villain acts by: one, by its phase (S), or two (R)."""
    record = facts.sheet(s).record(unit.type, unit.number if unit.number else 0)
    if record.turns_per_round > 1:
        return list(record.vats)
    if record.phases:
        return [str(phase["vat"]) for phase in record.phases if phase["name"] == unit.phase]
    return list(record.vats[:1])


def row(s: State, table: str, roll: int) -> Row:
    """Return the row of a table that a die names."""
    return next(row for row in facts.sheet(s).table(table).rows if row.roll == roll)


def _die_mods(s: State, table: str) -> list[SpecialRule]:
    return [
        rule
        for rule in facts.rules_for(s, "setup")
        if rule.effect["op"] == "die_mod"
        and rule.effect["vat"] == table
        and facts.holds(s, rule.effect.get("if"))
    ]


def roll_table(g: Play, table: str) -> int:
    """Roll the die of a table for this round (GH-6.4)."""
    s: State = g.state
    s.table.round.rolls[table] = roll = throw_die(g, table)
    return roll


def throw_die(g: Play, table: str) -> int:
    """Roll the die of a table and tell which row it names."""
    s: State = g.state
    die = g.rng.draw(f"table.{table}", 6) + 1
    roll = die
    for rule in _die_mods(s, table):
        roll = max(rule.effect["min"], roll + rule.effect["n"])
    found = row(s, table, roll)
    show = {"type": "roll", "piece": "", "dice": [["d6", die - 1]], "total": roll, "label": table}
    g.emit(
        "log.table",
        "GH-6.4",
        show,
        table=table,
        n=roll,
        row=found.text,
        initiative=found.initiative or 0,
    )
    return roll


def roll_tables(g: Play) -> Flow:
    """Roll for every type in play and lay out the turns of the round (GH-6.4, GH-9.1)."""
    s: State = g.state
    r = s.table.round
    r.slots = [Slot("hero", r.initiative)]
    for unit in list(s.villains()):
        for table in tables_of(s, unit):
            if table not in r.rolls:
                roll_table(g, table)
                yield FRAME
            if unit.since < r.number:
                add_slot(s, unit, table)
    for unit in s.units.values():
        if unit.kind in ("summon", "ally") and unit.since < r.number:
            r.slots.append(Slot(unit.id, r.initiative))


def add_slot(s: State, unit: Unit, table: str) -> None:
    """Give a villain its turn by the row rolled, with what the sheet adds (P); without initiative none."""
    roll = s.table.round.rolls[table]
    initiative = row(s, table, roll).initiative
    if initiative is None:
        return
    for effect in facts.standing(s, "initiative_mod"):
        if any(facts.is_called(unit, name) for name in effect["units"]):
            initiative += int(effect["n"])
    s.table.round.slots.append(Slot(unit.id, initiative, table, roll))


def initiative_of(s: State, slot: Slot) -> int:
    """Return the initiative of a slot now: by order, else as rolled (GH-22.13)."""
    unit = s.units.get(slot.unit)
    if unit is None or unit.kind != "villain":
        return slot.initiative
    return s.table.round.ordered.get(unit.type, slot.initiative)


def key(s: State, slot: Slot) -> tuple[int, int, int, int]:
    """Return the place of a slot in the order; ties as in GH-9.3, summons before the hero (GH-20.2)."""
    r = s.table.round
    hero = 0 if "hero_last" not in r.once else 2
    unit = s.units.get(slot.unit)
    if slot.unit == "hero":
        return r.initiative, hero, 1, 0
    if unit is None or unit.kind == "summon":
        return r.initiative, hero, 0, 0
    if unit.kind == "ally":
        leader = _leader(s, unit)
        return (*leader[:3], 1) if leader else (r.initiative, hero, 0, 0)
    return initiative_of(s, slot), 1, unit.number, 0


def _leader(s: State, ally: Unit) -> tuple[int, int, int, int] | None:
    """Return the place of the villain right after which an ally acts (N)."""
    record = next(record for record in facts.sheet(s).allies if record.name == ally.type)
    name = record.initiative.removeprefix("right after ")
    places = [
        key(s, slot)
        for slot in s.table.round.slots
        if slot.unit in s.units and s.units[slot.unit].type == name
    ]
    return min(places) if places else None


def break_tie(g: Play) -> Flow:
    """Let the player say who goes first on a tie with villains, once a round (GH-9.3)."""
    s: State = g.state
    r = s.table.round
    coming = in_order(s)
    if not any(slot.unit == "hero" for slot in coming) or {"hero_first", "hero_last"} & set(r.once):
        return
    if any(slot.unit.startswith("v") and initiative_of(s, slot) == r.initiative for slot in coming):
        groups = (
            button("hero_first", "do.hero_first", "GH-9.3"),
            button("hero_last", "do.hero_last", "GH-9.3"),
        )
        choice = yield from decide(g, "ask.tie", "GH-9.3", groups, n=r.initiative)
        r.once.append(choice.group)


def in_order(s: State) -> list[Slot]:
    """Return the turns still to come, the next one first.

    A counter that came back this round has not the turn of the unit that fell with its number (GH-6.4).
    """
    r = s.table.round
    there = {id for id, unit in s.units.items() if unit.since < r.number}
    open_slots = [slot for slot in r.slots if not slot.done and slot.unit in there]
    return sorted(open_slots, key=lambda slot: key(s, slot))


def upcoming(s: State) -> Slot | None:
    """Return the next turn, the running one if it was interrupted; None if the round is over."""
    for slot in s.table.round.slots:
        if not slot.done and slot.unit == s.table.round.acting:
            return slot
    slots = in_order(s)
    return slots[0] if slots else None


def rank(s: State, unit: Unit) -> tuple[int, int, int, int]:
    """Return a unit's place in the initiative order of the round (GH-22.3), last if it has no turn.

    A summon stands right before its hero, also in the round it came in.
    """
    if unit.kind in ("hero", "summon"):
        return key(s, Slot(unit.id, s.table.round.initiative))
    places = [key(s, slot) for slot in s.table.round.slots if slot.unit == unit.id]
    return min(places) if places else (LAST + 1, 0, 0, 0)
