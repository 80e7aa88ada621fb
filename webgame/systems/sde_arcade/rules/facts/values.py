"""Values of figures: hearts, attributes, movement and action points (DR-7, HA-18, ST-6)."""

from __future__ import annotations

from collections.abc import Iterable

from webgame.systems.sde_arcade.cards import Dice, Effect, HeroCard
from webgame.systems.sde_arcade.rules.facts.abilities import has, lasting
from webgame.systems.sde_arcade.rules.facts.cards import in_force, tile_effects, turn_effects, value_of, worn
from webgame.systems.sde_arcade.rules.facts.figures import card, member_card
from webgame.systems.sde_arcade.state import Figure, Member, Monster, State


def added(effects: Iterable[Effect], op: str) -> int:
    """Return the sum of the amounts of one kind of effects."""
    return sum(int(e["amount"]) for e in effects if e["op"] == op)


def _worn_sum(s: State, member: Member, op: str) -> int:
    """Add up an equipment value; an `affinity` entry with `instead` replaces the plain one (AF-3)."""
    if not member.slots:
        return 0
    affinity = getattr(member_card(member), "affinity", ())
    return sum([value_of(held.name, op, affinity) for held in worn(s, member)])


def hearts(s: State, fig: Figure) -> int:
    """Return how many wounds destroy a figure (HA-18)."""
    printed = card(fig).hearts
    if isinstance(fig, Member):
        return printed + _worn_sum(s, fig, "hearts") + added(lasting(s, fig), "hearts")
    return printed


def hearts_left(s: State, fig: Figure) -> int:
    """Return a figure's hearts without wounds."""
    return hearts(s, fig) - fig.wounds


def attribute(s: State, member: Member, attr: str) -> Dice:
    """Return an attribute with equipment and lasting bonuses (DR-7, AF-3); the best of `alternatives`."""
    found = alternatives(s, member, attr)
    if len(found) == 1:
        return found[0]
    return max(found, key=lambda d: 4 * d.B + 7 * d.R + 12 * d.G + 6 * d.stars)  # by average (DR-2)


def alternatives(s: State, member: Member, attr: str) -> list[Dice]:
    """Return what a member may roll for an attribute: its own, then what a Silver Mirror shows."""
    printed = member_card(member)
    affinity = getattr(printed, "affinity", ())
    entry = printed.attributes.get(attr)
    dice = entry.dice if entry is not None else Dice()
    effects = lasting(s, member)
    fixed = [e for e in effects if e["op"] == "set_attr" and e["attr"] == attr]
    if fixed:
        dice = _dice(fixed[-1]["dice"])
    for held in () if fixed and fixed[-1]["ignore_equipment"] else worn(s, member):
        bonuses = [b for b in held.bonus if b.attr == attr]
        special = [b for b in bonuses if b.affinity and b.affinity in affinity]
        for bonus in special:
            dice += bonus.dice
        if not any(b.instead for b in special):
            for bonus in bonuses:
                if not bonus.affinity:
                    dice += bonus.dice
    for effect in effects:
        if effect["op"] == "bonus" and effect["attr"] == attr:
            dice += _dice(effect["dice"])
        elif effect["op"] == "arm" and attr == "ARM":
            dice += Dice(stars=int(effect["amount"]))
    shown = [e["attributes"] for e in effects if e["op"] == "copy_attributes"]
    return [dice, *(_dice(attributes[attr]) for attributes in shown if attr in attributes)]


def as_stars(effects: Iterable[Effect], *attrs: str) -> int:
    """Return what bonus dice are to a monster, which rolls none: a star for each (FI-4)."""
    found = (_dice(e["dice"]) for e in effects if e["op"] == "bonus" and e["attr"] in attrs)
    return sum(dice.B + dice.R + dice.G + dice.stars for dice in found)


def _dice(data: dict[str, int]) -> Dice:
    return Dice(data.get("B", 0), data.get("R", 0), data.get("G", 0), data.get("stars", 0))


def defense_attributes(s: State, member: Member) -> tuple[str, ...]:
    """Return the attributes a member may defend with (HA-16), Dodge included."""
    printed = member_card(member).defense
    if "DEX" not in printed and has(s, member, "Dodge"):
        if not {"Knockdown", "Immobile", "Slow"}.intersection(member.status):
            return (*printed, "DEX")
    return printed


def movement(s: State, fig: Figure) -> int:
    """Return movement points or MV: bonuses first, then halves rounded up (Slow: ST-6)."""
    total = card(fig).mov
    halves = fig.status.count("Slow") if fig.status else 0
    effects = lasting(s, fig)
    if isinstance(fig, Member):
        total += _worn_sum(s, fig, "mov") + fig.gains.get("mov", 0)
    elif isinstance(fig, Monster) and not fig.friend:
        effects += turn_effects(s)
    for effect in effects:
        if effect["op"] == "mov":
            total += int(effect["amount"])
        elif effect["op"] == "mov_mult":
            if effect["value"] == 0.5:
                halves += 1
            else:
                total = int(total * effect["value"])
    if in_force(s, fig):
        for effect in tile_effects(s, fig, "mov_mult"):  # Mountain of Gold: not on top of Slow
            if effect.get("not_with") not in fig.status:
                halves += 1
        if isinstance(fig, Monster):
            total += added(tile_effects(s, fig, "mov"), "mov")  # Members gain it for the activation (EX-14)
    for _ in range(halves):
        total = (total + 1) // 2
    return max(0, total)


def ap_total(s: State, member: Member) -> int:
    """Return the action points of an activation (Poison: one less, at least 1, ST-6)."""
    total = member_card(member).ap + _worn_sum(s, member, "ap") + member.gains.get("ap", 0)
    if effects := lasting(s, member):
        total += added(effects, "ap")
    if "Poison" in member.status:
        total = max(1, total - 1)
    return total


def ap_left(s: State, member: Member) -> int:
    """Return the action points not spent yet."""
    return max(0, ap_total(s, member) - member.ap_spent)


def mp_left(s: State, member: Member) -> int:
    """Return the movement points not spent yet; Run doubles the total (BA-5, BA-13)."""
    return max(0, movement(s, member) * (2 if member.ran else 1) - member.mp_spent)


def potion_limit(s: State, member: Member) -> int:
    """Return how many potion tokens a Hero can hold (PO-1)."""
    printed = member_card(member)
    quantity = printed.potion_quantity if isinstance(printed, HeroCard) else 0
    return (
        max(0, quantity + _worn_sum(s, member, "potion_quantity")) if quantity or member.kind == "hero" else 0
    )
