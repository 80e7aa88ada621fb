"""Questions about the table that change nothing: values, ranges, who may target whom.

Everything here is derived from the state and the box at the moment of asking; nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

from webgame.engine.masks import bits
from webgame.engine.sight import Sight
from webgame.engine.squares import Grid
from webgame.systems.sde_arcade.cards import (
    Action,
    Dice,
    Effect,
    Equipment,
    HeroCard,
    Line,
    MonsterCard,
    PetCard,
    Unique,
    box,
)
from webgame.systems.sde_arcade.dungeon import WALL, layout, layout_of
from webgame.systems.sde_arcade.state import OFF, Figure, Member, Monster, State

# Auras of spawning points (GA-15): the affinity they ask for and what a monster within GANG_RANGE gains.
AURAS = {
    "Bane Aura": ("Ruby", "Bane"),
    "Fire Aura": ("Citrine", "Fire"),
    "Grabby Hands": ("Sapphire", "Grabby"),
    "Mob Mentality": ("Citrine", "Mob"),
    "Poison Aura": ("Citrine", "Poison"),
    "Rock Aura": ("Sapphire", "Immune: All"),
    "Stealth Aura": ("Ruby", "Stealth"),
}
AURA_CRYSTALS = {word: crystal for crystal, word in AURAS.values()}
DRAGONS = ("Dragon", "Drake", "Kobold")  # types that Dragon Blessing helps (GA-15)
ELEMENT = "Elemental Affinity: "  # begins the mark in Member.once that names the element chosen (AF-4)
STUDENT = "Student"  # mark in Member.once: has used an action of another Hero's card
BLESSED = ("hero", "elite", "minion")  # TE-3
MIGHTY = ("elite", "minion")  # PU-12
PLURAL = {"hero": "heroes_on_tile"}  # how explore cards name whom they mean


class Refusal(NamedTuple):
    """Why something can't be done: a message key, the rule and the message's parameters."""

    key: str
    rule: str
    params: dict[str, Any] = {}


class Gang(NamedTuple):
    """The state of a gang at this moment (GA-6): the line in use and what bonded models lend."""

    together: bool
    line: Line
    partners: tuple[str, ...]
    abilities: frozenset[str]
    unique: tuple[Unique, ...]


# -- cards ---------------------------------------------------------------------------------------------------


def monster_card(fig: Figure) -> MonsterCard:
    """Return the card of a monster or spawning point."""
    return box().monsters[fig.card]


def member_card(member: Member) -> HeroCard | PetCard:
    """Return the card of a Hero or pet."""
    return box().heroes[member.card] if member.kind == "hero" else box().pets[member.card]


def card(fig: Figure) -> HeroCard | PetCard | MonsterCard:
    """Return the card of any figure."""
    return member_card(fig) if isinstance(fig, Member) else box().monsters[fig.card]


def name(fig: Figure) -> str:
    """Return the printed name of a figure."""
    return card(fig).name


def master_of(s: State, member: Member) -> Member:
    """Return the Hero that answers for a member: itself, or a pet's master."""
    return s.members[member.master] if member.kind == "pet" else member


def pet_of(s: State, hero: Member) -> Member | None:
    """Return the pet of a Hero that is on the map (PT-2: at most one)."""
    for member in s.members.values():
        if member.master == hero.id and member.at != OFF:
            return member
    return None


# -- effects in force ----------------------------------------------------------------------------------------


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


_own_lasting = attrgetter("lasting")


def lasting(s: State, fig: Figure) -> list[Effect]:
    """Return the lasting effects on a figure: its own, and the auras that reach it (AE-4).

    An aura is for friends unless its `whom` says enemies or all (HA-12). Two auras of the same action don't
    add up (AB-2).
    """
    group: Iterable[Figure] = s.members.values()
    if not isinstance(fig, Member):
        cast = any(map(_own_lasting, group))
        group = [*s.monsters.values(), *group] if cast else s.monsters.values()
    if not any(map(_own_lasting, group)):
        return []
    found = [entry.effect for entry in fig.lasting if "area" not in entry.effect]
    known: list[tuple[str, Effect]] = []
    for other in group:
        for entry in other.lasting:
            if "area" not in entry.effect or (entry.name, entry.effect) in known:
                continue
            if other.at == OFF or fig.at == OFF or not _meant(entry.effect, other, fig):
                continue
            if entry.effect.get("among", "") not in getattr(card(fig), "type", ""):
                continue
            reach_ = int(entry.effect["area"].rpartition(" ")[2])
            if near(s, other, fig, reach_) and sees(s, other, fig):  # AE-1
                known.append((entry.name, entry.effect))
                found.append(entry.effect)
    return found


def _meant(aura: Effect, user: Figure, fig: Figure) -> bool:
    """Whether an aura of `user` is for a figure (HA-12)."""
    whom = aura.get("whom", "friends")
    if user is fig:
        return whom != "enemies" and aura.get("except") != "self"
    return bool(whom == "all" or (whom == "enemies") == is_enemy(user, fig))


def turn_effects(s: State) -> tuple[Effect, ...]:
    """Return the effects of the special rule of the command card in play (MA-10)."""
    if s.turn.side != "consul" or not s.turn.card:
        return ()
    special = box().commands[s.turn.card].special
    return special.effects if special else ()


def tile_effects(s: State, fig: Figure, op: str) -> list[Effect]:
    """Return the effects named `op` of explore cards in force on the tiles where a figure stands (EX-3)."""
    return [
        effect
        for tile in tiles_of(s, fig)
        if s.tiles[tile].cards
        for held in s.tiles[tile].cards
        for effect in box().explore[held].effects
        if effect["op"] == op
    ]


@cache
def _granted(card: str) -> tuple[tuple[str, str], ...]:
    """Return whom an explore card gives keywords, and which; Ghost is given to the tile (dungeon.changes)."""
    return tuple(
        (effect["target"], effect["ability"])
        for effect in box().explore[card].effects
        if effect["op"] == "gain_ability" and effect["ability"] != "Ghost"
    )


def granted(s: State, fig: Figure) -> list[str]:
    """Return the keywords that explore cards give a figure where it stands (EX-3)."""
    return [
        word
        for number, tile in enumerate(s.tiles)
        for held in tile.cards
        for target, word in _granted(held)
        if (target == "models_on_tile" or target == f"{fig.kind}_on_tile" or target == PLURAL.get(fig.kind))
        and on_tile(s, fig, number)
    ]


# -- keywords ------------------------------------------------------------------------------------------------


def abilities(s: State, fig: Figure) -> frozenset[str]:
    """Return all keywords of a figure now (AB-1): printed, worn, lent by its gang, of auras, lasting."""
    found = _standing(s, fig)
    effects = lasting(s, fig)
    if not effects:
        return found
    gained = {e["ability"] for e in effects if e["op"] == "gain_ability"}
    lost = {e["ability"] for e in effects if e["op"] == "lose_ability"}
    return (found | gained) - lost


def _standing(s: State, fig: Figure) -> frozenset[str]:
    """Return the keywords of a figure without those of lasting effects."""
    found = printed(fig.kind, fig.card)
    if isinstance(fig, Member):
        lent = _lent_to(s, fig)
        if lent:
            found = found.union(lent)
    elif isinstance(fig, Monster):
        if fig.kind == "elite" and _lendable(fig.card):
            found |= gang(s, fig).abilities
        gained = _auras(s, fig)
        if gained:
            found = found.union(gained)
    here = granted(s, fig)
    return found.union(here) if here else found


def _lent_to(s: State, member: Member) -> list[str]:
    """Return the keywords that a member has of its equipment and, as a master, of its pet (PT-5)."""
    found: list[str] = []
    if member.slots:
        for held in worn(s, member):
            found += _keywords_on(held.name)
    if member.once:
        found += [mark.partition(": ")[2] for mark in member.once if mark.startswith(ELEMENT)]
    pet = pet_of(s, member) if member.kind == "hero" else None
    if pet is not None:
        effects = box().pets[pet.card].master_bonus["effects"]
        found += [e["ability"] for e in effects if e["op"] == "gain_ability"]
    return found


@cache
def printed(kind: str, name: str) -> frozenset[str]:
    """Return the keywords printed on a figure's card."""
    cards: Mapping[str, HeroCard | PetCard | MonsterCard] = box().monsters
    if kind in ("hero", "pet"):
        cards = box().heroes if kind == "hero" else box().pets
    return frozenset(cards[name].abilities)


@cache
def _lendable(elite: str) -> frozenset[str]:
    """Return the keywords that bonded models can lend to an elite."""
    gang_card = box().gangs.get(box().monsters[elite].gang or "")
    return (
        frozenset(word for lent in gang_card.lends for word in lent.abilities) if gang_card else frozenset()
    )


@cache
def _aura_cards() -> dict[str, tuple[tuple[str, str], ...]]:
    """Return the auras printed on cards, as affinity and keyword, by card."""
    return {
        card.name: tuple(AURAS[word] for word in card.abilities if word in AURAS)
        for card in box().monsters.values()
        if not AURAS.keys().isdisjoint(card.abilities)
    }


def keywords(held: Equipment) -> list[str]:
    """Return the keywords that equipment gives, one by one ("Cursed, Luck" are two)."""
    return [word for entry in held.abilities for word in entry.split(", ")]


@cache
def _keywords_on(equipment: str) -> tuple[str, ...]:
    """Return the keywords that the equipment of this name gives."""
    return tuple(keywords(box().equipment[equipment]))


def _auras(s: State, monster: Monster) -> list[str]:
    """Return the keywords that spawning points near by give to a monster (GA-15)."""
    if monster.kind == "spawning_point" or monster.at == OFF:
        return []
    known = _aura_cards()
    points = [point for point in s.monsters.values() if point.card in known]
    if not points:
        return []
    affinity, mine = monster_card(monster).affinity, base(s, monster)
    grid, squares = layout(s).grid, int(s.options["gang_range"])
    return [
        word
        for point in points
        for crystal, word in known[point.card]
        if crystal in affinity and grid.within(base(s, point), squares) & mine
    ]


@cache
def _points_with(keyword: str) -> frozenset[str]:
    """Return the cards of spawning points that print a keyword."""
    return frozenset(
        m.name for m in box().monsters.values() if m.rank == "spawning_point" and keyword in m.abilities
    )


def point_zone(s: State, keyword: str) -> int:
    """Return the squares within two of spawning points that print this keyword (GA-15)."""
    cards = _points_with(keyword)
    squares = int(s.options["gang_range"])
    zone = 0
    for point in s.monsters.values():
        if point.card in cards:
            zone |= layout(s).grid.within(base(s, point), squares)
    return zone


@cache
def _in_auras() -> frozenset[str]:
    """Return the keywords that auras of monsters' actions give or take (AE-4)."""
    actions = [action for model in box().monsters.values() for action in model.unique]
    actions += [action for card in box().gangs.values() for lent in card.lends for action in lent.unique]
    effects = [e for action in actions if (action.area or "").startswith("Aura") for e in action.effects]
    return frozenset(str(effect["ability"]) for effect in effects if "ability" in effect)


def has(s: State, fig: Figure, keyword: str) -> bool:
    """Whether a figure has a keyword now: as `abilities`, but only what may give this one is looked at."""
    if fig.lasting or isinstance(fig, Member) or keyword in _in_auras():
        for effect in lasting(s, fig):
            if effect.get("ability") == keyword:
                return effect["op"] == "gain_ability" and keyword in abilities(s, fig)
    if keyword in printed(fig.kind, fig.card) or keyword in granted(s, fig):
        return True
    if isinstance(fig, Monster):
        if fig.kind == "elite" and keyword in _lendable(fig.card) and keyword in gang(s, fig).abilities:
            return True
        crystal = AURA_CRYSTALS.get(keyword)
        return crystal in monster_card(fig).affinity and keyword in _auras(s, fig)
    return isinstance(fig, Member) and keyword in _lent_to(s, fig)


def numbered(known: Iterable[str], keyword: str) -> int | None:
    """Return the number of a keyword such as 'Pull 5' among those of a figure, or None."""
    for ability in known:
        word, _, number = ability.rpartition(" ")
        if word == keyword and number.isdigit():
            return int(number)
    return None


def immune(s: State, fig: Figure, status: str) -> bool:
    """Whether a figure can't suffer a status effect (Immune; ST-11)."""
    if fig.kind == "spawning_point":
        return True
    known = abilities(s, fig)
    return "Immune: All" in known or "Immune: Status Effects" in known or f"Immune: {status}" in known


# -- values --------------------------------------------------------------------------------------------------


def _sum(effects: Iterable[Effect], op: str) -> int:
    return sum(int(e["amount"]) for e in effects if e["op"] == op)


def _worn_sum(s: State, member: Member, op: str) -> int:
    """Add up an equipment value; an `affinity` entry with `instead` replaces the plain one (AF-3)."""
    if not member.slots:
        return 0
    affinity = getattr(member_card(member), "affinity", ())
    return sum([_value(held.name, op, affinity) for held in worn(s, member)])


@cache
def _value(equipment: str, op: str, affinity: tuple[str, ...]) -> int:
    """Return a value that one card adds for a Hero with these affinities."""
    effects = [e for e in box().equipment[equipment].effects if e["op"] == op]
    special = [e for e in effects if e.get("affinity") and e["affinity"] in affinity]
    plain = [] if any(e.get("instead") for e in special) else [e for e in effects if not e.get("affinity")]
    return sum(int(e["amount"]) for e in special + plain)


def hearts(s: State, fig: Figure) -> int:
    """Return how many wounds destroy a figure (HA-18)."""
    printed = card(fig).hearts
    if isinstance(fig, Member):
        return printed + _worn_sum(s, fig, "hearts") + _sum(lasting(s, fig), "hearts")
    return printed


def hearts_left(s: State, fig: Figure) -> int:
    """Return a figure's hearts without wounds."""
    return hearts(s, fig) - fig.wounds


def attribute(s: State, member: Member, attr: str) -> Dice:
    """Return an attribute with equipment and lasting bonuses (DR-7, AF-3)."""
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
    return _copied(effects, attr, dice) if effects else dice


def _as_stars(effects: Iterable[Effect], *attrs: str) -> int:
    """Return what bonus dice are to a monster, which rolls none: a star for each (FI-4)."""
    found = (_dice(e["dice"]) for e in effects if e["op"] == "bonus" and e["attr"] in attrs)
    return sum(dice.B + dice.R + dice.G + dice.stars for dice in found)


def _copied(effects: Iterable[Effect], attr: str, dice: Dice) -> Dice:
    """Return the better of an attribute and those a Silver Mirror shows, by average stars (DR-2)."""
    shown = [e["attributes"] for e in effects if e["op"] == "copy_attributes"]
    seen = [_dice(attributes[attr]) for attributes in shown if attr in attributes]
    return max([dice, *seen], key=lambda d: 4 * d.B + 7 * d.R + 12 * d.G + 6 * d.stars)


def _dice(data: dict[str, int]) -> Dice:
    return Dice(data.get("B", 0), data.get("R", 0), data.get("G", 0), data.get("stars", 0))


def basic_attacks(s: State, member: Member) -> dict[str, tuple[str, int]]:
    """Return, for each attribute that has a basic attack, its icon and range (BA-1 to BA-3)."""
    return {
        attr: (entry.range.icon, entry.range.squares)
        for attr, entry in member_card(member).attributes.items()
        if entry.range is not None
    }


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
    halves = fig.status.count("Slow")
    effects = list(lasting(s, fig))
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
    for effect in tile_effects(s, fig, "mov_mult"):  # Mountain of Gold: not on top of Slow
        if effect.get("not_with") not in fig.status:
            halves += 1
    if isinstance(fig, Monster):
        total += _sum(tile_effects(s, fig, "mov"), "mov")  # Members gain it for the activation (EX-14)
    for _ in range(halves):
        total = (total + 1) // 2
    return max(0, total)


def ap_total(s: State, member: Member) -> int:
    """Return the action points of an activation (Poison: one less, at least 1, ST-6)."""
    total = (
        member_card(member).ap
        + _worn_sum(s, member, "ap")
        + member.gains.get("ap", 0)
        + _sum(lasting(s, member), "ap")
    )
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


def actions(s: State, member: Member) -> list[tuple[Action, str]]:
    """Return the unique actions of a member with the card each comes from; a name counts once (AB-2)."""
    printed = member_card(member)
    found = [(action, printed.name) for action in printed.actions]
    if member.kind == "hero":
        for held in worn(s, member):
            found += [(action, held.name) for action in held.actions]
        if STUDENT in printed.abilities and STUDENT not in member.once:
            for other in s.members.values():
                if other.kind == "hero" and other is not member:
                    learnt = member_card(other)
                    found += [(action, f"{STUDENT}: {learnt.name}") for action in learnt.actions]
        pet = pet_of(s, member)
        if pet is not None:
            pet_card = box().pets[pet.card]
            for effect in pet_card.master_bonus["effects"]:
                if effect["op"] == "gain_action":
                    found += [(a, pet_card.name) for a in pet_card.actions if a.name == effect["action"]]
    seen: set[tuple[str, str]] = set()
    return [f for f in found if not ((f[0].name, f[1]) in seen or seen.add((f[0].name, f[1])))]  # type: ignore[func-returns-value]


def potions(s: State, member: Member) -> tuple[Action, ...]:
    """Return the potions printed on a Hero's card."""
    printed = member_card(member)
    return printed.potions if isinstance(printed, HeroCard) else ()


def gang(s: State, monster: Monster) -> Gang:
    """Return the state of an elite's gang (GA-6 to GA-8, GA-12); solo monsters use their own line (GA-4)."""
    models = _bonded(monster.card) if monster.kind == "elite" else None
    if not models or monster.at == OFF:
        return _solo(monster.card)
    mates = [other for other in s.monsters.values() if other.card in models and other.at != OFF]
    if not mates:
        return _solo(monster.card)
    around = layout(s).grid.within(base(s, monster), int(s.options["gang_range"]))
    mates = [
        other
        for other in mates
        if around & base(s, other) and other is not monster and other.friend == monster.friend
    ]
    line, lent, unique = _lines(monster.card, frozenset([other.card for other in mates]))
    return Gang(bool(mates), line, tuple([other.id for other in mates]), lent, unique)


@cache
def _solo(model: str) -> Gang:
    """Return the gang of a model that has no bonded models near by."""
    line, lent, unique = _lines(model, frozenset())
    return Gang(False, line, (), lent, unique)


@cache
def _bonded(elite: str) -> frozenset[str]:
    """Return the models bonded to an elite."""
    gang_card = box().gangs.get(box().monsters[elite].gang or "")
    return frozenset(bond["model"] for bond in gang_card.bonded) if gang_card else frozenset()


@cache
def _lines(model: str, kinds: frozenset[str]) -> tuple[Line, frozenset[str], tuple[Unique, ...]]:
    """Return line, lent keywords and unique actions of a model with bonded models of these kinds near by."""
    own = box().monsters[model]
    gang_card = box().gangs.get(own.gang or "")
    if gang_card is None:
        return Line(own.ac, own.STR, own.range.squares if own.range else 0), frozenset(), own.unique
    if not kinds:
        return gang_card.solo, frozenset(), own.unique
    lent: list[str] = []
    unique = list(own.unique)
    for entry in gang_card.lends:
        if entry.model in kinds:
            lent += entry.abilities
            for action in entry.unique:
                unique = [
                    u for u in unique if u.name != action.name
                ]  # GA-12: the lent form is the stronger one
                unique.append(action)
    return gang_card.gang, frozenset(lent), tuple(unique)


def might(s: State, what: str) -> int:
    """Return the bonus of the mighty monsters chart to STR or ARM (PU-13)."""
    step = min(s.might, len(box().tables["mighty_monsters"]))
    return sum(row["effect"].get(what, 0) for row in box().tables["mighty_monsters"] if row["step"] <= step)


def _beside(s: State, fig: Figure, effect: str) -> bool:
    """Whether a blessing of this name stands next to a figure that it can help (TE-2, TE-3)."""
    where = layout(s).effects.get(effect, 0)
    return bool(where) and fig.kind in BLESSED and bool(layout(s).beside(base(s, fig)) & where)


def offense_bonus(s: State, fig: Figure) -> int:
    """Return fixed stars that the place gives to all offense rolls: Champion, Gypsy Princess."""
    bonus = 1 if _beside(s, fig, "Champion") else 0
    return bonus + _by_race(s, fig, "offense")


def defense_bonus(s: State, fig: Figure) -> int:
    """Return fixed stars of place and invaders for defense rolls: Sentinel, Lost Unicorn, Rabid Squirrel."""
    bonus = 1 if _beside(s, fig, "Sentinel") else 0
    if isinstance(fig, Member):
        for creep in fig.invaders:
            effect = monster_card(s.monsters[creep]).invader_effect
            if effect is not None and effect["op"] == "defense_stars":
                bonus += int(effect["amount"])
    return bonus + _by_race(s, fig, "defense")


def _by_race(s: State, fig: Figure, roll: str) -> int:
    if fig.kind != "hero" or not isinstance(fig, Member):
        return 0
    race = box().heroes[fig.card].race
    return sum(
        e["amount"] for e in tile_effects(s, fig, "roll_stars") if e["roll"] == roll and race in e["race"]
    )


def strength(
    s: State, monster: Monster, target: Figure | None = None, mod: int = 0, command: str = ""
) -> int:
    """Return the stars of a monster's offense roll on `target` (FI-4, GA-14, PU-13), at least 0 (DR-8)."""
    group = gang(s, monster)
    known = abilities(s, monster)
    stars = group.line.STR + mod + offense_bonus(s, monster)
    if monster.kind in MIGHTY:
        stars += might(s, "STR")
    if "Bruiser" in known or any(has(s, s.monsters[p], "Bruiser") for p in group.partners):
        stars += 1
    if "Mob" in known and len(group.partners) + 1 > 3:
        stars += 1
    if "Fury" in known or "Static Charge" in known:
        stars += monster.wounds
    if any(word in monster_card(monster).type for word in DRAGONS):
        stars += bool(point_zone(s, "Dragon Blessing") & base(s, monster))
    if "Hex" in monster.status:
        stars -= 1
    if target is not None:
        if "Pile-On" in known and "Knockdown" in target.status:
            stars += 1
        if "Virulent" in known and "Poison" in target.status:
            stars += 1
        if isinstance(target, Member):
            if target.slots and has(s, target, "Insight"):  # a reroll of dice it has not (FI-4)
                stars -= 1
            if "Hubris" in known:
                stars += len(target.slots)
            if "Back Strike" in known and target.kind == "hero" and target.acted_in != s.turn.round:
                stars += 1
    effects = lasting(s, monster)
    stars += _as_stars(effects, "offense", "STR")
    for effect in (*effects, *turn_effects(s)):
        if effect["op"] == "str" and effect.get("command", command) == command:
            if _applies(monster, target, effect.get("if", "")):
                stars += int(effect["amount"])
    return max(0, stars)


def _applies(monster: Monster, target: Figure | None, condition: str) -> bool:
    """Whether the condition of a bonus to STR holds (`if` in box/effect_ops.json)."""
    if condition == "unique_wounded":
        return monster.unique_wounded
    return condition != "target_wounded" or (target is not None and target.wounds > 0)


def arm(s: State, monster: Monster) -> int:
    """Return the stars of a monster's defense roll (DR-6): ARM with all that changes it; never below 0."""
    stars = monster_card(monster).ARM + defense_bonus(s, monster)
    if monster.kind in MIGHTY:
        stars += might(s, "ARM")
    if "Bane" in monster.status:
        stars -= 1
    if has(s, monster, "Static Charge"):
        stars += monster.wounds
    if "Sapphire" in monster_card(monster).affinity and monster.kind != "spawning_point":
        stars += bool(point_zone(s, "Primal Aura") & base(s, monster))
    effects = lasting(s, monster)
    stars += _sum(effects, "arm") + _as_stars(effects, "defense", "ARM")
    return max(0, stars)


def attacks(s: State, monster: Monster) -> int:
    """Return how many basic attacks a monster makes in a Fight now (FI-1): AC, Poison, AC spent already."""
    count = gang(s, monster).line.ac + _sum(lasting(s, monster), "ac")
    if "Poison" in monster.status:
        count = max(1, count - 1)
    return max(0, count - monster.ac_spent)


def reach(s: State, monster: Monster) -> int:
    """Return a monster's RNG now: its line, Reach (GA-14), fog (EX-14)."""
    return fogged(s, monster, clear_reach(s, monster))


def clear_reach(s: State, monster: Monster) -> int:
    """Return a monster's RNG in clear sight: what is aimed with is cut by fog when it is aimed (EX-14)."""
    group = gang(s, monster)
    squares = group.line.RNG
    if has(s, monster, "Reach") or any(
        "Reach" in monster_card(s.monsters[p]).abilities for p in group.partners
    ):
        squares += 2
    return squares


def fogged(s: State, fig: Figure, squares: int) -> int:
    """Return a printed range as Mistmourn Fog leaves it (EX-14)."""
    for effect in tile_effects(s, fig, "range"):
        squares = max(int(effect["min"]), squares + int(effect["amount"]))
    return squares


# -- places --------------------------------------------------------------------------------------------------


def base(s: State, fig: Figure) -> int:
    """Return the squares under a figure (MP-8), 0 off the map."""
    if fig.at == OFF:
        return 0
    return 1 << fig.at if fig.size == 1 else block(s, fig.at, fig.size)


def block(s: State, at: int, size: int) -> int:
    """Return the mask of a base of `size` with its top-left square at `at`."""
    mask = row = ((1 << size) - 1) << at
    for _ in range(size - 1):
        row <<= s.width
        mask |= row
    return mask


def bodies(s: State, figures: Iterable[Figure]) -> int:
    """Return the squares under several figures."""
    mask = 0
    for fig in figures:
        if fig.at != OFF:
            mask |= 1 << fig.at if fig.size == 1 else block(s, fig.at, fig.size)
    return mask


def standing_on(s: State, figures: Iterable[Figure], mask: int) -> list[Figure]:
    """Return those of some figures that have a square of `mask` under them."""
    return [
        fig
        for fig in figures
        if fig.at != OFF and (mask >> fig.at & 1 if fig.size == 1 else mask & block(s, fig.at, fig.size))
    ]


def occupied(s: State) -> int:
    """Return the squares that figures and chests stand on (SU-16)."""
    return chests(s) | bodies(s, s.members.values()) | bodies(s, s.monsters.values())


def chests(s: State) -> int:
    """Return the squares of treasure chests."""
    mask = 0
    for token in s.tokens.values():
        if token.kind == "chest":
            mask |= 1 << token.at
    return mask


def spread(s: State, mask: int, size: int) -> int:
    """Return the anchors of a base of `size` that covers a square of `mask`."""
    if size == 1:
        return mask
    found = 0
    for down in range(size):
        for right in range(size):
            found |= mask >> (down * s.width + right)
    return found


def on_party_side(fig: Figure) -> bool:
    """Whether a figure fights for the party."""
    return isinstance(fig, Member) or (isinstance(fig, Monster) and fig.friend)


def is_enemy(a: Figure, b: Figure) -> bool:
    """Whether two figures are enemies."""
    return on_party_side(a) != on_party_side(b)


def enemies(s: State, fig: Figure) -> list[Figure]:
    """Return the enemies of a figure on the map."""
    if on_party_side(fig):
        return [m for m in s.monsters.values() if m.at != OFF and not m.friend]
    return _party_side(s)


def _party_side(s: State) -> list[Figure]:
    members: list[Figure] = [m for m in s.members.values() if m.at != OFF]
    return members + [m for m in s.monsters.values() if m.friend and m.at != OFF]


def friends(s: State, fig: Figure) -> list[Figure]:
    """Return the friends of a figure on the map, itself included."""
    if on_party_side(fig):
        return _party_side(s)
    return [m for m in s.monsters.values() if m.at != OFF and not m.friend]


def near(s: State, a: Figure, b: Figure, squares: int) -> bool:
    """Whether two figures are within `squares` of each other (LR-6)."""
    if a is b:
        return True
    return bool(layout(s).grid.within(base(s, a), squares) & base(s, b))


def distance(s: State, a: Figure, b: Figure) -> int | None:
    """Return the range between two figures, None if there is no way (LR-6)."""
    return layout(s).grid.distance(base(s, a), base(s, b))


def adjacent(s: State, a: Figure, b: Figure) -> bool:
    """Whether two figures are adjacent (LR-1)."""
    return near(s, a, b, 1)


@lru_cache(maxsize=64)
def _sight_over(dungeon: str) -> Sight:
    """Return the sight of those that fly: over structures, yet not over a Stone Wall."""
    lay = layout_of(dungeon)
    grid, stone = lay.grid, lay.effects.get(WALL, 0)
    if stone:
        return Sight(Grid(grid.width, grid.height, grid.floor, grid.walls, stone))
    return Sight(grid.ignoring_solids())


@lru_cache(maxsize=64)
def _sight_through(dungeon: str, flies: bool) -> Sight:
    grid = layout_of(dungeon).grid
    grid = grid.without_walls(grid.floor)
    return Sight(grid.ignoring_solids() if flies else grid)


def _ghostly(s: State, fig: Figure) -> bool:
    """Whether walls don't block a figure's sight (AB-3 Ghost)."""
    may = "Ghost" in printed(fig.kind, fig.card) or (isinstance(fig, Member) and (fig.slots or fig.lasting))
    return bool(may) and has(s, fig, "Ghost")


def sight(s: State, fig: Figure) -> Sight:
    """Return the sight of a figure: no structure blocks that of one that flies, no wall a ghost's (AB-3)."""
    lay = layout(s)
    flies = bool(lay.grid.solid) and has(s, fig, "Fly")
    if _ghostly(s, fig):
        return _sight_through(s.dungeon, flies)
    return _sight_over(s.dungeon) if flies else lay.sight


def sees(s: State, a: Figure, b: Figure) -> bool:
    """Whether `a` has line of sight to `b` (LR-3, LR-4)."""
    if a is b or layout(s).sight.sees_any(base(s, a), base(s, b)):
        return True
    own = sight(s, a)
    return own is not layout(s).sight and own.sees_any(base(s, a), base(s, b))


def tiles_of(s: State, fig: Figure) -> tuple[int, ...]:
    """Return the tiles a figure stands on, in order (MP-7)."""
    if fig.at == OFF:
        return ()
    where = layout(s).tile_of
    if fig.size == 1:
        return (where[fig.at],)
    return tuple(sorted({where[square] for square in bits(base(s, fig))}))


def on_tile(s: State, fig: Figure, tile: int) -> bool:
    """Whether a figure is on a tile."""
    return tile in tiles_of(s, fig)


def forbidden_here(s: State, fig: Figure, what: str) -> str | None:
    """Return the explore card that forbids `what` (unique_support, unique_offense) at a figure, or None."""
    for tile in tiles_of(s, fig):
        for held in s.tiles[tile].cards:
            for effect in box().explore[held].effects:
                if (
                    effect["op"] == "forbid"
                    and effect["what"] in (what, "unique")
                    and effect.get("target") == "models_on_tile"
                ):
                    return held
    return None


def target_limit(s: State, fig: Figure) -> int | None:
    """Return from how far off enemies may target a figure at most, None if no card says (EX-3)."""
    limits = [
        int(entry.effect["squares"])
        for entry in fig.lasting
        if entry.effect["op"] == "target_limit" and on_tile(s, fig, entry.effect["tile"])
    ]
    return min(limits, default=None)


def forbidden(s: State, fig: Figure, what: str) -> str | None:
    """Return the name of a lasting effect that forbids `what` (potions, move) to a figure, or None."""
    for entry in fig.lasting:
        if entry.effect["op"] == "forbid" and entry.effect["what"] == what:
            return entry.name
    return None
