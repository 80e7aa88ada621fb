"""What cards have in force: equipment, invaders, explore and command cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from webgame.systems.sde_arcade.cards import Effect, Equipment, box
from webgame.systems.sde_arcade.dungeon import layout_of
from webgame.systems.sde_arcade.rules.facts.figures import monster_card
from webgame.systems.sde_arcade.rules.facts.places import tiles_of
from webgame.systems.sde_arcade.state import OFF, Figure, Member, State

PLURAL = {"hero": "heroes_on_tile"}  # how explore cards name whom they mean


def worn(s: State, member: Member) -> Iterator[Equipment]:
    """Yield the equipment that works: slots switched off by slimes (CR-4) are left out."""
    if not member.slots:
        return
    off: set[str] = set()
    for creep in member.invaders:
        effect = monster_card(s.monsters[creep]).invader_effect
        if effect is not None and effect["op"] == "disable_slot":
            off.add(effect["crystal"])
    equipment = box().equipment
    for slot, held in member.slots.items():
        if slot not in off and equipment[held].slot not in off:
            yield equipment[held]


def invaded(s: State, member: Member, op: str) -> int:
    """Return how many creeps on the Hero's card have the effect `op`."""
    effects = (monster_card(s.monsters[creep]).invader_effect for creep in member.invaders)
    return sum(1 for effect in effects if effect is not None and effect["op"] == op)


def turn_effects(s: State) -> tuple[Effect, ...]:
    """Return the effects of the special rule of the command card in play (MA-10)."""
    if s.turn.side != "consul" or not s.turn.card:
        return ()
    special = box().commands[s.turn.card].special
    return special.effects if special else ()


def cards_lie(s: State) -> bool:
    """Whether an explore card is in force on any tile (EX-3)."""
    for tile in s.tiles:
        if tile.cards:
            return True
    return False


def in_force(s: State, fig: Figure) -> Sequence[str]:
    """Return the explore cards in force on the tiles where a figure stands (EX-3)."""
    if fig.at == OFF:
        return ()
    if fig.size == 1:
        return s.tiles[layout_of(s.dungeon).tile_of[fig.at]].cards
    return [card for tile in tiles_of(s, fig) for card in s.tiles[tile].cards]


def tile_effects(s: State, fig: Figure, op: str) -> Sequence[Effect]:
    """Return the effects named `op` of explore cards in force on the tiles where a figure stands (EX-3)."""
    cards = in_force(s, fig)
    return [effect for card in cards for effect in _effects(card, op)] if cards else ()


@cache
def _effects(card: str, op: str) -> tuple[Effect, ...]:
    """Return the effects named `op` of an explore card."""
    return tuple(effect for effect in box().explore[card].effects if effect["op"] == op)


@cache
def _granted(card: str) -> tuple[tuple[str, str], ...]:
    """Return whom an explore card gives keywords, and which; Ghost is given to the tile (dungeon.changes)."""
    return tuple(
        (effect["target"], effect["ability"])
        for effect in box().explore[card].effects
        if effect["op"] == "gain_ability" and effect["ability"] != "Ghost"
    )


@cache
def grantable() -> frozenset[str]:
    """Return all keywords that explore cards may give."""
    return frozenset(word for card in box().explore for _, word in _granted(card))


def granted(s: State, fig: Figure) -> list[str]:
    """Return the keywords that explore cards give a figure where it stands (EX-3)."""
    cards = in_force(s, fig)
    if not cards:
        return []
    kinds = ("models_on_tile", f"{fig.kind}_on_tile", PLURAL.get(fig.kind))
    return [word for card in cards for target, word in _granted(card) if target in kinds]


def keywords(held: Equipment) -> list[str]:
    """Return the keywords that equipment gives, one by one ("Cursed, Luck" are two)."""
    return [word for entry in held.abilities for word in entry.split(", ")]


@cache
def keywords_on(equipment: str) -> tuple[str, ...]:
    """Return the keywords that the equipment of this name gives."""
    return tuple(keywords(box().equipment[equipment]))


@cache
def _jinxed() -> frozenset[str]:
    """Return the cards that make every roll of their wearer one star lower (Fool's Gold)."""
    return frozenset(held.name for held in box().equipment.values() if "Cursed, Luck" in held.abilities)


def jinxes(s: State, member: Member) -> list[str]:
    """Return the cards a member wears each of which makes every roll of it one star lower (AB-3)."""
    if _jinxed().isdisjoint(member.slots.values()):
        return []
    return [held.name for held in worn(s, member) if held.name in _jinxed()]


@cache
def value_of(equipment: str, op: str, affinity: tuple[str, ...]) -> int:
    """Return a value that one card adds for a Hero with these affinities."""
    effects = [e for e in box().equipment[equipment].effects if e["op"] == op]
    special = [e for e in effects if e.get("affinity") and e["affinity"] in affinity]
    plain = [] if any(e.get("instead") for e in special) else [e for e in effects if not e.get("affinity")]
    return sum(int(e["amount"]) for e in special + plain)


def fogged(s: State, fig: Figure, squares: int) -> int:
    """Return a printed range as Mistmourn Fog leaves it (EX-14)."""
    for effect in tile_effects(s, fig, "range"):
        squares = max(int(effect["min"]), squares + int(effect["amount"]))
    return squares


def forbidden_here(s: State, fig: Figure, what: str) -> str | None:
    """Return the explore card that forbids `what` (unique_support, unique_offense) at a figure, or None."""
    for held in in_force(s, fig):
        for effect in _effects(held, "forbid"):
            if effect["what"] in (what, "unique") and effect.get("target") == "models_on_tile":
                return held
    return None
