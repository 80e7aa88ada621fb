"""The scene: the table of Guildhaven City in the drawing vocabulary of the engine.

The hand and the cards chosen for a round are the players' own until the initiative is announced; buried
cards lie face down for everybody (GH-2.1, GH-9.3).
"""

from __future__ import annotations

from typing import Any

from webgame.engine.scene import Record, Scene
from webgame.systems.guildhaven.board import board
from webgame.systems.guildhaven.box import ActionTable, Sheet, box
from webgame.systems.guildhaven.looks import icon_of, looks, steps_icon, steps_kind, tone_of
from webgame.systems.guildhaven.rules import facts, perks
from webgame.systems.guildhaven.rules.core import mark
from webgame.systems.guildhaven.state import Slot, State, Unit
from webgame.systems.guildhaven.texts import table_card

SHOWN_SLOTS = 12
NEXT = {f"phase.{name}": "next.turns" for name in ("start", "choose")}
NEXT |= {f"phase.{name}": "next.round" for name in ("turns", "end", "rest")}


def scene(s: State, seats: frozenset[str]) -> Scene:
    """Return what the holder of `seats` sees."""
    own = bool(seats.intersection(s.seats))
    b = board(s.table.sheet)
    return {
        "board": {"main": {"kind": "squares", "w": b.width, "h": b.height}},
        "pieces": {unit.id: _piece(s, unit) for unit in s.units.values()},
        "tokens": _tokens(s),
        "areas": _areas(s, own),
        "cards": _cards(s, own),
        "sheets": {"hero": _sheet(s, own)},
        "tracks": _tracks(s),
        "turn": {"now": _turn(s)},
    }


def announced(s: State) -> bool:
    """Whether the cards of the round have been turned up (GH-9.3)."""
    return s.table.round.phase not in ("place", "start", "choose")


# -- units and tokens --------------------------------------------------------------------------------------


def _piece(s: State, unit: Unit) -> Record:
    rnd = s.table.round
    done = any(slot.unit == unit.id and slot.done for slot in rnd.slots)
    return {
        "at": unit.at,
        "size": unit.size,
        "icon": _hero_icon(s) if unit.kind == "hero" else icon_of(unit),
        "name": name(s, unit),
        "mark": mark(s, unit),
        "side": unit.side,
        "kind": f"l.{'beta' if unit.kind == 'villain' and unit.beta else unit.kind}",
        "tone": (s.hero.colour or tone_of(unit)) if unit.kind == "hero" else tone_of(unit),
        "health": [max(0, unit.hp), unit.max_hp],
        "badges": _badges(s, unit),
        "seat": s.seats[0] if unit.kind == "hero" else "",
        "card": _unit_card(s, unit),
        "state": "active" if rnd.acting == unit.id else "done" if done else "",
    }


def name(s: State, unit: Unit) -> str:
    """Return what a unit is called: by its type, and its number if the sheet has several of them."""
    if unit.kind == "hero":
        return s.hero.name or "l.hero"
    number = mark(s, unit)
    return f"{unit.type} {number}" if number else unit.type


def _hero_icon(s: State) -> str:
    return looks().specialties[s.hero.specialties[0]][0] if s.hero.specialties else looks().kinds["hero"]


def _badges(s: State, unit: Unit) -> list[dict[str, Any]]:
    found = []
    for name, condition in unit.conditions.items():
        icon, tone = looks().conditions[name]
        found.append({"icon": icon, "name": f"condition.{name}", "n": condition.n, "tone": tone})
    shield = facts.shield(s, unit)
    retaliate = sum(n for n, _ in facts.retaliation(s, unit))
    for name, n in (("shield", shield), ("retaliate", retaliate)):
        held = unit.conditions[name].n if name in unit.conditions else 0
        if n > held:
            icon, tone = looks().conditions[name]
            found.append({"icon": icon, "name": f"l.lasting_{name}", "n": n - held, "tone": tone})
    return found


def _unit_card(s: State, unit: Unit) -> str:
    """Return the card that tells about a unit: its action table, the ability card of a summon."""
    if unit.card:
        return f"card.{unit.card}"
    if unit.kind != "villain":
        return ""
    for slot in s.table.round.slots:
        if slot.unit == unit.id and slot.table:
            return table_card(s.table.sheet, slot.table, slot.roll)
    tables = box().sheets[s.table.sheet].record(unit.type, unit.number).vats
    return table_card(s.table.sheet, tables[0], 0) if tables else ""


def _tokens(s: State) -> dict[str, Record]:
    sheet = box().sheets[s.table.sheet]
    found: dict[str, Record] = {}
    for place in sheet.map.places:
        kind, _, name = place.key.partition(":")
        for n, square in enumerate(sheet.map.cells(place.key)):
            if kind == "item" and square not in s.table.searched:
                found[f"item.{n}"] = _token("item", square)
            elif kind == "loc" and name in ("grave", "clue"):
                record = _token(name, square)
                if square in s.table.searched:
                    record |= {"icon": "check", "tone": "grey", "name": "token.searched"}
                found[f"{name}.{n}"] = record
            elif kind == "loc":
                look = "stairs" if place.key in sheet.map.linked_places else "spot"
                found[f"{name}.{n}"] = _token(look, square, squares=[square])
    for kind, squares in s.table.tokens.items():
        for n, square in enumerate(squares):
            size = next((p.size[0] for p in sheet.map.places if p.key.removeprefix("token:") == kind), 1)
            if not any(unit.kind == "object" and unit.type == kind for unit in s.units.values()):
                found[f"{kind}.{n}"] = _token(kind, square, squares=_block(s, square, size))
    for side, cells in sheet.map.exits.items():
        squares = [y * sheet.map.width + x for x, y in cells]
        found[f"exit.{side}"] = _token("exit", squares[0], squares=squares)
    return found


def _block(s: State, square: int, size: int) -> list[int]:
    width = board(s.table.sheet).width
    return [square + v * width + u for v in range(size) for u in range(size)]


def _token(kind: str, square: int, squares: list[int] | None = None) -> Record:
    icon, tone = looks().tokens[kind]
    where: Record = {"squares": squares} if squares else {"at": square}
    return {**where, "icon": icon, "name": f"token.{kind}", "kind": kind, "tone": tone}


# -- cards -------------------------------------------------------------------------------------------------


def _areas(s: State, own: bool) -> dict[str, Record]:
    piles, seat = s.table.piles, s.seats[0]
    areas = {
        "hand": _area("l.hand", "hand", len(piles.hand), 3, "hand", owner=seat),
        "chosen": _area(
            "l.chosen" if announced(s) else "l.chosen_down", "row", len(piles.chosen), 0, "cards"
        ),
        "active": _area("l.active", "row", len(piles.active), 2, "level-up"),
        "tables": _area("l.tables", "row", len(_rolled(s)), 1, "die"),
        "items": _area("l.items", "row", len(s.hero.equipped), 4, "backpack", owner=seat),
        "sheet": _area("l.sheet", "row", 1, 5, "scroll"),
        "discard": _area("l.discard", "row", len(piles.discard), 6, "cards"),
        "buried": _area("l.buried", "pile", len(piles.buried) + len(piles.used), 20, "cards"),
        "deck": _area("l.item_deck", "pile", len(s.items.draw_pile), 21, "chest"),
    }
    if s.campaign is not None:
        areas["story"] = _area("l.story", "row", len(s.campaign.history), 9, "campaign")
    return areas


def _area(name: str, kind: str, count: int, order: int, icon: str, owner: str = "") -> Record:
    return {"name": name, "kind": kind, "owner": owner, "count": count, "order": order, "icon": icon}


def _cards(s: State, own: bool) -> dict[str, Record]:
    piles = s.table.piles
    found: dict[str, Record] = {}
    lies = [("discard", piles.discard), ("active", piles.active)]
    if own:
        lies.append(("hand", piles.hand))
    if own or announced(s):
        lies.append(("chosen", piles.chosen))
    for area, cards in lies:
        for order, card in enumerate(cards):
            found[card] = {"area": area, "card": f"card.{card}", "order": order, "state": ""}
    for order, item in enumerate(s.hero.equipped):
        state = "used" if item in piles.used else ""
        found[f"item.{item}"] = {"area": "items", "card": f"item.{item}", "order": order, "state": state}
    for order, (table, roll, over) in enumerate(_rolled(s)):
        found[f"table.{table.name}"] = {
            "area": "tables",
            "card": table_card(s.table.sheet, table.name, roll),
            "order": order,
            "state": "used" if over else "",
        }
    found["sheet"] = {"area": "sheet", "card": f"sheet.{s.table.sheet}", "order": 0, "state": ""}
    if s.campaign is not None:
        found |= _history(s.campaign.history)
    return found


def _history(history: list[str]) -> dict[str, Record]:
    """Return the story so far: passages read, scenarios won and lost, in their order (GH-23.1)."""
    found: dict[str, Record] = {}
    for order, entry in enumerate(history):
        sheet, _, outcome = entry.partition(":")
        card = f"sheet.{sheet}" if outcome else f"passage.{entry}"
        state = "off" if outcome == "lost" else ""
        found[f"story.{order}"] = {"area": "story", "card": card, "order": order, "state": state}
    return found


def _rolled(s: State) -> list[tuple[ActionTable, int, bool]]:
    """Return the sheet's action tables, the row rolled in this round, and whether its turns are over."""
    sheet: Sheet = box().sheets[s.table.sheet]
    rnd = s.table.round
    found = []
    for table in sheet.tables:
        slots = [slot for slot in rnd.slots if slot.table == table.name]
        over = bool(slots) and all(slot.done for slot in slots)
        found.append((table, rnd.rolls.get(table.name, 0), over))
    return found


# -- the hero ----------------------------------------------------------------------------------------------


def _sheet(s: State, own: bool) -> Record:
    hero, piles, rnd = s.hero, s.table.piles, s.table.round
    me = s.units.get("hero")
    hp = f"{max(0, me.hp)}/{me.max_hp}" if me else str(box().levels[hero.level].hp)
    initiative = str(rnd.initiative) if announced(s) and rnd.lead else "-"
    lines = [
        _line("l.hp", hp, "health"),
        _line("l.initiative", initiative, "clock"),
        _line("l.hand", str(len(piles.hand)), "hand"),
        _line("l.discard", str(len(piles.discard)), "cards"),
        _line("l.buried", str(len(piles.buried)), "skull"),
        _line("l.level", str(hero.level), "xp"),
    ]
    slots = []
    for item in hero.equipped:
        icon, tone = looks().items[box().items[item].kind]
        slots.append(
            {
                "name": f"item.{box().items[item].kind}",
                "icon": icon,
                "tone": tone,
                "card": f"item.{item}",
                "text": "l.item_text",
                "off": item in piles.used,
            }
        )
    most, _, _ = perks.limits(hero)
    for _ in range(most - len(hero.equipped)):
        slots.append(
            {"name": "l.item_slot", "icon": "backpack", "tone": "", "card": "", "text": "l.item_text"}
        )
    abilities = [{"name": box().perks[id].name, "text": box().perks[id].text} for id in hero.perks]
    abilities += [{"name": f"specialty.{n}", "text": f"specialty.{n}_text"} for n in hero.specialties]
    return {
        "piece": "hero",
        "seat": s.seats[0],
        "name": hero.name or "l.hero",
        "icon": _hero_icon(s),
        "order": 0,
        "lines": lines,
        "actions": _actions(s) if own or announced(s) else [],
        "slots": slots,
        "abilities": abilities,
    }


def _line(label: str, value: str, icon: str) -> dict[str, str]:
    return {"label": label, "value": value, "icon": icon, "text": f"{label}_text"}


def _actions(s: State) -> list[dict[str, Any]]:
    """Return the halves of the chosen cards and the items in hand, tied to the options they stand for."""
    found: list[dict[str, Any]] = []
    basic: list[dict[str, Any]] = []
    for id in s.table.piles.chosen:
        card = box().cards[id]
        for side, arrow in (("top", "▲"), ("bottom", "▼")):
            half = card.half(side)
            found.append(
                {
                    "id": f"half.{id}.{side}",
                    "name": f"{arrow} {card.name}",
                    "cost": 0,
                    "kind": steps_kind(half.steps),
                    "icon": steps_icon(half.steps),
                    "text": f"{half.text}{' [X]' if half.bury else ' [/]' if half.active else ''}",
                    "group": f"{side}.{id}",
                    "rule": "GH-4.2",
                }
            )
            basic.append(
                {
                    "id": f"basic.{id}.{side}",
                    "name": f"l.basic_{side}_name",
                    "cost": 0,
                    "kind": "basic",
                    "icon": "activate",
                    "text": f"l.basic_{side}",
                    "group": f"basic_{side}.{id}",
                    "source": card.name,
                    "rule": "GH-4.4",
                }
            )
    found += basic
    for item in s.hero.equipped:
        record = box().items[item]
        if record.kind == "neural_chip" or item in s.table.piles.used:
            continue
        found.append(
            {
                "id": f"item.{item}",
                "name": record.name,
                "cost": 0,
                "kind": "potion",
                "icon": steps_icon(record.steps),
                "text": record.text,
                "group": f"item.{item}",
                "source": "l.items",
                "rule": "GH-5.3",
            }
        )
    return found


# -- tracks and turn ---------------------------------------------------------------------------------------


def _tracks(s: State) -> dict[str, Record]:
    marker = s.table.infusion
    side = "light" if marker < 0 else "dark" if marker > 0 else "inert"
    tracks = {
        "infusion": _track(f"infusion.{marker}", marker, 0, looks().infusion[side], 0, "l.infusion_text"),
        "level": _track("l.level", s.hero.level, 4, "xp", 1, "l.level_text"),
        "items": _track("l.items_owned", len(s.hero.items), 0, "backpack", 2, "l.items_owned_text"),
    }
    if s.table.failures:
        tracks["failures"] = _track("l.failures", s.table.failures, 0, "dead", 3, "l.failures_text")
    return tracks


def _track(name: str, value: int, most: int, icon: str, order: int, text: str) -> Record:
    record = {"name": name, "value": value, "max": most, "icon": icon, "side": "hero", "order": order}
    return {**record, "tone": "", "text": text}


def _turn(s: State) -> Record:
    rnd = s.table.round
    coming = [slot for slot in rnd.slots if not slot.done]
    queue = [slot.unit for slot in coming if slot.unit in s.units][:SHOWN_SLOTS]
    acting = s.units.get(rnd.acting)
    now: Record = {
        "round": rnd.number,
        "phase": phase(s),
        "side": acting.side if acting else "hero",
        "active": acting.id if acting else "",
        "queue": queue,
        "next": NEXT.get(phase(s), ""),
    }
    slot = next((slot for slot in coming if slot.unit == rnd.acting and slot.table), None)
    return {**now, **_program(s, slot)} if slot is not None else now


def _program(s: State, slot: Slot) -> Record:
    """Return the row that an acting villain carries out."""
    table = box().sheets[s.table.sheet].table(slot.table)
    row = next((row for row in table.rows if row.roll == slot.roll), None)
    if row is None:
        return {}
    steps = [{"name": text, "state": "now"} for text in row.text.split("; ")]
    return {"card": table_card(s.table.sheet, table.name, slot.roll), "program": steps}


def phase(s: State) -> str:
    """Return the key of the phase of play."""
    if s.stage != "scenario":
        return f"phase.{s.stage}"
    return f"phase.{s.table.round.phase}"
