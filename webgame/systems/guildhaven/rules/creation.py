"""Who the hero is: created at the start (section 3), grown by the story (section 24)."""

from __future__ import annotations

from webgame.engine.decision import Choice, Decision, Mode, Pick, button, targets
from webgame.engine.game import Play
from webgame.engine.system import CHECKPOINT, Rules
from webgame.systems.guildhaven.box import SPECIALTIES, Card, box
from webgame.systems.guildhaven.looks import looks
from webgame.systems.guildhaven.rules import perks
from webgame.systems.guildhaven.rules.core import decide
from webgame.systems.guildhaven.state import Hero, State

COLOURS = ("gold", "crimson", "teal", "violet", "orange", "emerald", "sapphire", "magenta")
NAMES = (
    "The Fury",
    "Night Courier",
    "Lantern",
    "Quickstep",
    "Iron Verse",
    "Halcyon",
    "Gravel",
    "Miss Static",
    "Undertow",
    "Paper Tiger",
    "Second Bell",
    "Tramline",
)


def create(g: Play) -> Rules:
    """Create the hero, step by step, up to the level the game begins at; what is settled is not asked."""
    s: State = g.state
    hero = s.hero
    while len(hero.items) < s.begin.items:
        _draw_item(g)
    if not hero.specialties:
        yield CHECKPOINT
        yield from _specialties(g)
    if not hero.cards:
        hero.cards = [card.id for card in box().cards.values() if _first(card, hero)]
        g.emit("log.cards_taken", "GH-3.3", who=hero.specialties, n=len(hero.cards), depth=1)
    if not hero.name:
        yield CHECKPOINT
        offer = targets(
            "name", "do.name", "GH-3.4", "value", NAMES, looks={name: _look(hero) for name in NAMES}
        )
        choice = yield from decide(g, "ask.name", "GH-3.4", [offer])
        hero.name = choice.name()
    if not hero.colour:
        yield CHECKPOINT
        shown = {colour: _look(hero, colour) for colour in COLOURS}
        offer = targets("colour", "do.colour", "GH-3.4", "value", COLOURS, looks=shown)
        choice = yield from decide(g, "ask.colour", "GH-3.4", [offer])
        hero.colour = choice.name()
        g.emit("log.named", "GH-3.4", {"type": "banner", "tone": hero.colour}, who=hero.name)
    yield from grow(g, s.begin.level)


def grow(g: Play, level: int) -> Rules:
    """Bring the hero to a level: each gives a card that replaces a lower one, and a perk (GH-24.2)."""
    s: State = g.state
    hero = s.hero
    while True:
        if len(hero.perks) < box().levels[hero.level].perks_total:
            yield CHECKPOINT
            yield from _perk(g)
        elif hero.level < level:
            yield CHECKPOINT
            yield from _level_up(g, hero.level + 1)
        else:
            return


def _draw_item(g: Play) -> None:
    s: State = g.state
    item = s.items.draw(g.rng)
    if item is None:
        raise RuntimeError("the item deck is empty before the first scenario")
    s.hero.items.append(item)
    g.reveal()
    name = box().items[item].name
    g.emit("log.item_drawn", "GH-3.1", {"type": "card", "card": f"item.{item}"}, what=name)


def _specialties(g: Play) -> Rules:
    s: State = g.state
    offer = targets(
        "specialty", "do.specialty", "GH-3.2", "card", [f"specialty.{name}" for name in SPECIALTIES]
    )
    mode: Mode = "one" if len(s.seats) == 1 else "any"
    choice: Choice = yield Decision(
        tuple(s.seats), "ask.specialties", "GH-3.2", (offer,), mode=mode, pick=Pick(2, 2)
    )
    s.hero.specialties = [str(pick).removeprefix("specialty.") for pick in choice.picks]
    one, other = (f"specialty.{name}" for name in s.hero.specialties)
    g.emit("log.specialties", "GH-3.2", one=one, other=other)


def _perk(g: Play) -> Rules:
    """Choose one of the six perks, none twice (GH-3.4, GH-24.3)."""
    s: State = g.state
    hero = s.hero
    open_ = [p.id for p in box().perks.values() if p.specialty in hero.specialties and p.id not in hero.perks]
    rule = "GH-3.4" if not hero.perks else "GH-24.3"
    offer = targets("perk", "do.perk", rule, "card", [f"perk.{id}" for id in open_])
    choice = yield from decide(g, "ask.perk", rule, [offer], n=hero.level)
    perk = box().perks[choice.name().removeprefix("perk.")]
    hero.perks.append(perk.id)
    g.emit("log.perk", rule, what=perk.name, text=perk.text)


def _level_up(g: Play, level: int) -> Rules:
    """Choose one of the level's two cards and the lower one it replaces for good (GH-24.2)."""
    s: State = g.state
    hero = s.hero
    cards = box().cards
    new = [c.id for c in cards.values() if c.level == level and c.specialty in hero.specialties]
    offer = targets("new_card", "do.new_card", "GH-24.2", "card", [f"card.{id}" for id in new], n=level)
    choice = yield from decide(g, "ask.new_card", "GH-24.2", [offer], n=level)
    taken = choice.name().removeprefix("card.")
    lower = [f"card.{id}" for id in hero.cards if cards[id].level < level]
    drop = targets("replace", "do.replace", "GH-24.2", "card", lower, what=cards[taken].name)
    choice = yield from decide(g, "ask.replace", "GH-24.2", [drop], what=cards[taken].name)
    lost = choice.name().removeprefix("card.")
    hero.cards[hero.cards.index(lost)] = taken
    hero.level = level
    g.emit("log.level", "GH-24.1", {"type": "banner", "tone": "gold"}, n=level, hp=box().levels[level].hp)
    g.emit("log.new_card", "GH-24.2", depth=1, what=cards[taken].name, other=cards[lost].name)


def _look(hero: Hero, colour: str = "") -> dict[str, str]:
    """Return how the hero looks on the board, in a colour or in that of the specialty."""
    icon, tone = looks().specialties[hero.specialties[0]]
    return {"icon": icon, "tone": colour or tone}


def _first(card: Card, hero: Hero) -> bool:
    return card.level == 1 and card.specialty in hero.specialties


def takeable(hero: Hero) -> list[str]:
    """Return the owned items that may still be taken into the scenario (GH-5.4, GH-24.4)."""
    total, chips, weapons = perks.limits(hero)
    if len(hero.equipped) >= total:
        return []
    most = {"neural_chip": chips, "weapon": weapons}
    kinds = [box().items[item].kind for item in hero.equipped]
    left = [item for item in hero.items if item not in hero.equipped]
    return [item for item in left if kinds.count(kind := box().items[item].kind) < most.get(kind, total)]


def equip(g: Play) -> Rules:
    """Choose the items for the scenario (GH-8.1, GH-5.4); all of them if all may come along."""
    s: State = g.state
    hero = s.hero
    while True:
        left = takeable(hero)
        rest = [item for item in hero.items if item not in hero.equipped]
        if not left:
            return
        if perks.equippable(hero) == hero.items:
            hero.equipped = list(hero.items)
            return
        yield CHECKPOINT
        room = perks.limits(hero)[0] - len(hero.equipped)
        take = targets("equip", "do.equip", "GH-5.4", "card", [f"item.{item}" for item in left], tone="help")
        packed = button("packed", "do.packed", "GH-8.1", tone="end")
        choice = yield from decide(g, "ask.equip", "GH-8.1", [take, packed], n=room, of=len(rest))
        if choice.group == "packed":
            return
        item = choice.name().removeprefix("item.")
        hero.equipped.append(item)
        g.emit("log.equipped", "GH-5.4", what=box().items[item].name, depth=1)
