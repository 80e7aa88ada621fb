"""What stands and lies on the map: figures with their badges, tokens, trap templates."""

from __future__ import annotations

from typing import Any

from webgame.engine.scene import Record
from webgame.systems.sde_arcade.cards import HeroCard, box
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
