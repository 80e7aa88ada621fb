"""Entries of figures: Heroes, pets, monsters, gangs."""

from __future__ import annotations

from collections.abc import Iterator

from webgame.engine.book import Entry, Item, Line, Section
from webgame.systems.sde_arcade.book.entries import ability, deed, entry, link, section, unique_deed
from webgame.systems.sde_arcade.cards import Attribute, HeroCard, MonsterCard, PetCard, box
from webgame.systems.sde_arcade.looks import icon_of
from webgame.systems.sde_arcade.scene.sheets import ATTRIBUTES

RANKS = ("spawning_point", "elite", "minion", "mini_boss", "dungeon_boss", "creep", "boo_booty", "form")


def heroes() -> Iterator[Entry]:
    """Return the Heroes, their other forms among them."""
    for hero in box().heroes.values():
        form = [other for other in box().heroes.values() if other.name == hero.shapeshift]
        sections = [
            section("l.book_actions", (deed(a) for a in hero.actions)),
            section("l.book_potions", (deed(p, potion=True) for p in hero.potions)),
            section("l.book_abilities", map(ability, hero.abilities)),
            section("l.book_form", (link("hero", h.id) for h in form), short=True),
        ]
        tags = (hero.race, *hero.affinity, *((hero.role,) if hero.role else ()))
        lines = [*_member_lines(hero), Line("l.potions", str(hero.potion_quantity), icon="potion")]
        more = () if hero.selectable else ("l.book_beside",)
        yield entry("hero", hero.id, tags + more, [*lines, *_attributes(hero)], sections, names=(hero.name,))


def pets() -> Iterator[Entry]:
    """Return the pets."""
    for pet in box().pets.values():
        cards = [w for w in box().wonders.values() if w.pet == pet.name]
        sections = [
            section("l.book_actions", (deed(a) for a in pet.actions)),
            section("l.book_abilities", map(ability, pet.abilities)),
            Section("l.book_master", text=pet.master_bonus["text"]) if pet.master_bonus.get("text") else None,
            section("l.wonder", (link("card", w.name) for w in cards), short=True),
        ]
        yield entry("model", pet.name, (), [*_member_lines(pet), *_attributes(pet)], sections)


def _member_lines(card: HeroCard | PetCard) -> list[Line]:
    return [
        Line("l.hearts", str(card.hearts), icon="health"),
        Line("l.book_ap", str(card.ap), icon="activate"),
        Line("l.book_mv", str(card.mov), icon="move"),
        Line("l.book_base", "{}×{}".format(*card.base)),
    ]


def _attributes(card: HeroCard | PetCard) -> Iterator[Line]:
    for attr in ATTRIBUTES:
        if attr in card.attributes:
            entry: Attribute = card.attributes[attr]
            shield = "shield" if attr in card.defense else ""
            far = (str(entry.range.squares), f"l.{entry.range.icon}") if entry.range else ("", "")
            yield Line(f"l.{attr}", far[0], str(entry.dice), far[1], shield)


def monsters() -> Iterator[Entry]:
    """Return the monsters, rank by rank."""
    for rank in RANKS:
        for card in box().monsters.values():
            if card.rank == rank:
                lines = [*_monster_lines(card), *_rewards(card)]
                tags = (*((card.type,) if rank != "spawning_point" else ()), *card.affinity)
                more = ("l.book_paired",) if card.paired else ()
                yield entry("model", card.name, tags + more, lines, _monster_sections(card))


def _monster_lines(card: MonsterCard) -> Iterator[Line]:
    if card.ac:
        yield Line("l.book_ac", str(card.ac), icon="crossed-swords")
        yield Line("l.STR", str(card.STR), icon="star")
        yield Line("l.book_rng", str(card.range.squares if card.range else 0), icon="range")
    if card.rank != "spawning_point":
        yield Line("l.book_mv", str(card.mov), icon="move")
    yield Line("l.ARM", str(card.ARM), icon="shield")
    yield Line("l.hearts", str(card.hearts), icon="health")
    if card.rank != "spawning_point":
        yield Line("l.book_base", "{}×{}".format(*card.base))


def _rewards(card: MonsterCard) -> Iterator[Line]:
    for reward, n in card.rewards.items():
        if n:
            icon = {"treasure": "chest", "princess_coin": "coin", "dungeon_key": "key"}[reward]
            yield Line(f"l.book_reward_{reward}", str(n), note="l.book_reward", icon=icon)


def _monster_sections(card: MonsterCard) -> list[Section | None]:
    pool = [
        link("model", m["model"], m["count"], "" if m.get("spawn", True) else "l.book_nospawn")
        for m in card.spawning_pool
    ]
    gangs = [g for g in box().gangs.values() if g.name in card.gang_cards or _in_gang(card.name, g.name)]
    points = [p for p in box().monsters.values() if any(m["model"] == card.name for m in p.spawning_pool)]
    treasure = [c for c in box().treasure.values() if c.model == card.name]
    deck = box().explore_boss.get(card.name, {})
    booty = [c for c in box().booty_cards.values() if c.model == card.name]
    invader = card.invader_effect
    return [
        section("l.book_actions", map(unique_deed, card.unique)),
        section("l.book_abilities", map(ability, card.abilities)),
        Section("l.book_invader", text=f"l.book_{invader['op']}") if invader else None,
        section("l.book_pool", pool, short=True),
        section("l.book_gangs", (link("gang", g.name) for g in gangs), short=True),
        section("l.book_point", (link("model", p.name) for p in points), short=True),
        section("l.book_treasure", (link("card", c.name) for c in treasure), short=True),
        section("l.book_explore", (link("explore", name, n) for name, n in deck.items()), short=True),
        section(
            "l.book_cards", (Item(c.name, c.text, icon="cards", tone="orange", count=c.count) for c in booty)
        ),
    ]


def _in_gang(model: str, gang: str) -> bool:
    card = box().gangs[gang]
    return card.elite == model or any(b["model"] == model for b in card.bonded)


def gangs() -> Iterator[Entry]:
    """Return the gangs."""
    for gang in box().gangs.values():
        values = (
            ("l.book_ac", gang.solo.ac, gang.gang.ac, "crossed-swords"),
            ("l.STR", gang.solo.STR, gang.gang.STR, "star"),
            ("l.book_rng", gang.solo.RNG, gang.gang.RNG, "range"),
        )
        note = "l.book_alone_gang"
        lines = [Line(label, f"{alone} → {all}", note=note, icon=icon) for label, alone, all, icon in values]
        lines.append(Line("l.book_bond", str(gang.bond_range), icon="link"))
        lent = [
            item
            for model in gang.lends
            for item in (*map(ability, model.abilities), *map(unique_deed, model.unique))
        ]
        points = [p for p in box().monsters.values() if gang.name in p.gang_cards]
        sections = [
            section("l.book_elite", [link("model", gang.elite)], short=True),
            section(
                "l.book_members", (link("model", b["model"], b["count"]) for b in gang.bonded), short=True
            ),
            section("l.book_lends", lent),
            section("l.book_point", (link("model", p.name) for p in points), short=True),
        ]
        look = {"name": gang.name, "kind": "l.gang", "icon": icon_of(gang.elite, "elite"), "tone": "rust"}
        yield entry("gang", gang.name, (), lines, sections, {**look, "text": gang.text})
