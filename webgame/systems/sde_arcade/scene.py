"""The scene: the table of Super Dungeon Explore in the drawing vocabulary of the engine."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec

from webgame.engine.masks import bits
from webgame.engine.scene import Record, Scene
from webgame.systems.sde_arcade import cards
from webgame.systems.sde_arcade.cards import Action, HeroCard, box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.looks import icon_of, looks, manner, page
from webgame.systems.sde_arcade.rules import actions, facts
from webgame.systems.sde_arcade.rules.effects import ability_text
from webgame.systems.sde_arcade.rules.turn import candidates
from webgame.systems.sde_arcade.state import Figure, Member, State

SLOTS = ("Ruby", "Citrine", "Emerald", "Sapphire")
ATTRIBUTES = ("STR", "ARM", "WILL", "DEX")


def scene(s: State) -> Scene:
    """Return the whole scene; everything on the table is public."""
    return {
        "board": {"main": {"kind": "squares", "w": s.width, "h": s.height}},
        "pieces": _pieces(s),
        "tokens": _tokens(s),
        "areas": _areas(s),
        "cards": _cards(s),
        "sheets": {m.id: _sheet(s, m, i) for i, m in enumerate(s.members.values())},
        "tracks": _tracks(s),
        "turn": {"now": _turn(s)},
    }


def _pieces(s: State) -> dict[str, Record]:
    pieces = {}
    for member in s.members.values():
        pieces[member.id] = _piece(s, member)
    for monster in s.monsters.values():
        pieces[monster.id] = _piece(s, monster)
    return pieces


def _piece(s: State, fig: Figure) -> Record:
    full = facts.hearts(s, fig)
    state = ""
    if isinstance(fig, Member):
        tone = looks().tones["pet" if fig.kind == "pet" else _affinity(fig)]
        if fig.down:
            state = "down"
        elif fig.id in (s.turn.active, s.turn.pet) and s.turn.side == "heroes":
            state = "active"
        elif fig.id in s.turn.acted:
            state = "done"
    else:
        kind = fig.kind
        affinity = facts.monster_card(fig).affinity
        tone = looks().tones[affinity[0]] if kind == "creep" and "Slime" in fig.card else looks().tones[kind]
    return {
        "at": fig.at,
        "size": fig.size,
        "icon": icon_of(fig.card, fig.kind),
        "name": facts.name(fig),
        "side": "heroes" if facts.on_party_side(fig) else "consul",
        "kind": f"l.{fig.kind}",
        "tone": tone,
        "health": [full - fig.wounds, full],
        "badges": _badges(s, fig),
        "seat": fig.seat if isinstance(fig, Member) else "",
        "card": _card_id(fig),
        "state": state,
    }


def _affinity(member: Member) -> str:
    card = facts.member_card(member)
    return card.affinity[0] if isinstance(card, HeroCard) else "hero"


def _card_id(fig: Figure) -> str:
    return f"{'hero' if fig.kind == 'hero' else 'model'}.{fig.card}"


def _badges(s: State, fig: Figure) -> list[dict[str, Any]]:
    badges = []
    for status in fig.status:
        icon, tone = looks().status[status]
        badges.append({"icon": icon, "name": status, "n": 0, "tone": tone})
    for name in dict.fromkeys(entry.name for entry in fig.lasting):
        badges.append({"icon": "level-up", "name": name, "n": 0, "tone": "gold"})
    if isinstance(fig, Member):
        if fig.wrath:
            badges.append({"icon": "terror", "name": "l.wrath", "n": fig.wrath, "tone": "crimson"})
        for creep in fig.invaders:
            card = s.monsters[creep].card
            badges.append({"icon": icon_of(card, "creep"), "name": card, "n": 0, "tone": "violet"})
    return badges


def _tokens(s: State) -> dict[str, Record]:
    tokens: dict[str, Record] = {}
    for token in s.tokens.values():
        icon, tone = looks().tokens[token.kind]
        tokens[token.id] = {
            "at": token.at,
            "icon": icon,
            "name": f"l.token_{token.kind}",
            "kind": token.kind,
            "tone": tone,
        }
    for template in s.templates.values():
        tokens[template.id] = {
            "squares": list(template.squares),
            "icon": looks().traps.get(template.trap, "trap"),
            "name": template.trap,
            "kind": "trap",
            "tone": "crimson",
            "text": box().traps[template.trap].text,
        }
    return tokens


def _areas(s: State) -> dict[str, Record]:
    areas: dict[str, Record] = {
        "backpack": {
            "name": "l.backpack",
            "kind": "row",
            "count": len(s.backpack) + len(s.kept),
            "order": 0,
            "icon": "backpack",
        }
    }
    for i, tile in enumerate(s.tiles):
        if tile.cards:
            areas[f"tile.{i}"] = {
                "name": "l.tile_cards",
                "n": i + 1,
                "kind": "row",
                "count": len(tile.cards),
                "order": i + 1,
                "icon": "campaign",
            }
    if s.turn.card:
        areas["command"] = {"name": "l.command", "kind": "row", "count": 1, "order": 10, "icon": "overlord"}
    for i, deck in enumerate((s.loot, s.treasure, s.explore, s.command)):
        areas[f"deck.{deck.name}"] = {
            "name": f"l.deck_{deck.name}",
            "kind": "pile",
            "count": len(deck.draw_pile),
            "discarded": len(deck.discard_pile),
            "order": 20 + i,
            "icon": "cards",
        }
    return areas


def _cards(s: State) -> dict[str, Record]:
    found: dict[str, Record] = {}
    copies: dict[str, int] = {}
    for order, card in enumerate(s.backpack):
        copies[card] = copies.get(card, 0) + 1
        name = card if copies[card] == 1 else f"{card}#{copies[card]}"
        found[name] = {"area": "backpack", "card": f"card.{card}", "order": order, "state": ""}
    for i, tile in enumerate(s.tiles):
        for order, card in enumerate(tile.cards):
            found[f"tile.{i}.{order}"] = {
                "area": f"tile.{i}",
                "card": f"explore.{card}",
                "order": order,
                "state": "",
            }
    for order, card in enumerate(s.kept):
        found[f"kept.{order}"] = {
            "area": "backpack",
            "card": f"explore.{card}",
            "order": 100 + order,
            "state": "",
        }
    if s.turn.card:
        found["command"] = {"area": "command", "card": f"command.{s.turn.card}", "order": 0, "state": ""}
    return found


def _sheet(s: State, member: Member, order: int) -> Record:
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


def _tracks(s: State) -> dict[str, Record]:
    points = [m for m in s.monsters.values() if m.kind == "spawning_point"]
    constants = s.options
    return {
        "points": _track("l.points", len(points), s.spawn_points, "portal", "consul", 0),
        "mighty": _track("l.mighty", s.might, len(box().tables["mighty_monsters"]), "level-up", "consul", 1),
        "bosses": _track(
            "l.bosses_left", len(s.pool.mini_bosses) + bool(s.pool.boss), 0, "overlord", "consul", 2
        ),
        "coins": _track("l.coins", s.coins, 0, "coin", "heroes", 3),
        "keys": _track("l.keys", s.keys, 0, "key", "heroes", 4),
        "wrath": _track("l.wrath_supply", s.wrath_supply, 0, "terror", "", 5),
        "loot": _track(
            "l.loot_due",
            min(s.turn.loot, int(constants["loot_per_turn"])),
            int(constants["loot_per_turn"]),
            "cards",
            "heroes",
            6,
        ),
        "treasure": _track("l.treasure_due", s.turn.treasure, 0, "chest", "heroes", 7),
    }


def _track(name: str, value: int, most: int, icon: str, side: str, order: int) -> Record:
    return {
        "name": name,
        "value": value,
        "max": most,
        "icon": icon,
        "side": side,
        "order": order,
        "tone": "",
        "text": f"{name}_text",
    }


def _turn(s: State) -> Record:
    turn = s.turn
    if turn.side == "heroes":
        active = turn.pet or turn.active
        queue: list[str] = []
    else:
        queue = turn.order[turn.at :]
        active = queue[0] if turn.phase == "command" and queue else ""
        queue = queue[:12]
    now: Record = {
        "round": turn.round,
        "phase": f"phase.{turn.phase}",
        "side": turn.side,
        "active": active,
        "queue": queue,
        "next": _next(s),
    }
    return {**now, "card": f"command.{turn.card}", "program": _program(s)} if turn.card else now


def _next(s: State) -> str:
    """Return the words on what comes after whoever acts now (TS-1, TS-2)."""
    if s.turn.phase == "over":
        return ""
    if s.turn.side == "consul" or s.turn.phase == "setup":
        return "next.heroes"
    chosen = s.turn.phase == "choose"  # one of those that may act is about to be named
    left = int(s.options["heroes_per_turn"]) - len(s.turn.acted) - chosen
    more = s.turn.phase != "power_up" and left > 0 and len(candidates(s)) > chosen
    return "next.hero" if more else "next.consul"


def _program(s: State) -> list[Record]:
    """Return the commands of the card in play, one by one, and which of them is performed (MA-9)."""
    turn = s.turn
    running = turn.side == "consul" and turn.phase == "command"
    found = []
    for i, step in enumerate(box().commands[turn.card].steps):
        for n in range(step.times):
            now, here = (turn.step, turn.repeat), (i, n)
            state = "now" if running and here == now else "done" if here < now else ""
            found.append({"name": f"l.step_{step.command}", "state": state})
    return found


# -- the static part -----------------------------------------------------------------------------------------


def static_key(s: State) -> str:
    """Return a name that changes with box, layout and locked doors."""
    locked = "".join("x" if tile.locked else "-" for tile in s.tiles)
    return f"{cards.digest()}-{sha256(s.dungeon.encode()).hexdigest()[:12]}-{locked}"


def static(s: State) -> dict[str, Any]:
    """Return board, terrain, card texts, dice and theme."""
    lay = layout(s)
    return {
        "theme": {"name": "l.game", "tone": "forest", "goal": "l.goal"},
        "board": {
            "w": s.width,
            "h": s.height,
            "floor": _floor(s),
            "tiles": [
                {
                    "x": t.x,
                    "y": t.y,
                    "w": lay.size,
                    "h": lay.size,
                    "name": box().tiles[t.side].name,
                    "theme": box().tiles[t.side].theme,
                }
                for t in s.tiles
            ],
            "terrain": {name: list(bits(mask)) for name, mask in sorted(lay.effects.items()) if mask},
            "walls": [list(wall) for wall in sorted(lay.grid.wall_segments())],
            "doors": _doors(s),
        },
        "terrain": terrain(),
        "cards": texts(),
        "dice": {
            code: {
                "name": f"l.die_{code}",
                "tone": looks().dice[code],
                "faces": [dict(face) for face in die.faces],
            }
            for code, die in box().dice.items()
        },
        "symbols": {name: {"name": f"l.{name}", "icon": icon} for name, icon in looks().symbols.items()},
    }


def _doors(s: State) -> list[list[int | str]]:
    """Return the sides of squares where a doorway leads on, closed if a tile is locked (EX-12)."""
    doors: list[list[int | str]] = []
    for doorway in layout(s).doorways:
        if doorway.joined < 0 or doorway.side not in "ES":
            continue
        shut = s.tiles[doorway.tile].locked or s.tiles[doorway.joined].locked
        for square in bits(doorway.squares):
            x, y = square % s.width + 1, square // s.width + 1
            start = [x, y - 1] if doorway.side == "E" else [x - 1, y]
            doors.append([*start, x, y, "closed" if shut else "open"])
    return doors


def _floor(s: State) -> list[str]:
    floor = layout(s).grid.floor
    return [
        "".join("." if floor >> (y * s.width + x) & 1 else "#" for x in range(s.width))
        for y in range(s.height)
    ]


@lru_cache(maxsize=1)
def terrain() -> dict[str, Any]:
    """Return the look and text of every tile effect."""
    tones = {"negative": "negative", "neutral": "neutral", "blessing": "blessing", "impassable": "blocked"}
    return {
        e.name: {"name": e.name, "icon": looks().effects[e.name], "tone": tones[e.sign], "text": e.text}
        for e in box().effects.values()
    }


@lru_cache(maxsize=1)
def texts() -> dict[str, Any]:
    """Return the text of every card that can come into view; `entry` is its place in the book."""
    texts: dict[str, Any] = {}
    for held in box().equipment.values():
        icon, tone = looks().slots[held.slot]
        texts[f"card.{held.name}"] = {
            "name": held.name,
            "kind": f"l.{held.kind}",
            "icon": icon,
            "tone": tone,
            "text": held.text,
            "rule": "PU-6",
        }
    for wonder in box().wonders.values():
        texts[f"card.{wonder.name}"] = {
            "name": wonder.name,
            "kind": "l.wonder",
            "icon": icon_of(wonder.pet, "pet"),
            "tone": "amber",
            "text": wonder.text,
            "rule": "PT-1",
        }
    for explore in box().explore.values():
        texts[f"explore.{explore.name}"] = {
            "name": explore.name,
            "kind": "l.explore",
            "icon": "campaign",
            "tone": "teal",
            "text": explore.text,
            "rule": "EX-3",
        }
    for command in box().commands.values():
        lines = [f"l.step_{step.command}" for step in command.steps for _ in range(step.times)]
        texts[f"command.{command.name}"] = {
            "name": command.name,
            "kind": "l.command",
            "icon": "overlord",
            "tone": "crimson",
            "text": command.text,
            "lines": lines,
            "rule": "MA-8",
        }
    for hero in box().heroes.values():
        texts[f"hero.{hero.id}"] = {
            "name": hero.name,
            "kind": "l.hero",
            "icon": icon_of(hero.id),
            "tone": "gold",
            "text": hero.text,
        }
    for model in box().monsters.values():
        texts[f"model.{model.name}"] = _model_text(model.name)
    for pet in box().pets.values():
        texts[f"model.{pet.name}"] = {
            "name": pet.name,
            "kind": "l.pet",
            "icon": icon_of(pet.name, "pet"),
            "tone": "amber",
            "text": pet.text,
        }
    for id, text in texts.items():
        text["entry"] = page(*id.split(".", 1))
    return texts


def _model_text(name: str) -> dict[str, Any]:
    model = box().monsters[name]
    lines = []
    if model.gang:
        gang = box().gangs[model.gang]
        lines.append(
            f"{gang.name}: {gang.gang.ac}/{gang.gang.STR}/{gang.gang.RNG} "
            f"({', '.join(b['model'] for b in gang.bonded)})"
        )
        for lent in gang.lends:
            lines.append(f"{lent.model}: {', '.join([*lent.abilities, *(u.name for u in lent.unique)])}")
    lines += [f"{a}: {ability_text(a)}" for a in model.abilities]
    lines += [f"{u.name}: {u.text}" for u in model.unique]
    return {
        "name": name,
        "kind": f"l.{model.rank}",
        "icon": icon_of(name, model.rank),
        "tone": looks().tones.get(model.rank, "crimson"),
        "text": model.text,
        "lines": lines,
        "rule": "GA-3",
    }
