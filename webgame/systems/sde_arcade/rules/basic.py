"""Basic actions besides attacks: chests, Bandage, Scavenge, Search, Run, standing up, traps, doors (BA).

Each action has a function that returns its group or None, and one that carries it out.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, Final

from webgame.engine.decision import Choice, Decision, Group, button, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import (
    bones,
    death,
    equipment,
    explore,
    facts,
    rolls,
    shapes,
    traps,
    walk,
    wounds,
)
from webgame.systems.sde_arcade.rules.actions import down, moved, pay
from webgame.systems.sde_arcade.rules.facts import Refusal
from webgame.systems.sde_arcade.state import OFF, Member, State, Token

Acting = Generator[Any, Any, None]

COST: Final = 1  # AP of each of these actions but Run, unless a house rule says otherwise
FREE: Final = "free."  # mark in Member.used: an action that costs nothing was taken (HA-11)
LOOSE: Final = ("coin", "key", "skull", "potion")  # tokens that can be scavenged (BA-7)
HELD: Final = wounds.HELD
SEARCHED: Final = "search"  # mark in Member.used (BA-9)


def _beside(s: State, member: Member, *kinds: str) -> list[Token]:
    """Return the tokens of these kinds within one square (LR-1)."""
    found = [token for token in s.tokens.values() if token.kind in kinds]
    if not found:
        return []
    around = layout(s).grid.within(facts.base(s, member), 1)
    return [token for token in found if around >> token.at & 1]


def cost(s: State, verb: str) -> int:
    """Return the AP of a basic action (BA-6 to BA-9, TR-7)."""
    return int(s.options.get(f"cost_{verb}", COST))


def _able(s: State, hero: Member, verb: str) -> bool:
    """Whether a Hero can pay for a basic action; pets make none of these (BA-11).

    What costs nothing can be done once in an activation (HA-11).
    """
    if hero.kind != "hero" or down(hero):
        return False
    ap = cost(s, verb)
    return facts.ap_left(s, hero) >= ap if ap else FREE + verb not in hero.used


def _pay(s: State, hero: Member, verb: str) -> None:
    """Pay the AP of a basic action."""
    ap = cost(s, verb)
    pay(hero, ap)
    if not ap:
        hero.used.append(FREE + verb)


# -- moving, running, standing up ----------------------------------------------------------------------------


def held(s: State, member: Member) -> Refusal | None:
    """Return what forbids a member to move, apart from its movement points."""
    reason = _rooted(s, member)
    if reason is None and walk.grabbed(s, member) & facts.base(s, member):
        return Refusal("no.grabbed", "AB-3", {"who": facts.name(member)})
    return reason


def _rooted(s: State, member: Member) -> Refusal | None:
    """Return what of a member itself forbids it to move."""
    if down(member):
        return Refusal("no.down", "ST-7", {"who": facts.name(member)})
    if HELD in member.used:
        return Refusal("no.immobile", "ST-6", {"who": facts.name(member)})
    card = facts.forbidden(s, member, "move")
    if card is not None:
        return Refusal("no.move_forbidden", "TR-4", {"who": facts.name(member), "card": card})
    return None


def move_groups(s: State, member: Member, left: int) -> list[Group]:
    """Return where a member can move with the points it has `left` (HA-5 to HA-9)."""
    if not left or _rooted(s, member) is not None:
        return []
    ends = walk.ways(s, member, left).anchors  # none, if it is grabbed
    if not ends:
        return []
    hints: dict[str, Any] = {"mp": left, "tone": "move", "icon": "move"}
    return [targets("move", "do.move", "HA-5", "square", bits(ends), member.id, **hints)]


def move(g: Play, member: Member, choice: Choice) -> Acting:
    """Move; it may be split around other acts (HA-1, HA-7)."""
    s: State = g.state
    way = walk.ways(s, member, facts.mp_left(s, member))
    spent = yield from walk.walk(g, member, choice.square(), way)
    moved(s, member, spent)


def run_group(s: State, member: Member) -> Group | None:
    """Return Run: before any AP is spent, all of them for twice the movement (BA-5)."""
    if member.kind != "hero" or member.ran or member.ap_spent:
        return None
    ap = facts.ap_left(s, member)
    if not ap or held(s, member) is not None:
        return None
    return button(
        "run", "do.run", "BA-5", member.id, ap=ap, n=2 * facts.movement(s, member), tone="move", icon="boots"
    )


def run(g: Play, member: Member, choice: Choice) -> Acting:
    """Run (BA-5, BA-13)."""
    pay(member, facts.ap_left(g.state, member))
    member.ran = True
    g.emit("ev.runs", "BA-5", _glow(member), who=facts.name(member), n=facts.mp_left(g.state, member))
    yield from ()


def stand_groups(s: State, member: Member) -> list[Group]:
    """Return how a knocked down member can stand up: for 1 AP, or for all its MP (BA-10, ST-7)."""
    if not down(member):
        return []
    groups = []
    left = facts.mp_left(s, member)
    if facts.ap_left(s, member):
        groups.append(
            button("stand.ap", "do.stand_ap", "BA-10", member.id, ap=1, tone="help", icon="level-up")
        )
    if left:
        groups.append(
            button("stand.mp", "do.stand_mp", "BA-10", member.id, mp=left, tone="move", icon="level-up")
        )
    return groups


def stand(g: Play, member: Member, choice: Choice) -> Acting:
    """Stand up."""
    if choice.group == "stand.ap":
        pay(member, 1)
    else:
        moved(g.state, member, facts.mp_left(g.state, member))
    wounds.cure(g, member, "Knockdown", "BA-10")
    yield from ()


# -- chests --------------------------------------------------------------------------------------------------


def pick_lock_group(s: State, hero: Member) -> Group | None:
    """Return the chests whose lock the Hero can pick (BA-4)."""
    chests = _beside(s, hero, "chest")
    if not chests or not _able(s, hero, "pick_lock"):
        return None
    return _group(s, "pick_lock", "BA-4", [chest.id for chest in chests], hero, icon="lockpicks")


def pick_lock(g: Play, hero: Member, choice: Choice) -> Acting:
    """Roll DEX: with enough stars the chest opens, else a boo booty takes its place (BA-4)."""
    s: State = g.state
    _pay(s, hero, "pick_lock")
    chest = s.tokens[choice.name()]
    roll = yield from rolls.check(g, hero, "DEX", "pick_lock")
    needed = int(s.options["pick_lock_stars"])
    won = roll.stars >= needed
    key = "ev.picks_lock" if won else "ev.fails_lock"
    g.emit(
        key, "BA-4", rolls.show(hero, roll, "l.pick_lock"), who=facts.name(hero), n=roll.stars, needed=needed
    )
    if won:
        yield from equipment.open_chest(g, hero, chest, "BA-4")
    else:
        equipment.chest_lost(g, chest)


def unlock_group(s: State, hero: Member) -> Group | None:
    """Return the chests that a dungeon key can open (BA-8)."""
    chests = _beside(s, hero, "chest") if s.keys else []
    if not chests or not _able(s, hero, "unlock"):
        return None
    return _group(s, "unlock", "BA-8", [chest.id for chest in chests], hero, icon="key")


def unlock(g: Play, hero: Member, choice: Choice) -> Acting:
    """Open a chest with a key, without a roll (BA-8, EX-11)."""
    s: State = g.state
    _pay(s, hero, "unlock")
    s.keys -= 1
    yield from equipment.open_chest(g, hero, s.tokens[choice.name()], "BA-8")


# -- helping and picking up ----------------------------------------------------------------------------------


def bandage_group(s: State, hero: Member) -> Group | None:
    """Return the wounded Heroes and pets within one square, the Hero itself included (BA-6)."""
    hurt = [m.id for m in s.members.values() if m.wounds and m.at != OFF and facts.near(s, hero, m, 1)]
    return (
        _group(s, "bandage", "BA-6", hurt, hero, icon="bandage")
        if hurt and _able(s, hero, "bandage")
        else None
    )


def bandage(g: Play, hero: Member, choice: Choice) -> Acting:
    """Roll WILL: with enough stars a wound is removed, two of a Fixable model (BA-6)."""
    s: State = g.state
    _pay(s, hero, "bandage")
    patient = s.members[choice.name()]
    roll = yield from rolls.check(g, hero, "WILL", "bandage")
    won = roll.stars >= int(s.options["bandage_stars"])
    key = "ev.bandages" if won else "ev.fails_bandage"
    show = rolls.show(hero, roll, "l.bandage")
    g.emit(key, "BA-6", show, who=facts.name(hero), target=facts.name(patient), n=roll.stars)
    if won:
        wounds.unwound(g, patient, 2 if facts.has(s, patient, "Fixable") else 1, "BA-6")


def _thirsty(s: State) -> list[str]:
    """Return the Heroes on the map that have room for a potion token (PO-1)."""
    return [hero.id for hero in s.heroes() if hero.potions < facts.potion_limit(s, hero)]


def scavenge_group(s: State, hero: Member) -> Group | None:
    """Return the tokens within one square that the Hero can pick up (BA-7)."""
    found = []
    for token in _beside(s, hero, *LOOSE):
        useless = (token.kind == "skull" and not s.members[token.owner].slots) or (
            token.kind == "potion" and not _thirsty(s)
        )
        if not useless:
            found.append(token.id)
    return (
        _group(s, "scavenge", "BA-7", found, hero, icon="hand")
        if found and _able(s, hero, "scavenge")
        else None
    )


def scavenge(g: Play, hero: Member, choice: Choice) -> Acting:
    """Pick up a token: coin, key, a skull's equipment for the backpack, a potion for a Hero (BA-7)."""
    s: State = g.state
    _pay(s, hero, "scavenge")
    token = s.tokens[choice.name()]
    g.emit("ev.scavenges", "BA-7", _glow(hero), who=facts.name(hero), what=f"l.token_{token.kind}")
    if token.kind == "skull":
        death.scavenge_skull(g, token)
        return
    if token.kind == "potion":
        taker: Choice = yield Decision(
            seats=(hero.seat,),
            prompt="ask.potion_for",
            rule="BA-7",
            groups=(targets("potion", "do.gain_potion", "BA-7", "piece", _thirsty(s), hero.id, tone="help"),),
            params={"who": facts.name(hero)},
            about=(hero.id,),
        )
        drinker = s.members[taker.name()]
        drinker.potions += 1
        g.emit("ev.potion", "BA-7", _glow(drinker), who=facts.name(drinker), n=drinker.potions)
    elif token.kind == "coin":
        s.coins += 1
    else:
        s.keys += 1
    del s.tokens[token.id]


def clear_bones_group(s: State, hero: Member) -> Group | None:
    """Return the bone piles within one square that can be cleared away for 2 MP (FQ-5)."""
    found = bones.beside(s, hero)
    if not found or down(hero) or facts.mp_left(s, hero) < bones.COST:
        return None
    hints: dict[str, Any] = {"mp": bones.COST, "tone": "move", "icon": "bones"}
    return targets("clear_bones", "do.clear_bones", "FQ-5", "piece", found, hero.id, **hints)


def clear_bones(g: Play, hero: Member, choice: Choice) -> Acting:
    """Clear a bone pile away (FQ-5)."""
    bones.clear(g, hero, choice.name())
    yield from ()


def kiss_group(s: State, hero: Member) -> Group | None:
    """Return the Heroes within one square whose form is broken for an action point (Smooches, SH-3)."""
    found = shapes.kissable(s, hero)
    return _group(s, "kiss", "SH-3", found, hero, icon="health") if found and _able(s, hero, "kiss") else None


def kiss(g: Play, hero: Member, choice: Choice) -> Acting:
    """Turn a Hero back into its own form (Smooches)."""
    _pay(g.state, hero, "kiss")
    yield from shapes.turn_back(g, g.state.members[choice.name()])


# -- searching, traps, doors ---------------------------------------------------------------------------------


def search_group(s: State, hero: Member) -> Group | None:
    """Return Search: one more explore card for a tile that had one, once per activation (BA-9)."""
    if SEARCHED in hero.used or explore.searchable(s, hero) is None or not _able(s, hero, "search"):
        return None
    return button("search", "do.search", "BA-9", hero.id, confirm=True, ap=cost(s, "search"), icon="search")


def search(g: Play, hero: Member, choice: Choice) -> Acting:
    """Draw and resolve one more explore card for this tile (BA-9)."""
    s: State = g.state
    _pay(s, hero, "search")
    hero.used.append(SEARCHED)
    tile = explore.searchable(s, hero)
    if tile is not None:
        yield from explore.draw_for_tile(g, hero, tile)


def disarm_group(s: State, hero: Member) -> Group | None:
    """Return the trap templates the Hero can disarm (TR-7)."""
    found = traps.disarmable(s, hero) if s.templates and _able(s, hero, "disarm") else []
    return _group(s, "disarm", "TR-7", found, hero, icon="trap") if found else None


def disarm(g: Play, hero: Member, choice: Choice) -> Acting:
    """Try to disarm a trap (TR-7)."""
    _pay(g.state, hero, "disarm")
    yield from traps.disarm(g, hero, choice.name())


def unlock_doors_group(s: State, hero: Member) -> Group | None:
    """Return the opening of locked doors with a dungeon key, which is no action (EX-12)."""
    if hero.kind != "hero" or not explore.unlockable(s, hero):
        return None
    return button("unlock_doors", "do.unlock_doors", "EX-12", hero.id, ap=0, icon="lock-open")


def unlock_doors(g: Play, hero: Member, choice: Choice) -> Acting:
    """Spend a key to open the doors of the tile the Hero is on (EX-12)."""
    explore.unlock(g, hero, explore.unlockable(g.state, hero)[0])
    yield from ()


# -- all together --------------------------------------------------------------------------------------------

GROUPS: Final[dict[str, Callable[[State, Member], Group | None]]] = {
    "pick_lock": pick_lock_group,
    "unlock": unlock_group,
    "bandage": bandage_group,
    "scavenge": scavenge_group,
    "search": search_group,
    "disarm": disarm_group,
    "unlock_doors": unlock_doors_group,
    "kiss": kiss_group,
    "clear_bones": clear_bones_group,
    "run": run_group,
}
NEEDS: Final = {  # what needs something beside the Hero, and the rule that says so
    "pick_lock": "BA-4",
    "bandage": "BA-6",
    "scavenge": "BA-7",
    "unlock": "BA-8",
    "disarm": "TR-7",
    "kiss": "SH-3",
    "clear_bones": "FQ-5",
}
ACTS: Final[dict[str, Callable[[Play, Member, Choice], Acting]]] = {
    "move": move,
    "run": run,
    "stand": stand,
    "pick_lock": pick_lock,
    "unlock": unlock,
    "bandage": bandage,
    "scavenge": scavenge,
    "search": search,
    "disarm": disarm,
    "unlock_doors": unlock_doors,
    "kiss": kiss,
    "clear_bones": clear_bones,
}


def groups(s: State, member: Member, wanted: str = "") -> list[Group]:
    """Return all of these actions that a Hero or pet can take now; with `wanted` that one alone."""
    makers: Iterable[Callable[[State, Member], Group | None]] = GROUPS.values()
    if wanted:
        makers = [GROUPS[wanted]] if wanted in GROUPS else []
    if member.kind != "hero":
        makers = [make for make in makers if make is clear_bones_group]
    return [group for make in makers if (group := make(s, member)) is not None]


def _group(s: State, id: str, rule: str, found: list[str], hero: Member, **hints: Any) -> Group:
    return targets(id, f"do.{id}", rule, "piece", found, hero.id, ap=cost(s, id), tone="help", **hints)


def _glow(member: Member) -> dict[str, Any]:
    return {"type": "glow", "piece": member.id, "n": 0}


# -- why not -------------------------------------------------------------------------------------------------


def why_not_there(s: State, member: Member, square: int) -> list[Refusal]:
    """Return why a member can't move to a square, nothing if it can."""
    grid = layout(s).grid
    if not 0 <= square < s.width * s.height or not grid.floor >> square & 1:
        return [Refusal("no.floor", "MP-1", {})]
    reason = held(s, member)
    if reason is not None:
        return [reason]
    left = facts.mp_left(s, member)
    if walk.ways(s, member, left).anchors >> square & 1 or square == member.at:
        return []
    if (facts.occupied(s) & ~facts.base(s, member)) >> square & 1:
        chest = facts.chests(s) >> square & 1
        return [Refusal("no.chest_there" if chest else "no.occupied", "HA-6", {})]
    far = walk.ways(s, member, s.width * s.height)
    if far.anchors >> square & 1:
        return [Refusal("no.mp", "HA-5", {"n": far.cost(square), "left": left})]
    if member.size > 1:
        return [Refusal("no.room", "HA-8", {"who": facts.name(member)})]
    if any(tile.locked for tile in s.tiles) and facts.tiles_of(s, member)[0] != layout(s).tile_of[square]:
        return [Refusal("no.locked", "EX-12", {})]
    return [Refusal("no.way", "HA-6", {})]


def why_not(s: State, member: Member, verb: str) -> list[Refusal]:
    """Return why a basic action can't be taken, nothing if it can or is unknown."""
    what = {"who": facts.name(member), "what": f"do.{verb}"}
    if verb == "move":
        reason = held(s, member)
        if reason is None and not facts.mp_left(s, member):
            reason = Refusal("no.mp", "HA-5", {"n": 1, "left": 0})
        return [reason] if reason is not None else []
    make = GROUPS.get(verb)
    if make is None or make(s, member) is not None:
        return []
    if member.kind != "hero":
        return [Refusal("no.pet", "BA-11", what)]
    if down(member):
        return [Refusal("no.down", "ST-7", what)]
    if verb == "run":
        reason = held(s, member)
        return [reason if reason is not None else Refusal("no.run", "BA-5", what)]
    if verb == "unlock_doors" or (verb == "unlock" and not s.keys):
        return [Refusal("no.key" if not s.keys else "no.doors", "EX-11", what)]
    ap, left = cost(s, verb), facts.ap_left(s, member)
    if ap > left:
        return [Refusal("no.ap", "HA-11", {**what, "n": ap, "left": left})]
    if FREE + verb in member.used:
        return [Refusal("no.once", "HA-11", what)]
    if verb == "search":
        return [Refusal("no.searched" if SEARCHED in member.used else "no.search", "BA-9", what)]
    return [Refusal(f"no.{verb}", NEEDS[verb], what)]
