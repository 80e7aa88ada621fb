"""Sheets: what a Hero or pet is, has and can do."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from webgame.engine.scene import Record
from webgame.systems.sde_arcade.cards import Action, box
from webgame.systems.sde_arcade.looks import icon_of, looks, manner
from webgame.systems.sde_arcade.rules import actions, facts
from webgame.systems.sde_arcade.rules.effects import ability_text
from webgame.systems.sde_arcade.rules.facts.cards import in_force
from webgame.systems.sde_arcade.state import Member, State

SLOTS: Final = ("Ruby", "Citrine", "Emerald", "Sapphire")
ATTRIBUTES: Final = ("STR", "ARM", "WILL", "DEX")


KEPT: Final = 512  # sheets; an old one goes for each new one
_encode = msgspec.json.Encoder().encode
_made: dict[bytes, Record] = {}


def sheet(s: State, member: Member, order: int) -> Record:
    """Return the sheet of a Hero or pet: the one that was made of all the same before, if there is one."""
    key = _encode((order, member, _around(s, member)))
    found = _made.get(key)
    if found is None:
        found = _sheet(s, member, order)
        if len(_made) >= KEPT:
            _made.pop(next(iter(_made)), None)
        _made[key] = found
    return found


def _around(s: State, member: Member) -> list[Any]:
    """Return all that a sheet shows of besides its member: turn, tile, effects, invaders, party, pet."""
    turn, master = s.turn, s.members.get(member.master)
    acted = member.id in turn.acted or (master is not None and master.id in turn.acted)
    pet = facts.pet_of(s, member) if member.kind == "hero" else None
    return [
        turn.side == "heroes" and member.id in (turn.active, turn.pet),
        turn.side == "heroes" and acted,
        master is not None and master.pet_done,
        facts.lasting(s, member),
        in_force(s, member),
        [s.monsters[creep].card for creep in member.invaders],
        [hero.card for hero in s.members.values() if hero.kind == "hero"],  # a Student learns from them
        pet.card if pet is not None else "",
    ]


def _sheet(s: State, member: Member, order: int) -> Record:
    """Return the sheet of a Hero or pet: its values, what it can do, its equipment."""
    card = facts.member_card(member)
    (ap, all_ap), (mp, all_mp) = _points(s, member)
    hearts = f"{facts.hearts_left(s, member)}/{facts.hearts(s, member)}"
    lines: list[dict[str, Any]] = [
        {"label": "l.hearts", "value": hearts, "icon": "health", "text": "l.hearts_text"},
        {"label": "l.ap", "value": f"{ap}/{all_ap}", "icon": "activate", "text": "l.ap_text"},
        {"label": "l.mp", "value": f"{mp}/{all_mp}", "icon": "move", "text": "l.mp_text"},
    ]
    if member.kind == "hero":
        lines.append(
            {
                "label": "l.potions",
                "value": f"{member.potions}/{facts.potion_limit(s, member)}",
                "icon": "potion",
                "text": "l.potions_text",
            }
        )
        wrath = {"label": "l.wrath", "value": str(member.wrath), "icon": "terror", "text": "l.wrath_text"}
        lines.append(wrath)
    for attr in ATTRIBUTES:
        entry = card.attributes.get(attr)
        if entry is not None:
            line: dict[str, Any] = {
                "label": f"l.{attr}",
                "value": "",
                "dice": str(facts.attribute(s, member, attr)),
                "text": f"l.{attr}_text",
            }
            if entry.range is not None:
                line["title"] = f"l.{entry.range.icon}"
                line["value"] = str(entry.range.squares)
            if attr in card.defense:
                line["icon"] = "shield"
            lines.append(line)
    sources = [source for _, source in facts.actions(s, member)]
    labelled = actions.labelled(s, member)
    listed = [
        _action(a, f"act.{label}", source) for (label, a), source in zip(labelled, sources, strict=True)
    ]
    listed += [_action(p, f"drink.{member.id}.{p.name}", "l.potion") for p in facts.potions(s, member)]
    worn = {card.name for card in facts.worn(s, member)}
    slots = [
        {
            "name": slot,
            "icon": looks().slots[crystal][0],
            "tone": looks().slots[crystal][1],
            "card": f"card.{member.slots[slot]}" if slot in member.slots else "",
            "text": "l.slot_text",
            "off": slot in member.slots and member.slots[slot] not in worn,
        }
        for slot, crystal in (_places(member) if member.kind == "hero" else ())
    ]
    return {
        "piece": member.id,
        "seat": member.seat,
        "name": card.name,
        "icon": icon_of(member.card, member.kind),
        "order": order,
        "lines": lines,
        "actions": listed,
        "slots": slots,
        "abilities": [{"name": a, "text": ability_text(a)} for a in sorted(facts.abilities(s, member))],
    }


def _points(s: State, member: Member) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return action and movement points, left and in all; who is still to act shows what it will have."""
    turn = s.turn
    if turn.side == "heroes" and member.id in (turn.active, turn.pet):
        mp = facts.movement(s, member) * (2 if member.ran else 1)
        return (facts.ap_left(s, member), facts.ap_total(s, member)), (facts.mp_left(s, member), mp)
    fresh = msgspec.structs.replace(member, ap_spent=0, mp_spent=0, ran=False, gains={})
    ap, mp = facts.ap_total(s, fresh), facts.movement(s, fresh)
    master = s.members.get(member.master)
    acted = member.id in turn.acted if master is None else master.pet_done and master.id in turn.acted
    if turn.side == "heroes" and acted:
        return (0, ap), (0, mp)
    return (ap, ap), (mp, mp)


def _places(hero: Member) -> list[tuple[str, str]]:
    """Return the places for equipment and the crystal of each: the four slots and those for a while."""
    more = [(slot, box().equipment[card].slot) for slot, card in hero.slots.items() if slot not in SLOTS]
    return [*((slot, slot) for slot in SLOTS), *more]


def _action(action: Action, group: str, source: str) -> dict[str, Any]:
    potion = group.startswith("drink.")
    icon, tone = manner(action)
    return {
        "id": group,
        "name": action.name,
        "cost": action.cost,
        "kind": "potion" if potion and action.kind == "support" else action.kind,
        "icon": "potion" if potion else icon,
        "tone": tone,
        "text": action.text,
        "group": group,
        "source": source,
        "rule": "PO-2" if potion else "HA-10",
    }
