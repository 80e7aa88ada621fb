"""What stands and lies on the map: figures with their badges, tokens, trap templates."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from webgame.engine.scene import Record
from webgame.systems.sde_arcade.cards import HeroCard, MonsterCard, PetCard, box
from webgame.systems.sde_arcade.looks import icon_of, looks
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.state import Figure, Member, State


def pieces(s: State) -> dict[str, Record]:
    """Return every figure, those off the map, too."""
    found = {}
    for member in s.members.values():
        found[member.id] = _piece(s, member)
    for monster in s.monsters.values():
        found[monster.id] = _piece(s, monster)
    return found


def _piece(s: State, fig: Figure) -> Record:
    full = facts.hearts(s, fig)
    state = seat = ""
    wrath = 0
    invaders: tuple[str, ...] = ()
    if isinstance(fig, Member):
        if fig.down:
            state = "down"
        elif fig.id in (s.turn.active, s.turn.pet) and s.turn.side == "heroes":
            state = "active"
        elif fig.id in s.turn.acted:
            state = "done"
        seat, wrath = fig.seat, fig.wrath
        if fig.invaders:
            invaders = tuple([s.monsters[creep].card for creep in fig.invaders])
    return _record(
        fig.card,
        fig.kind,
        fig.at,
        fig.size,
        full - fig.wounds,
        full,
        facts.on_party_side(fig),
        tuple(fig.status),
        tuple(dict.fromkeys([entry.name for entry in fig.lasting])) if fig.lasting else (),
        state,
        seat,
        wrath,
        invaders,
    )


@lru_cache(maxsize=2048)
def _record(
    card: str,
    kind: str,
    at: int,
    size: int,
    left: int,
    full: int,
    friend: bool,
    status: tuple[str, ...],
    effects: tuple[str, ...],
    state: str,
    seat: str,
    wrath: int,
    invaders: tuple[str, ...],
) -> Record:
    """Return the record of a figure, made once: most figures are as they were a frame ago."""
    return {
        "at": at,
        "size": size,
        "icon": icon_of(card, kind),
        "name": _card(card, kind).name,
        "side": "heroes" if friend else "consul",
        "kind": f"l.{kind}",
        "tone": _tone(card, kind),
        "health": [left, full],
        "badges": _badges(status, effects, wrath, invaders),
        "seat": seat,
        "card": f"{'hero' if kind == 'hero' else 'model'}.{card}",
        "state": state,
    }


def _card(card: str, kind: str) -> HeroCard | PetCard | MonsterCard:
    return (
        box().heroes[card] if kind == "hero" else box().pets[card] if kind == "pet" else box().monsters[card]
    )


def _tone(card: str, kind: str) -> str:
    if kind == "hero":
        return looks().tones[box().heroes[card].affinity[0]]
    if kind == "creep" and "Slime" in card:
        return looks().tones[box().monsters[card].affinity[0]]
    return looks().tones[kind]


def _badges(
    status: tuple[str, ...], effects: tuple[str, ...], wrath: int, invaders: tuple[str, ...]
) -> list[dict[str, Any]]:
    badges = []
    for name in status:
        icon, tone = looks().status[name]
        badges.append({"icon": icon, "name": name, "n": 0, "tone": tone})
    for name in effects:
        badges.append({"icon": "level-up", "name": name, "n": 0, "tone": "gold"})
    if wrath:
        badges.append({"icon": "terror", "name": "l.wrath", "n": wrath, "tone": "crimson"})
    for creep in invaders:
        badges.append({"icon": icon_of(creep, "creep"), "name": creep, "n": 0, "tone": "violet"})
    return badges


def tokens(s: State) -> dict[str, Record]:
    """Return the tokens and trap templates on the map."""
    found: dict[str, Record] = {}
    for token in s.tokens.values():
        icon, tone = looks().tokens[token.kind]
        found[token.id] = {
            "at": token.at,
            "icon": icon,
            "name": f"l.token_{token.kind}",
            "kind": token.kind,
            "tone": tone,
        }
    for template in s.templates.values():
        found[template.id] = {
            "squares": list(template.squares),
            "icon": looks().traps.get(template.trap, "trap"),
            "name": template.trap,
            "kind": "trap",
            "tone": "crimson",
            "text": box().traps[template.trap].text,
        }
    return found
