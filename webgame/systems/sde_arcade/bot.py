"""Bots for the Heroes: they choose among a decision's options and see no more than the public table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from webgame.engine.bots import FirstBot, RandomBot
from webgame.engine.decision import Decision, Group, Target
from webgame.engine.dice import chance_above
from webgame.engine.masks import bits, mask_of
from webgame.engine.rng import Rng
from webgame.engine.system import Bot
from webgame.systems.sde_arcade.cards import Action, Dice, Equipment, box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import actions, areas, facts, walk
from webgame.systems.sde_arcade.state import OFF, Figure, Member, Monster, State

# What a destroyed model is worth to the party, by kind: loot, fewer attacks, the way to victory.
WORTH: Final = {
    "dungeon_boss": 40.0,
    "mini_boss": 12.0,
    "spawning_point": 9.0,
    "boo_booty": 5.0,
    "elite": 5.0,
    "minion": 3.0,
    "creep": 1.5,
}
AVERAGE: Final = {"B": 4 / 6, "R": 7 / 6, "G": 2.0}  # stars of a die (DR-2)
ENOUGH: Final = 0.15  # an act worth less is left
CAREFUL: Final = 2  # hearts left at which a Hero keeps out of reach
FAR: Final = 1_000
READY: Final = 1  # pieces of equipment for each Hero before a mini-boss is asked for
UNREADY: Final = 2.0  # what a spawning point is worth before that


@lru_cache(maxsize=4096)
def chance(blue: int, red: int, green: int, plus: int, against: int) -> float:
    """Return the chance that dice and fixed stars show more stars than `against`."""
    known = box().dice
    dice = [known["B"]] * blue + [known["R"]] * red + [known["G"]] * green
    return float(chance_above(dice, "stars", against, plus))


def mean(dice: Dice) -> float:
    """Return the average stars of a roll."""
    return dice.B * AVERAGE["B"] + dice.R * AVERAGE["R"] + dice.G * AVERAGE["G"] + dice.stars


def odds(dice: Dice, against: int) -> float:
    """Return the chance that a roll beats fixed stars."""
    return chance(dice.B, dice.R, dice.G, dice.stars, against)


class GreedyBot:
    """Takes the option that promises most at this moment; the same position always meets the same answer."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, state: Any, decision: Decision, seat: str) -> tuple[str, tuple[Target, ...]]:
        """Return an option's id (and the picks) for `seat`."""
        s: State = state
        found = _offered(decision, seat)
        handler = HANDLERS.get(decision.prompt)
        option = handler(s, decision, seat, found) if handler is not None and decision.pick is None else None
        if option is None:
            return FirstBot(self.rng).choose(state, decision, seat)
        return option, ()


# The first is offered first.
BOTS: Mapping[str, Callable[[Rng], Bot]] = {"greedy": GreedyBot, "random": RandomBot}

Offered = list[Group]
Handler = Callable[[State, Decision, str, Offered], "str | None"]


def _offered(decision: Decision, seat: str) -> Offered:
    return [g for g in decision.for_seat(seat) if g.targets is None or g.targets]


def _named(found: Offered, id: str) -> Group | None:
    return next((g for g in found if g.id == id), None)


def _pick(group: Group, value: Callable[[Target], float]) -> str:
    """Return the option of a group with the highest value; the first of equal ones."""
    return f"{group.id}>{max(group.targets or (), key=value)}"


# -- an activation ---------------------------------------------------------------------------------------


class Mind:
    """What a member considers in its activation: its foes, and what it could do to them."""

    def __init__(self, s: State, member: Member) -> None:
        self.s = s
        self.member = member
        self.ap = facts.ap_left(s, member)
        self.left = facts.hearts_left(s, member)
        self.foes = [f for f in facts.enemies(s, member) if isinstance(f, Monster)]
        self.arm: dict[str, int] = {}
        self.basics = {
            attr: (facts.attribute(s, member, attr), squares)
            for attr, (_, squares) in facts.basic_attacks(s, member).items()
        }
        self.plus = facts.offense_bonus(s, member)
        heroes = [m for m in s.members.values() if m.kind == "hero"]
        self.ready = sum(len(m.slots) for m in heroes) >= READY * len(heroes)

    def defense(self, foe: Figure) -> int:
        """Return the stars a foe defends with."""
        if foe.id not in self.arm:
            self.arm[foe.id] = facts.arm(self.s, foe) if isinstance(foe, Monster) else 2
        return self.arm[foe.id]

    def worth(self, foe: Figure) -> float:
        """Return what destroying a foe is worth."""
        value = WORTH.get(foe.kind, 0.0)
        if foe.kind == "spawning_point" and not self.ready:
            value = UNREADY
        if isinstance(foe, Monster) and foe.host == self.member.id:
            value = 2.5
        return value

    def hit(self, dice: Dice, foe: Figure, wounds: int = 1) -> float:
        """Return what an attack on a foe promises: progress in proportion, more if it may destroy."""
        win = odds(dice + Dice(stars=self.plus), self.defense(foe))
        left = facts.hearts_left(self.s, foe)
        value = self.worth(foe)
        gained = value if wounds >= left else 0.8 * value * wounds / left
        return win * gained

    def best_basic(self, foe: Figure) -> tuple[float, int]:
        """Return the promise and the range of the better basic attack on a foe."""
        found = [(self.hit(dice, foe), squares) for dice, squares in self.basics.values()]
        return max(found, default=(0.0, 0))


def _activation(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Choose the act that promises most; move toward something worthwhile if there is none; else end."""
    member = s.members[decision.about[0]]
    stand = [g for g in found if g.id.startswith("stand.")]
    mind = Mind(s, member)
    if stand:
        return _stand(s, mind, stand)
    best, value = _best_act(s, mind, found)
    move = _named(found, "move")
    if value > ENOUGH and best is not None:
        return best
    if move is not None:
        step = _move(s, mind, move, _named(found, "run"))
        if step is not None:
            return step
    return "end" if _named(found, "end") is not None else None


def _stand(s: State, mind: Mind, stand: Offered) -> str:
    """Stand up for movement if a foe can be attacked from here, else for an action point."""
    reach = any(
        facts.near(s, mind.member, foe, squares) for foe in mind.foes for _, squares in mind.basics.values()
    )
    wanted = "stand.mp" if reach else "stand.ap"
    return next((g.id for g in stand if g.id == wanted), stand[0].id)


def _best_act(s: State, mind: Mind, found: Offered) -> tuple[str | None, float]:
    """Return the option that promises most for each action point, and that promise."""
    best: str | None = None
    top = 0.0
    for group in found:
        kind, _, label = group.id.partition(".")
        for option, value in _values(s, mind, group, kind, label):
            if value > top + 1e-9:
                best, top = option, value
    return best, top


def _values(s: State, mind: Mind, group: Group, kind: str, label: str) -> Iterator[tuple[str, float]]:
    if kind == "attack":
        dice, _ = mind.basics[label]
        for target in group.targets or ():
            yield f"{group.id}>{target}", mind.hit(dice, s.figure(str(target)))
    elif kind == "act":
        action = dict(actions.labelled(s, mind.member)).get(label)
        if action is not None:
            yield from _uses(s, mind, group, action, max(1, action.cost), 1.0)
    elif kind == "drink":
        owner, _, name = label.partition(".")
        potion = next((p for p in facts.potions(s, s.members[owner]) if p.name == name), None)
        if potion is not None:
            yield from _uses(s, mind, group, potion, 1, 0.6)
    else:
        yield from _basics(s, mind, group, kind)


def _uses(
    s: State, mind: Mind, group: Group, action: Action, cost: int, weight: float
) -> Iterator[tuple[str, float]]:
    """Yield what a unique action or potion promises for each action point, for each of its targets."""
    dice = Dice()
    if action.attr is not None:
        dice = facts.attribute(s, mind.member, action.attr) + action.bonus
    wounds = 2 if "Massive Damage" in action.keywords else 1

    def promise(figures: Iterable[Figure]) -> float:
        total = 0.0
        for fig in figures:
            if not facts.is_enemy(mind.member, fig):
                total += _help(s, fig, action) - (3.0 if action.kind == "offense" else 0.0)
            elif action.kind == "offense":
                total += mind.hit(dice, fig, wounds) + 0.2 * len(action.inflicts)
            else:
                total += _hinder(s, mind, fig, action, dice)
        return total * weight / cost

    if action.area and not action.area.startswith("Aura"):
        for spot in actions.spots(s, mind.member, action):
            struck = areas.affected(s, mind.member, spot, augment=action.augment, dangerous=action.dangerous)
            option = group.id if group.targets is None else f"{group.id}>{spot.id}"
            if group.targets is None or spot.id in group.targets:
                yield option, promise(struck)
    elif group.targets is None:
        yield group.id, promise([mind.member]) if action.kind != "offense" else 0.0
    else:
        for target in group.targets:
            if target in s.members or target in s.monsters:
                yield f"{group.id}>{target}", promise([s.figure(str(target))])


def _help(s: State, fig: Figure, action: Action) -> float:
    """Return what a support action does for a friend: healing above all, protection where foes are near."""
    value = 0.0
    left = facts.hearts_left(s, fig)
    for effect in action.effects:
        op = effect["op"]
        if op in ("heal_or_remedy", "heal_wound"):
            amount = effect["amount"]
            mended = min(fig.wounds, amount) if isinstance(amount, int) else fig.wounds
            value += mended * (4.0 if left <= CAREFUL else 1.0)
        elif op == "remedy":
            value += 0.5 * len(fig.status)
        elif op == "bonus" and effect["attr"] in ("ARM", "defense") and s.turn.side == "consul":
            value += 2.0 if left <= CAREFUL + 1 and _threats(s, fig) else 0.0
    return value


def _hinder(s: State, mind: Mind, foe: Figure, action: Action, dice: Dice) -> float:
    """Return what a status effect on a strong foe is worth."""
    fresh = [status for status in action.inflicts if status not in foe.status]
    if not fresh or foe.kind not in ("mini_boss", "dungeon_boss", "elite"):
        return 0.0
    if facts.hearts_left(s, foe) < 3 or facts.immune(s, foe, fresh[0]):
        return 0.0
    return 0.5 * len(fresh) * (odds(dice, mind.defense(foe)) if action.vs is not None else 1.0)


def _basics(s: State, mind: Mind, group: Group, kind: str) -> Iterator[tuple[str, float]]:
    """Yield what chests, tokens and bandages promise."""
    hero = mind.member
    for target in group.targets or ("",):
        option = f"{group.id}>{target}" if target != "" else group.id
        if kind == "pick_lock":
            dice = facts.attribute(s, hero, "DEX")
            yield option, 1.0 + 4.0 * odds(dice, int(s.options["pick_lock_stars"]) - 1)
        elif kind == "unlock":
            yield option, 6.0
        elif kind == "unlock_doors":
            yield option, 3.0
        elif kind == "scavenge":
            token = s.tokens[str(target)]
            yield option, {"coin": 8.0, "key": 4.0, "potion": 2.0}.get(token.kind, 0.0)
        elif kind == "bandage":
            patient = s.members[str(target)]
            win = odds(facts.attribute(s, hero, "WILL"), int(s.options["bandage_stars"]) - 1)
            urgent = 4.0 if facts.hearts_left(s, patient) <= CAREFUL else 1.0
            calm = 0.5 if not _threats(s, hero) else 0.0
            yield option, win * urgent + calm * win


# -- movement ----------------------------------------------------------------------------------------------


def _threats(s: State, fig: Figure) -> int:
    """Return how many attacks could reach a member in the next Consul turn, roughly."""
    grid = layout(s).grid
    count = 0
    for foe in s.foes():
        if foe.kind in ("minion", "spawning_point"):
            continue
        steps = facts.monster_card(foe).mov + facts.reach(s, foe)
        if grid.within(facts.base(s, foe), steps) & facts.base(s, fig):
            count += max(1, facts.gang(s, foe).line.ac)
    return count


def _move(s: State, mind: Mind, move: Group, run: Group | None) -> str | None:
    """Return the step toward the best thing to do, or away from danger; None if staying is as good."""
    member = mind.member
    ends = mask_of(int(t) for t in move.targets or ())
    hurt = member.kind == "hero" and mind.left <= CAREFUL and facts.hearts(s, member) > CAREFUL
    if (hurt and not _can_help_itself(s, mind)) or not (mind.ap or member.ran):
        return _retreat(s, mind, ends)
    goal = _goals(s, mind)
    here = 1 << member.at
    ways = walk.ways(s, member, facts.mp_left(s, member))
    best: tuple[float, int] | None = None
    exposed = _exposure(s, member)
    for value, zone, far in goal:
        anchors = facts.spread(s, zone, member.size) & ends
        if anchors:
            at = min(bits(anchors), key=lambda q: (exposed(q), far and -_gap(s, q, far), ways.cost(q), q))
            if best is None or value > best[0]:
                best = (value, at)
    if best is not None:
        return f"move>{best[1]}"
    if not goal:
        return _explore(s, mind, ends)
    zones = 0
    for _, zone, _far in goal:
        zones |= zone
    whole = walk.ways(s, member, FAR)
    left = whole.reach.remaining(zones & ~(facts.occupied(s) & ~facts.base(s, member)))
    for cost, layer in enumerate(left):
        some = facts.spread(s, layer, member.size) & (ends | here)
        if some:
            if run is not None and cost > 1 and some & ~here:
                return run.id
            if some & here:
                break
            return f"move>{min(bits(some), key=lambda q: (ways.cost(q), q))}"
    return _explore(s, mind, ends)


def _gap(s: State, square: int, foes: int) -> int:
    steps = layout(s).grid.distance(1 << square, foes)
    return FAR if steps is None else steps


def _goals(s: State, mind: Mind) -> list[tuple[float, int, int]]:
    """Return what is worth going to: its value, the squares to do it from, those to keep away from."""
    lay, sight = layout(s), facts.sight(s, mind.member)
    found: list[tuple[float, int, int]] = []
    for foe in mind.foes:
        if foe.at == OFF:
            continue
        value, squares = mind.best_basic(foe)
        if value < ENOUGH:
            continue
        base = facts.base(s, foe)
        known = facts.abilities(s, foe)
        if "Stealth" in known:
            squares = max(1, squares - 3)
        seen = 0
        for square in bits(base):
            seen |= sight.row(square)
        found.append((value, lay.grid.within(base, squares) & seen, base if squares > 2 else 0))
    if mind.member.kind == "hero":
        worth = {"coin": 8.0, "key": 4.0, "chest": 4.0 if s.keys else 2.5, "potion": 1.0}
        for token in s.tokens.values():
            if token.kind in worth:
                found.append((worth[token.kind], lay.grid.within(1 << token.at, 1), 0))
    return found


def _can_help_itself(s: State, mind: Mind) -> bool:
    """Whether a hurt Hero can still attack from afar."""
    return any(squares >= 6 for _, squares in mind.basics.values())


def _exposure(s: State, member: Member) -> Callable[[int], int]:
    """Return a function that tells how many foes could attack the member on a square."""
    grid = layout(s).grid
    dangers = [
        grid.within(facts.base(s, foe), facts.monster_card(foe).mov + facts.reach(s, foe))
        for foe in s.foes()
        if foe.kind not in ("minion", "spawning_point")
    ]

    def exposed(at: int) -> int:
        mine = facts.block(s, at, member.size)
        return sum(1 for zone in dangers if zone & mine)

    return exposed


def _retreat(s: State, mind: Mind, ends: int) -> str | None:
    """Return the step to where the fewest attacks reach; None if that is here."""
    member = mind.member
    if not ends:
        return None
    exposed = _exposure(s, member)
    now = exposed(member.at)
    if not now:
        return None
    foes = facts.bodies(s, [f for f in s.foes() if f.kind not in ("minion", "spawning_point")])
    at = min(bits(ends), key=lambda q: (exposed(q), -_gap(s, q, foes), q))
    return f"move>{at}" if exposed(at) < now else None


def _explore(s: State, mind: Mind, ends: int) -> str | None:
    """Return the step toward the nearest tile nobody has entered, if the Hero is fit for it."""
    member = mind.member
    zone = 0
    for tile, mask in zip(s.tiles, layout(s).tiles, strict=True):
        if not tile.explored:
            zone |= mask
    if not zone or mind.left <= CAREFUL:
        return None
    whole = walk.ways(s, member, FAR)
    here = 1 << member.at
    for layer in whole.reach.remaining(zone):
        some = facts.spread(s, layer, member.size) & (ends | here)
        if some:
            return None if some & here else f"move>{min(bits(some))}"
    return None


# -- who acts, and the small decisions ---------------------------------------------------------------------


def _activate(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Let the Hero act first that is nearest to a foe and not badly hurt."""
    group = _named(found, "activate")
    if group is None:
        return None
    foes = facts.bodies(s, [f for f in s.foes() if f.kind != "spawning_point"]) or facts.bodies(
        s, list(s.foes())
    )

    def value(target: Target) -> float:
        hero = s.members[str(target)]
        steps = layout(s).grid.distance(facts.base(s, hero), foes) if foes else 0
        fit = facts.hearts_left(s, hero) > CAREFUL
        return (50.0 if fit else 0.0) - (steps if steps is not None else FAR)

    return _pick(group, value)


def _neediest(s: State, group: Group) -> str:
    return _pick(
        group, lambda t: float(s.members[str(t)].wounds - 2 * facts.hearts_left(s, s.members[str(t)]))
    )


def _heart(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Heal the weakest, then take status effects away, then gain potions."""
    group = _named(found, "heart")
    if group is not None:
        return _neediest(s, group)
    for group in found:
        if group.id.startswith("cure."):
            return _neediest(s, group)
    return _potion(s, decision, seat, found)


def _potion(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Give a potion token to whoever has a healing potion, else to the first."""
    group = _named(found, "potion")
    if group is None:
        return _named(found, "waste") and "waste"  # type: ignore[return-value]

    def heals(target: Target) -> float:
        potions = facts.potions(s, s.members[str(target)])
        return float(any(e["op"] == "heal_or_remedy" for p in potions for e in p.effects))

    return _pick(group, heals)


def _coin(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Bring destroyed Heroes back; heal one with a coin only if it is close to its end."""
    group = _named(found, "coin")
    if group is None:
        return None
    down = [str(t) for t in group.targets or () if s.members[str(t)].down]
    if down:
        return f"coin>{down[0]}"
    weak = [t for t in group.targets or () if facts.hearts_left(s, s.members[str(t)]) <= 1]
    if weak and s.coins > 1:
        return f"coin>{weak[0]}"
    return "no_coin"


def _reroll(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Reroll a die that shows less than it does on average."""
    group = _named(found, "reroll")
    if group is None:
        return "keep"

    def short(target: Target) -> float:
        _, code, face = str(target).split(":")
        return AVERAGE[code] - box().dice[code].faces[int(face)].get("stars", 0)

    worst = max(group.targets or (), key=short)
    return f"reroll>{worst}" if short(worst) > 0 else "keep"


def _defense(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Defend with the attribute that shows most stars on average."""
    member = s.members[decision.about[0]]
    return _pick(found[0], lambda attr: mean(facts.attribute(s, member, str(attr))))


def _emergency(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Drink in an emergency only; while hale wait for one, or pass if nothing offered could help."""
    best: str | None = None
    top = 1.0
    helpful = False
    for group in found:
        kind, _, rest = group.id.partition(".")
        if kind != "drink":
            continue
        owner, _, name = rest.partition("@")[0].partition(".")
        potion = next((p for p in facts.potions(s, s.members[owner]) if p.name == name), None)
        drinker = s.members.get(group.actor) or s.members[owner]
        if potion is None:
            continue
        helpful = helpful or bool(potion.effects)
        mind = Mind(s, drinker)
        for option, value in _uses(s, mind, group, potion, 1, 1.0):
            if value > top:
                best, top = option, value
    return best or ("wait" if helpful and _named(found, "wait") is not None else "pass")


def card_value(s: State, hero: Member, card: Equipment) -> float:
    """Return what a piece of equipment is worth to a Hero."""
    attacks = facts.basic_attacks(s, hero)
    shields = facts.defense_attributes(s, hero)
    value = 0.0
    for bonus in card.bonus:
        if bonus.affinity and bonus.affinity not in getattr(facts.member_card(hero), "affinity", ()):
            continue
        weight = 1.0 if bonus.attr in shields else 0.2
        if bonus.attr in attacks:
            weight = max(weight, 1.2)
        value += weight * mean(bonus.dice)
    for effect in card.effects:
        amount = effect.get("amount", 0)
        if isinstance(amount, int):
            value += {"hearts": 0.9, "ap": 2.5, "mov": 0.15, "potion_quantity": 0.3}.get(
                effect["op"], 0.0
            ) * amount
    plain = [word for word in card.abilities if word != "Cursed"]
    return value + 0.3 * len(plain) + 0.4 * len(card.actions)


def _equip(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Equip the card that improves a Hero most over what it wears."""
    known = box().equipment
    best, top = "rest", 0.05
    forced = _named(found, "done") is None
    for group in found:
        hero = s.members.get(group.id.partition(".")[2])
        if hero is None:
            continue
        for target in group.targets or ():
            card = known[str(target)]
            worn = hero.slots.get(card.slot)
            gain = card_value(s, hero, card) - (card_value(s, hero, known[worn]) if worn else 0.0)
            if forced or gain > top:
                best, top, forced = f"{group.id}>{target}", gain, False
    return best


def _best_card(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Keep the card that is worth most to any Hero."""
    group = next((g for g in found if g.on == "card"), None)
    if group is None:
        return None
    heroes = [m for m in s.members.values() if m.kind == "hero"]
    known = box().equipment

    def value(target: Target) -> float:
        card = known.get(str(target))
        return max(card_value(s, hero, card) for hero in heroes) if card is not None else 2.0

    return _pick(group, value)


def _worst_card(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Discard the card that is worth least to its wearer."""
    hero = s.members[decision.about[0]]
    known = box().equipment
    return _pick(found[0], lambda card: -card_value(s, hero, known[str(card)]))


def _free_attack(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Make the attack that promises most."""
    mind = Mind(s, s.members[decision.about[0]])
    return _best_act(s, mind, [g for g in found if g.id.startswith("attack.")])[0] or found[0].id


def _friend(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Let a creature of the Chimera attack, then act, then rest."""
    for name in ("attack", "act"):
        group = _named(found, name)
        if group is not None:
            return f"{name}>{(group.targets or ())[0]}"
    return "done"


def _done(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Leave it."""
    return "done" if _named(found, "done") is not None else None


def _wonder(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Give every waiting pet a master; change none."""
    for group in found:
        if group.id.startswith("master."):
            return f"{group.id}>{(group.targets or ())[0]}"
    return "rest"


def _share(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Share potions."""
    return "yes"


HANDLERS: dict[str, Handler] = {
    "ask.activation": _activation,
    "ask.activate": _activate,
    "ask.heart": _heart,
    "ask.potion": _potion,
    "ask.coin": _coin,
    "ask.reroll": _reroll,
    "ask.defense": _defense,
    **{f"ask.emergency_{moment}": _emergency for moment in ("card", "fight", "unique", "support", "attack")},
    "ask.equip": _equip,
    "ask.equip_cursed": _equip,
    "ask.luck": _best_card,
    "ask.discard_equipment": _worst_card,
    "ask.free_attack": _free_attack,
    "ask.free_move": _done,
    "ask.friend": _friend,
    "ask.merchant": _done,
    "ask.wonder": _wonder,
    "ask.share": _share,
}
