"""Stars, attacks and range of monsters (FI-1, FI-4, DR-6, GA-14)."""

from __future__ import annotations

from functools import cache

from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules.facts.abilities import among, has, holders, lasting
from webgame.systems.sde_arcade.rules.facts.cards import fogged, jinxes, tile_effects, turn_effects
from webgame.systems.sde_arcade.rules.facts.figures import friends, monster_card
from webgame.systems.sde_arcade.rules.facts.gangs import Gang, gang
from webgame.systems.sde_arcade.rules.facts.keywords import point_zone
from webgame.systems.sde_arcade.rules.facts.places import base, near
from webgame.systems.sde_arcade.rules.facts.values import added, as_stars
from webgame.systems.sde_arcade.state import Figure, Member, Monster, State

DRAGONS = ("Dragon", "Drake", "Kobold")  # types that Dragon Blessing helps (GA-15)
BLESSED = ("hero", "elite", "boo_booty", "minion")  # TE-3; boo booties rank as elites (GA-2)
FIERCE = frozenset(
    ("Back Strike", "Bruiser", "Fury", "Hubris", "Mob", "Pile-On", "Static Charge", "Virulent")
)  # keywords that change the strength of a monster
MIGHTY = ("elite", "boo_booty", "minion")  # PU-12, GA-2


def might(s: State, what: str) -> int:
    """Return the bonus of the mighty monsters chart to STR or ARM (PU-13)."""
    if not s.might:
        return 0
    return int(_might_at(s.might, what) * s.options[f"mighty_{what.lower()}"])


@cache
def _might_at(step: int, what: str) -> int:
    """Return the bonus to STR or ARM that the chart prints up to a step."""
    return sum(row["effect"].get(what, 0) for row in box().tables["mighty_monsters"] if row["step"] <= step)


def curse(s: State, roll: str) -> str:
    """Return the status that makes offense or defense rolls worse: Hex or Bane (ST-6, ST-9)."""
    swapped = s.options["hex_bane"] == "swapped"
    return "Bane" if (roll == "defense") != swapped else "Hex"


def mob(s: State, monster: Monster, partners: int, target: Figure | None) -> int:
    """Return the stars of Mob: one in a gang of more than three (GA-14).

    By a house rule one for each other Mob model that has the target in range, at most three.
    """
    if s.options["mob"] == "gang":
        return int(partners + 1 > 3)
    if target is None:
        return 0
    others = [m for m in friends(s, monster) if isinstance(m, Monster) and m is not monster]
    return min(3, sum(has(s, m, "Mob") and near(s, m, target, reach(s, m)) for m in others))


def _beside(s: State, fig: Figure, effect: str) -> bool:
    """Whether a blessing of this name stands next to a figure that it can help (TE-2, TE-3)."""
    where = layout(s).effects.get(effect, 0)
    return bool(where) and fig.kind in BLESSED and bool(layout(s).beside(base(s, fig)) & where)


def offense_bonus(s: State, fig: Figure) -> int:
    """Return fixed stars for all offense rolls: Champion, Gypsy Princess; one less with Fool's Gold."""
    bonus = 1 if _beside(s, fig, "Champion") else 0
    if isinstance(fig, Member):
        bonus -= len(jinxes(s, fig))
    return bonus + _by_race(s, fig, "offense")


def defense_bonus(s: State, fig: Figure) -> int:
    """Return fixed stars for defense rolls: Sentinel, Lost Unicorn; less: Rabid Squirrel, Fool's Gold."""
    bonus = 1 if _beside(s, fig, "Sentinel") else 0
    if isinstance(fig, Member):
        bonus -= len(jinxes(s, fig))
        for creep in fig.invaders:
            effect = monster_card(s.monsters[creep]).invader_effect
            if effect is not None and effect["op"] == "defense_stars":
                bonus += int(effect["amount"])
    return bonus + _by_race(s, fig, "defense")


def _by_race(s: State, fig: Figure, roll: str) -> int:
    effects = tile_effects(s, fig, "roll_stars") if fig.kind == "hero" else ()
    if not effects:
        return 0
    race = box().heroes[fig.card].race
    return sum(e["amount"] for e in effects if e["roll"] == roll and race in e["race"])


Given = list[tuple[str, int]]
"""Sources of stars, names or keys of the words, and the stars each gives; none gives 0."""


def strength(
    s: State, monster: Monster, target: Figure | None = None, mod: int = 0, command: str = ""
) -> int:
    """Return the stars of a monster's offense roll on `target` (FI-4, GA-14, PU-13), at least 0 (DR-8)."""
    return max(0, sum([n for _, n in strength_of(s, monster, target, mod, command)]))


def strength_of(
    s: State, monster: Monster, target: Figure | None = None, mod: int = 0, command: str = ""
) -> Given:
    """Return what those stars are made of: the line, then what changes it (FI-4)."""
    group = gang(s, monster)
    known = among(s, monster, FIERCE)
    given: Given = [("l.STR", group.line.STR), ("l.action", mod), ("l.place", offense_bonus(s, monster))]
    if monster.kind in MIGHTY:
        given.append(("l.mighty", might(s, "STR")))
    if "Bruiser" in known or holders(s, [s.monsters[p] for p in group.partners], "Bruiser"):
        given.append(("Bruiser", 1))
    if "Mob" in known:
        given.append(("Mob", mob(s, monster, len(group.partners), target)))
    if "Fury" in known or "Static Charge" in known:
        given.append(("Fury" if "Fury" in known else "Static Charge", monster.wounds))
    if _is_dragon(monster.card):
        given.append(("Dragon Blessing", int(bool(point_zone(s, "Dragon Blessing") & base(s, monster)))))
    if monster.status and curse(s, "offense") in monster.status:
        given.append((curse(s, "offense"), -1))
    if target is not None:
        given += _against(s, known, target)
    effects = lasting(s, monster)
    given.append(("l.more", as_stars(effects, "offense", "STR")))
    for effect in (*effects, *turn_effects(s)):
        if effect["op"] == "str" and effect.get("command", command) == command:
            if _applies(monster, target, effect.get("if", "")):
                given.append(("l.more", int(effect["amount"])))
    return [(source, n) for source, n in given if n]


def _against(s: State, known: frozenset[str], target: Figure) -> Given:
    """Return the stars that a monster gains or loses because of its target (FI-4, GA-14)."""
    given: Given = []
    if "Pile-On" in known and "Knockdown" in target.status:
        given.append(("Pile-On", 1))
    if "Virulent" in known and "Poison" in target.status:
        given.append(("Virulent", 1))
    if isinstance(target, Member):
        if target.slots and has(s, target, "Insight"):  # a reroll of dice it has not (FI-4)
            given.append(("Insight", -1))
        if "Hubris" in known:
            given.append(("Hubris", len(target.slots)))
        if "Back Strike" in known and target.kind == "hero" and target.acted_in != s.turn.round:
            given.append(("Back Strike", 1))
    return given


@cache
def _is_dragon(card: str) -> bool:
    """Whether a model is of a type that Dragon Blessing helps."""
    return any(word in box().monsters[card].type for word in DRAGONS)


def _applies(monster: Monster, target: Figure | None, condition: str) -> bool:
    """Whether the condition of a bonus to STR holds (`if` in box/effect_ops.json)."""
    if condition == "unique_wounded":
        return monster.unique_wounded
    return condition != "target_wounded" or (target is not None and target.wounds > 0)


def arm(s: State, monster: Monster) -> int:
    """Return the stars of a monster's defense roll (DR-6): ARM with all that changes it; never below 0."""
    return max(0, sum([n for _, n in arm_of(s, monster)]))


def arm_of(s: State, monster: Monster) -> Given:
    """Return what those stars are made of: ARM as printed, then what changes it (DR-6)."""
    given: Given = [("l.ARM", monster_card(monster).ARM), ("l.place", defense_bonus(s, monster))]
    if monster.kind in MIGHTY:
        given.append(("l.mighty", might(s, "ARM")))
    if monster.status and curse(s, "defense") in monster.status:
        given.append((curse(s, "defense"), -1))
    if has(s, monster, "Static Charge"):
        given.append(("Static Charge", monster.wounds))
    if "Sapphire" in monster_card(monster).affinity and monster.kind != "spawning_point":
        given.append(("Primal Aura", int(bool(point_zone(s, "Primal Aura") & base(s, monster)))))
    effects = lasting(s, monster)
    given.append(("l.more", added(effects, "arm") + as_stars(effects, "defense", "ARM")))
    return [(source, n) for source, n in given if n]


def attacks(s: State, monster: Monster, group: Gang | None = None) -> int:
    """Return how many basic attacks a monster makes in a Fight now (FI-1): AC, Poison, AC spent already.

    `group` is its gang now, if that is at hand.
    """
    count = (group or gang(s, monster)).line.ac + added(lasting(s, monster), "ac")
    if "Poison" in monster.status:
        count = max(1, count - 1)
    return max(0, count - monster.ac_spent)


def reach(s: State, monster: Monster) -> int:
    """Return a monster's RNG now: its line, Reach (GA-14), fog (EX-14)."""
    return fogged(s, monster, clear_reach(s, monster))


def clear_reach(s: State, monster: Monster, group: Gang | None = None) -> int:
    """Return a monster's RNG in clear sight: what is aimed with is cut by fog when it is aimed (EX-14)."""
    group = group or gang(s, monster)
    squares = group.line.RNG
    if has(s, monster, "Reach") or any(
        "Reach" in monster_card(s.monsters[p]).abilities for p in group.partners
    ):
        squares += 2
    return squares
