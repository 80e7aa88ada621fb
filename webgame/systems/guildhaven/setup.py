"""The hero of a game and the table at the start of a scenario (GH-3, GH-8)."""

from __future__ import annotations

from webgame.engine.decks import Deck
from webgame.engine.game import Play
from webgame.systems.guildhaven.board import board
from webgame.systems.guildhaven.box import Sheet, VillainRecord, box
from webgame.systems.guildhaven.rules import perks
from webgame.systems.guildhaven.scenario import HeroChoice
from webgame.systems.guildhaven.state import OFF, Hero, State, Table, Unit

ALLY_TOKENS = {"M": "magnolia"}
"""The place on the board for an ally's key."""


def level_one_cards(specialties: tuple[str, ...] | list[str]) -> list[str]:
    """Return the five level 1 cards of each specialty (GH-3.3)."""
    return [
        card.id
        for specialty in specialties
        for card in box().cards.values()
        if card.specialty == specialty and card.level == 1
    ]


def make_hero(g: Play, choice: HeroChoice, items: Deck, draws: int = 1) -> Hero:
    """Return the hero; what was not chosen is drawn or filled in: random items, the first perks (GH-3)."""
    things = box()
    count = things.levels[choice.level].perks_total
    offered = [perk.id for perk in things.perks.values() if perk.specialty in choice.specialties]
    hero = Hero(
        name=choice.name,
        specialties=list(choice.specialties),
        level=choice.level,
        colour=choice.colour,
        perks=list(choice.perks) or offered[:count],
        cards=list(choice.cards) or level_one_cards(choice.specialties),
        items=list(choice.items),
    )
    for item in choice.items:
        items.remove(item)
    if not choice.items:
        drawn = [items.draw(g.rng) for _ in range(draws)]
        hero.items = [item for item in drawn if item is not None]
    hero.equipped = perks.equippable(hero)
    return hero


def begun_hero(choice: HeroChoice | None, items: Deck) -> Hero:
    """Return a hero that the players are still to create, with what is settled already (GH-3)."""
    if choice is None:
        return Hero(name="", specialties=[])
    for item in choice.items:
        items.remove(item)
    return Hero(
        name=choice.name,
        specialties=list(choice.specialties),
        level=choice.level if choice.cards else 1,
        colour=choice.colour,
        perks=list(choice.perks),
        cards=list(choice.cards),
        items=list(choice.items),
    )


def item_deck(g: Play) -> Deck:
    """Return the shuffled deck of items (GH-1.4)."""
    deck = Deck("items", draw_pile=sorted(box().items))
    deck.shuffle(g.rng)
    return deck


def begin(s: State, sheet: Sheet, failures: int = 0) -> None:
    """Lay out a scenario: counters on their numbers, tokens, the ten cards, full HP (GH-8.1, GH-23.2).

    The hero has no square yet: the player chooses a start square (`rules/round`).
    """
    shift = perks.number(s.hero, "start_infusion")
    table = Table(sheet=sheet.id, failures=failures, infusion=max(-3, -failures + shift))
    s.table = table
    hp = perks.max_hp(s.hero)
    table.units["hero"] = Unit("hero", "hero", "hero", 0, "hero", OFF, hp, hp, beta=True)
    table.piles.hand = list(s.hero.cards)
    for record in sheet.villains:
        for number in record.numbers:
            cells = sheet.map.cells(f"villain:{number}")
            if record.on_map_at_start and cells:
                place_villain(s, record, number, cells[0])
        if record.off_board:
            place_villain(s, record, 0, OFF).away = "sniper"
    for thing in sheet.objects:
        at = sheet.map.cells(f"token:{thing.key}")[0]
        unit = Unit(f"o.{thing.key}", "object", thing.key, 0, "hero", at, thing.hp, thing.hp, start=at)
        unit.shield = thing.shield
        table.units[unit.id] = unit
    for ally in sheet.allies:
        at = sheet.map.cells(f"token:{ALLY_TOKENS.get(ally.key, ally.key)}")[0]
        unit = Unit(f"a.{ally.key}", "ally", ally.name, 0, "hero", at, ally.hp, ally.hp, start=at)
        unit.beta, unit.shield, unit.steps = ally.beta, ally.shield, ally.steps
        table.units[unit.id] = unit
    for rule in sheet.rules:
        if rule.effect["op"] == "spawn_by_count":
            table.due += [name for entry in rule.effect["sequence"] for name in owed(entry)]
    taken = {f"token:{thing.key}" for thing in sheet.objects}
    taken |= {f"token:{ALLY_TOKENS.get(ally.key, ally.key)}" for ally in sheet.allies}
    for place in sheet.map.places:
        if place.key in taken:
            continue
        kind = place.key.removeprefix("token:")
        if place.key.startswith("token:") or place.key in ("vehicle", "generator_giant"):
            table.tokens[kind] = sheet.map.cells(place.key)


def owed(entry: str | list[str]) -> list[str]:
    """Return the units of one entry of a spawning sequence, without where they come: "Thug 3"."""
    return [name.partition("@")[0] for name in ([entry] if isinstance(entry, str) else entry)]


def place_villain(s: State, record: VillainRecord, number: int, at: int) -> Unit:
    """Put a counter on the board (GH-6.1); it acts from the next round."""
    first = board(s.table.sheet).links.get(at, at)
    unit = Unit(
        id=f"v{number}",
        kind="villain",
        type=record.type,
        number=number,
        side="villains",
        at=first,
        hp=record.hp,
        max_hp=record.hp,
        start=first,
        beta=record.beta,
        size=record.size[0],
        shield=record.shield,
        retaliate=record.retaliate,
        phase=str(record.phases[0]["name"]) if record.phases else "",
        since=s.table.round.number,
    )
    s.table.units[unit.id] = unit
    return unit
