"""Answers outside the hero's turn: who the hero is, which cards are spent, when to rest, what comes next."""

from __future__ import annotations

from webgame.engine.decision import Decision
from webgame.systems.guildhaven.bots.greedy.offers import Answer, best, named, take
from webgame.systems.guildhaven.bots.greedy.places import Places
from webgame.systems.guildhaven.bots.greedy.plans import Planner
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.state import State

PERKS = (  # the best first
    "max_hp",
    "villains_no_adv_dis",
    "rest_heal",
    "range_bonus",
    "start_infusion",
    "no_adjacent_disadvantage",
    "basic_attack",
    "amt_discard_any",
    "initiative_mod",
)
ITEMS = ("neural_chip", "weapon", "consumable")


def perk(s: State, decision: Decision, seat: str) -> Answer:
    """Take the perk that helps most fights."""

    def value(target: int | str) -> float:
        key = box().perks[str(target).removeprefix("perk.")].effect["key"]
        return -float(PERKS.index(key)) if key in PERKS else -99.0

    return best(decision.groups[0], value)


def new_card(s: State, decision: Decision, seat: str) -> Answer:
    """Take the stronger card."""
    plan = Planner.weights()
    return best(decision.groups[0], lambda t: plan(str(t).removeprefix("card.")))


def replace(s: State, decision: Decision, seat: str) -> Answer:
    """Give the weakest card up."""
    plan = Planner.weights()
    return best(decision.groups[0], lambda t: -plan(str(t).removeprefix("card.")))


def equip(s: State, decision: Decision, seat: str) -> Answer:
    """Pack chips, then weapons, then the rest."""
    group = named(decision, "equip")
    if group is None:
        return take("packed")
    return best(group, lambda t: -float(ITEMS.index(box().items[str(t).removeprefix("item.")].kind)))


def start(s: State, decision: Decision, seat: str) -> Answer:
    """Begin where it is least dangerous."""
    places = Places(s)
    return best(decision.groups[0], lambda t: places.worth(int(t)))


def cards(s: State, decision: Decision, seat: str) -> Answer:
    """Choose the pair of cards that promises most; of one card alone, one of them."""
    group = decision.groups[0]
    planner = Planner(s)
    hand = [str(t) for t in group.targets or ()]
    if decision.pick is not None and decision.pick.max == 1:
        if s.table.piles.chosen:
            mate = s.table.piles.chosen[0]
            return group.id, (max(hand, key=lambda c: planner.plan((c, mate), ("top", "bottom")).value),)
        return group.id, (planner.pair(hand)[0],)
    return group.id, planner.pair(hand)


def initiative(s: State, decision: Decision, seat: str) -> Answer:
    """Be fast if an enemy can be struck at once, else let them come."""
    planner = Planner(s)
    plan = planner.plan(s.table.piles.chosen, ("top", "bottom"))
    fast = plan.value > planner.places.worth(s.me.at) + 1.0
    sign = -1.0 if fast else 1.0
    return best(decision.groups[0], lambda t: sign * box().cards[str(t)].initiative)


def first(s: State, decision: Decision, seat: str) -> Answer:
    """Go first on a tie."""
    return take("hero_first")


def spend(s: State, decision: Decision, seat: str) -> Answer:
    """Give away the card that can best be spared."""
    group = decision.groups[0]
    if len(decision.groups) > 1:
        return None
    card = Planner(s).least(str(t) for t in group.targets or ())
    return take(group.id, card)


def recover(s: State, decision: Decision, seat: str) -> Answer:
    """Take the strongest card back."""
    weight = Planner.weights()
    return best(decision.groups[0], lambda t: weight(str(t)))


def negate(s: State, decision: Decision, seat: str) -> Answer:
    """Lose the points while there are many; bury a card against a heavy or a deadly blow."""
    group = named(decision, "negate")
    n = int(decision.params["n"])
    hand = len(s.table.piles.hand)
    left = hand + len(s.table.piles.discard)
    deadly = n >= s.me.hp
    heavy = n >= 4 and left >= 5
    last = s.me.hp - n <= 2 and n >= 2 and left >= 4
    blood = any(u.type == "Krimson Lawe" and "drew_blood" not in u.notes for u in s.villains())
    if group is None or not (deadly or ((heavy or last) and not blood)):
        return take("take")
    return take("negate", Planner(s).least(str(t) for t in group.targets or ()))


def rest(s: State, decision: Decision, seat: str) -> Answer:
    """Rest when the hand can give no other round, or to get well before it is too late."""
    hand, discards = len(s.table.piles.hand), len(s.table.piles.discard)
    ill = "wound" in s.me.conditions and s.me.hp <= 4 and discards >= 4
    return take("yes" if hand < 2 or (ill and hand <= 4) else "no")


def on(s: State, decision: Decision, seat: str) -> Answer:
    """Read on, try again."""
    page = named(decision, "read_on")
    if page is not None:
        return best(page, lambda _: 0.0)
    return take("again")


def search(s: State, decision: Decision, seat: str) -> Answer:
    """Search, for a half that is lost anyway if there is one."""
    for group in decision.groups:
        if group.id.endswith(".half"):
            return take(group.id)
    return take(decision.groups[0].id)


HANDLERS = {
    "ask.perk": perk,
    "ask.new_card": new_card,
    "ask.replace": replace,
    "ask.equip": equip,
    "ask.start": start,
    "ask.cards": cards,
    "ask.initiative": initiative,
    "ask.tie": first,
    "ask.drain": spend,
    "ask.pay": spend,
    "ask.worn_out": spend,
    "ask.rest_bury": spend,
    "ask.recover": recover,
    "ask.negate": negate,
    "ask.rest": rest,
    "ask.passage": on,
    "ask.again": on,
    "ask.search": search,
    "ask.search_beside": search,
}
