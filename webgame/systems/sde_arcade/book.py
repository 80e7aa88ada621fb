"""The book of figures: every card, figure and keyword of the box, to be read outside a game.

Name, kind, icon, tone and text are those the table shows (scene.texts); here come stat lines, what stands
under headings, links between entries and the rules that tell of each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from webgame.engine.book import Book, Chapter, Entry, Item, Line, Section
from webgame.engine.rulebook import Rulebook
from webgame.systems.sde_arcade import scene
from webgame.systems.sde_arcade.cards import Action, Attribute, HeroCard, MonsterCard, PetCard, Unique, box
from webgame.systems.sde_arcade.looks import icon_of, looks, manner, page
from webgame.systems.sde_arcade.rules.effects import ability_name, ability_text

RULES_MOST = 6  # rules cited for one entry
RANKS = ("spawning_point", "elite", "minion", "mini_boss", "dungeon_boss", "creep", "boo_booty", "form")
KIND_RULES = {  # the rules on what a kind of card is
    "hero": ("HA-1", "HA-10", "PO-2", "AF-1"),
    "pet": ("PT-1",),
    "spawning_point": ("SU-12", "CM-1", "CM-2"),
    "elite": ("GA-2",),
    "minion": ("GA-2", "GA-9"),
    "gang": ("GA-5", "GA-6", "GA-11"),
    "mini_boss": ("GA-4", "PU-14"),
    "dungeon_boss": ("GA-4", "PU-15"),
    "creep": ("CR-1", "CR-4"),
    "boo_booty": ("BB-1",),
    "form": ("SH-1",),
    "trap": ("TR-1", "TR-7"),
    "tile": ("MP-1",),
    "tile_effect": ("TE-1",),
    "status_effect": ("ST-1", "ST-2"),
    "ability": ("AB-1",),
    "area_effect": ("AE-1",),
    "control_effect": ("CE-1",),
    "trap_shape": ("TR-1",),
    "die": ("DR-1",),
}
CATEGORIES = {
    "area": "area_effect",
    "control": "control_effect",
    "status": "status_effect",
    "trap": "trap_shape",
}
KEYWORD_LOOKS = {
    "ability": ("tome", "indigo"),
    "area_effect": ("fire", "orange"),
    "control_effect": ("move", "sky"),
    "trap_shape": ("trap", "crimson"),
}
TILE_TONES = {"negative": "rust", "neutral": "silver", "blessing": "gold", "impassable": "grey"}
_TERMLESS = (
    "Area",
    "Line",
    "Cursed, Luck",
    "Student",
    "Pet",
    "Wonder",
)  # words that mostly mean other things


@cache
def book(rules: Rulebook) -> Book:
    """Return the book; `rules` is where the numbers come from that entries cite."""
    chapters = (
        ("heroes", "visored-helm", "gold", [*_heroes(), *_pets()]),
        ("monsters", "orc-head", "crimson", [*_monsters(), *_gangs()]),
        ("equipment", "chest", "amber", [*_equipment(), *_wonders()]),
        ("dungeon", "gate", "teal", [*_explore(), *_traps(), *_tiles(), *_tile_effects()]),
        ("consul", "overlord", "purple", list(_commands())),
        ("keywords", "tome", "indigo", [*_statuses(), *_keywords(), *_dice()]),
    )
    users = _users([entry for _, _, _, entries in chapters for entry in entries])
    known = _named_in(rules)
    return Book(
        tuple(
            Chapter(
                id,
                f"l.book_{id}",
                icon,
                tone,
                f"l.book_{id}_text",
                tuple(_finished(entry, users, known) for entry in entries),
            )
            for id, icon, tone, entries in chapters
        ),
        {code: (f"l.die_{code}", looks().dice[code]) for code in box().dice},
    )


# -- figures -------------------------------------------------------------------------------------------------


def _heroes() -> Iterator[Entry]:
    for hero in box().heroes.values():
        form = [other for other in box().heroes.values() if other.name == hero.shapeshift]
        sections = [
            _section("l.book_actions", (_action(a) for a in hero.actions)),
            _section("l.book_potions", (_action(p, potion=True) for p in hero.potions)),
            _section("l.book_abilities", map(_ability, hero.abilities)),
            _section("l.book_form", (_link("hero", h.id) for h in form), short=True),
        ]
        tags = (hero.race, *hero.affinity, *((hero.role,) if hero.role else ()))
        lines = [*_member_lines(hero), Line("l.potions", str(hero.potion_quantity), icon="potion")]
        more = () if hero.selectable else ("l.book_beside",)
        yield _entry("hero", hero.id, tags + more, [*lines, *_attributes(hero)], sections, names=(hero.name,))


def _pets() -> Iterator[Entry]:
    for pet in box().pets.values():
        cards = [w for w in box().wonders.values() if w.pet == pet.name]
        sections = [
            _section("l.book_actions", (_action(a) for a in pet.actions)),
            _section("l.book_abilities", map(_ability, pet.abilities)),
            Section("l.book_master", text=pet.master_bonus["text"]) if pet.master_bonus.get("text") else None,
            _section("l.wonder", (_link("card", w.name) for w in cards), short=True),
        ]
        yield _entry("model", pet.name, (), [*_member_lines(pet), *_attributes(pet)], sections)


def _member_lines(card: HeroCard | PetCard) -> list[Line]:
    return [
        Line("l.hearts", str(card.hearts), icon="health"),
        Line("l.book_ap", str(card.ap), icon="activate"),
        Line("l.book_mv", str(card.mov), icon="move"),
        Line("l.book_base", "{}×{}".format(*card.base)),
    ]


def _attributes(card: HeroCard | PetCard) -> Iterator[Line]:
    for attr in scene.ATTRIBUTES:
        if attr in card.attributes:
            entry: Attribute = card.attributes[attr]
            shield = "shield" if attr in card.defense else ""
            far = (str(entry.range.squares), f"l.{entry.range.icon}") if entry.range else ("", "")
            yield Line(f"l.{attr}", far[0], str(entry.dice), far[1], shield)


def _action(action: Action, potion: bool = False) -> Item:
    icon, tone = manner(action)
    tags = [f"l.{action.kind}"]
    if action.timing:
        tags.append(f"l.book_timing_{action.timing}")
    if action.owner_only:
        tags.append("l.book_owner_only")
    return Item(
        action.name,
        action.text,
        icon="potion" if potion else icon,
        tone="crimson" if tone == "attack" else "forest",
        cost=action.cost,
        unit=("l.book_token" if action.cost == 1 else "l.book_tokens") if potion else "l.book_ap",
        tags=tuple(tags),
    )


def _unique(unique: Unique) -> Item:
    tone, icon = ("crimson", "crossed-swords") if unique.kind == "offense" else ("forest", "surge")
    unit = "l.book_ac" if unique.ac_cost else ""
    return Item(
        unique.name, unique.text, "", icon, tone, cost=unique.ac_cost, unit=unit, tags=(f"l.{unique.kind}",)
    )


def _monsters() -> Iterator[Entry]:
    for rank in RANKS:
        for card in box().monsters.values():
            if card.rank == rank:
                lines = [*_monster_lines(card), *_rewards(card)]
                tags = (*((card.type,) if rank != "spawning_point" else ()), *card.affinity)
                more = ("l.book_paired",) if card.paired else ()
                yield _entry("model", card.name, tags + more, lines, _monster_sections(card))


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
        _link("model", m["model"], m["count"], "" if m.get("spawn", True) else "l.book_nospawn")
        for m in card.spawning_pool
    ]
    gangs = [g for g in box().gangs.values() if g.name in card.gang_cards or _in_gang(card.name, g.name)]
    points = [p for p in box().monsters.values() if any(m["model"] == card.name for m in p.spawning_pool)]
    treasure = [c for c in box().treasure.values() if c.model == card.name]
    deck = box().explore_boss.get(card.name, {})
    booty = [c for c in box().booty_cards.values() if c.model == card.name]
    invader = card.invader_effect
    return [
        _section("l.book_actions", map(_unique, card.unique)),
        _section("l.book_abilities", map(_ability, card.abilities)),
        Section("l.book_invader", text=f"l.book_{invader['op']}") if invader else None,
        _section("l.book_pool", pool, short=True),
        _section("l.book_gangs", (_link("gang", g.name) for g in gangs), short=True),
        _section("l.book_point", (_link("model", p.name) for p in points), short=True),
        _section("l.book_treasure", (_link("card", c.name) for c in treasure), short=True),
        _section("l.book_explore", (_link("explore", name, n) for name, n in deck.items()), short=True),
        _section(
            "l.book_cards", (Item(c.name, c.text, icon="cards", tone="orange", count=c.count) for c in booty)
        ),
    ]


def _in_gang(model: str, gang: str) -> bool:
    card = box().gangs[gang]
    return card.elite == model or any(b["model"] == model for b in card.bonded)


def _gangs() -> Iterator[Entry]:
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
            for item in (*map(_ability, model.abilities), *map(_unique, model.unique))
        ]
        points = [p for p in box().monsters.values() if gang.name in p.gang_cards]
        sections = [
            _section("l.book_elite", [_link("model", gang.elite)], short=True),
            _section(
                "l.book_members", (_link("model", b["model"], b["count"]) for b in gang.bonded), short=True
            ),
            _section("l.book_lends", lent),
            _section("l.book_point", (_link("model", p.name) for p in points), short=True),
        ]
        look = {"name": gang.name, "kind": "l.gang", "icon": icon_of(gang.elite, "elite"), "tone": "rust"}
        yield _entry("gang", gang.name, (), lines, sections, {**look, "text": gang.text})


# -- cards ---------------------------------------------------------------------------------------------------


def _equipment() -> Iterator[Entry]:
    for held in box().equipment.values():
        lines = [Line(f"l.{b.attr}", dice=str(b.dice), note=b.affinity) for b in held.bonus]
        model = [_link("model", held.model)] if held.model in box().monsters else []
        sections = [
            _section("l.book_actions", (_action(a) for a in held.actions)),
            _section("l.book_abilities", map(_ability, held.abilities)),
            _section("l.book_model", model, short=True),
        ]
        yield _entry("card", held.name, (held.slot,), [*lines, *_copies(held.count)], sections)


def _wonders() -> Iterator[Entry]:
    for wonder in box().wonders.values():
        sections = [_section("l.book_pet", [_link("model", wonder.pet)], short=True)]
        yield _entry("card", wonder.name, (), _copies(wonder.count), sections)


def _explore() -> Iterator[Entry]:
    for card in box().explore.values():
        lines = [Line("l.book_creeps", str(card.creeps), icon="rat")] if card.creeps else []
        traps = [e["trap"] for e in card.effects if e["op"] == "trap"]
        bosses = [boss for boss, deck in box().explore_boss.items() if card.name in deck]
        sections = [
            _section("l.book_traps", (_link("trap", t, text=box().traps[t].text) for t in traps)),
            _section(
                "l.book_boss_deck", (_link("model", b) for b in bosses if b in box().monsters), short=True
            ),
        ]
        copies = _copies(card.count)
        yield _entry("explore", card.name, (f"l.book_duration_{card.duration}",), [*lines, *copies], sections)


def _commands() -> Iterator[Entry]:
    for card in box().commands.values():
        lines = [Line(f"l.step_{step.command}", f"×{step.times}") for step in card.steps]
        special = card.special
        sections = (
            [_section("l.book_special", [Item(special.name, special.text, icon="overlord", tone="purple")])]
            if special
            else []
        )
        yield _entry("command", card.name, (), [*lines, *_copies(card.count)], sections)


def _traps() -> Iterator[Entry]:
    for trap in box().traps.values():
        size = "{w}×{h}".format(**trap.template)
        pieces = trap.template["pieces"]
        lines = [Line("l.book_shape", size if pieces == 1 else f"{pieces} {size}", note=trap.shape)]
        if trap.STR:
            lines.append(Line("l.book_attack", str(trap.STR), icon="star"))
        lines.append(Line("l.book_disarm", str(trap.defense + 1), icon="lockpicks"))
        cards = [c.name for c in box().explore.values() if {"op": "trap", "trap": trap.name} in c.effects]
        sections = [
            _section("l.book_inflicts", map(_ability, trap.inflicts)),
            _section("l.trap_shape", [_ability(trap.shape)]),
            _section("l.book_cards", (_link("explore", name) for name in cards), short=True),
        ]
        look = {"name": trap.name, "kind": "l.trap", "icon": looks().traps.get(trap.name, "trap")}
        yield _entry("trap", trap.name, (), lines, sections, {**look, "tone": "crimson", "text": trap.text})


# -- the map and the keywords --------------------------------------------------------------------------------


def _tiles() -> Iterator[Entry]:
    for side in box().tiles.values():
        found = [e for e in box().effects.values() if any(e.code in row for row in side.rows)]
        sections = [_section("l.book_effects", (_link("effect", e.name, text=e.text) for e in found))]
        look = {"name": f"{side.name} ({side.id})", "kind": "l.tile", "icon": "campaign", "tone": "forest"}
        yield _entry("tile", side.id, (side.theme,), [], sections, {**look, "text": side.text})


def _tile_effects() -> Iterator[Entry]:
    for effect in box().effects.values():
        tags = (f"l.book_sign_{effect.sign}",)
        look = {"name": effect.name, "kind": "l.tile_effect", "icon": looks().effects[effect.name]}
        look |= {"tone": TILE_TONES[effect.sign], "text": effect.text}
        yield _entry("effect", effect.name, tags, [], [], look, names=(effect.name,))


def _statuses() -> Iterator[Entry]:
    for status in box().status_texts.values():
        icon, tone = looks().status[status.name]
        sections = [
            Section("l.book_as_monster", text=status.monster_effect),
            Section("l.book_ends", text=status.ends[:1].upper() + status.ends[1:] + "."),
        ]
        look = {
            "name": status.name,
            "kind": "l.status_effect",
            "icon": icon,
            "tone": tone,
            "text": status.text,
        }
        yield _entry("keyword", status.name, (), [], sections, look, names=(status.name,))


def _keywords() -> Iterator[Entry]:
    """Return the keywords that have no entry as a status effect or on the map."""
    for order in ("ability", "area_effect", "control_effect", "trap_shape"):
        for word in sorted(box().abilities.values(), key=lambda a: a.name):
            kind = CATEGORIES.get(word.category, "ability")
            if kind == order and word.name not in box().status_texts and word.name not in box().effects:
                icon, tone = KEYWORD_LOOKS[kind]
                look = {"name": word.name, "kind": f"l.{kind}", "icon": icon, "tone": tone, "text": word.text}
                names = () if word.name in _TERMLESS else (word.name,)
                yield _entry("keyword", word.name, (), [], [], look, names=names)


def _dice() -> Iterator[Entry]:
    for code, die in box().dice.items():
        stars = [face.get("stars", 0) for face in die.faces]
        faces = [
            Item(
                "",
                face=tuple(looks().symbols[s] for s, n in face.items() for _ in range(n)),
                tone=looks().dice[code],
            )
            for face in die.faces
        ]
        lines = [
            Line("l.book_average", f"{sum(stars) / len(stars):.2f}", icon="star"),
            Line("l.book_most", str(max(stars)), icon="star"),
        ]
        look = {"name": f"l.die_{code}", "kind": "l.die", "icon": "die", "tone": looks().dice[code]}
        sections = [Section("l.book_faces", tuple(faces))]
        yield _entry("die", code, (), lines, sections, {**look, "text": box().dice_texts[code]})


# -- pieces of entries ---------------------------------------------------------------------------------------


def _entry(
    kind: str,
    name: str,
    tags: tuple[str, ...],
    lines: Iterable[Line],
    sections: Iterable[Section | None],
    look: Mapping[str, Any] | None = None,
    names: tuple[str, ...] = (),
) -> Entry:
    """Return an entry that looks as the table shows the card `kind`.`name`, or as `look` says."""
    look = look or scene.texts()[f"{kind}.{name}"]
    shown = {"l.model": "l.base"}.get(look["kind"], look["kind"])  # treasure of the base deck or of a model
    parts = tuple(section for section in sections if section is not None)
    deeds = [item.name for section in parts if not section.short for item in section.items if item.name]
    rules = dict.fromkeys([*([look["rule"]] if "rule" in look else []), *KIND_RULES.get(shown[2:], ())])
    return Entry(
        page(kind, name),
        shown,
        look["name"],
        look["text"],
        look["icon"],
        look["tone"],
        tags,
        tuple(lines),
        parts,
        tuple(rules),
        names or ((look["name"],) if kind in ("model", "trap") else ()),
        " · ".join(dict.fromkeys(deeds)) if kind in ("hero", "model", "gang") else "",
    )


def _section(title: str, items: Iterable[Item], short: bool = False) -> Section | None:
    found = tuple(items)
    return Section(title, found, short=short) if found else None


def _ability(keyword: str) -> Item:
    """Return an ability as a card prints it, and what it means."""
    word = ability_name(keyword)
    at = "effect" if word in box().effects else "keyword"
    icon, tone = looks().status.get(word, ("tome", "indigo"))
    return Item(keyword, ability_text(keyword), page(at, word), icon, tone)


def _link(kind: str, name: str, count: int = 0, note: str = "", text: str = "") -> Item:
    """Return a link to another entry."""
    look = scene.texts().get(f"{kind}.{name}")
    if look is None:
        icon = {
            "gang": "team",
            "trap": looks().traps.get(name, "trap"),
            "effect": looks().effects.get(name, ""),
        }[kind]
        look = {"name": name, "icon": icon, "tone": {"gang": "rust", "trap": "crimson"}.get(kind, "silver")}
    tags = (note,) if note else ()
    return Item(look["name"], text, page(kind, name), look["icon"], look["tone"], count, tags=tags)


def _copies(count: int) -> list[Line]:
    return [Line("l.book_copies", str(count), icon="cards")] if count else []


def _users(entries: list[Entry]) -> dict[str, list[Item]]:
    """Return, by entry, the entries that link to it or name it in the text of an action."""
    terms = {term: entry.id for entry in entries for term in entry.terms if _is_keyword(entry)}
    pattern = _words(terms)
    users: dict[str, list[Item]] = {}
    for entry in entries:
        own = [item.text for section in entry.sections for item in section.items if not item.entry]
        named = pattern.findall(" ".join([*own, entry.text] if not _is_keyword(entry) else []))
        for id in dict.fromkeys([*entry.links(), *(terms[word] for word in named)]):
            if id != entry.id:
                users.setdefault(id, []).append(Item(entry.name, "", entry.id, entry.icon, entry.tone))
    return users


def _is_keyword(entry: Entry) -> bool:
    return entry.id.partition(".")[0] in ("keyword", "effect")


def _words(names: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that finds names as whole words, the longest first."""
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    return re.compile(r"(?<!\w)(" + "|".join(map(re.escape, longest_first)) + r")(?!\w)")


def _named_in(rules: Rulebook) -> dict[str, list[str]]:
    """Return, by name of a keyword, figure or card, the rules that speak of it."""
    pattern = _words({*box().abilities, *box().effects, *box().status_texts, *box().traps, *box().monsters})
    found: dict[str, list[str]] = {}
    for number, rule in rules.rules.items():
        for name in dict.fromkeys(pattern.findall(rule.text)):
            found.setdefault(name, []).append(number)
    return found


def _finished(entry: Entry, users: Mapping[str, list[Item]], known: Mapping[str, list[str]]) -> Entry:
    """Return an entry with the rules that name it and, for a keyword, with where it is found."""
    cited = tuple(dict.fromkeys([*entry.rules, *known.get(entry.name, ())]))[:RULES_MOST]
    sections = entry.sections
    if _is_keyword(entry) and entry.id in users:
        sections += (Section("l.book_found", tuple(users[entry.id]), short=True),)
    return msgspec.structs.replace(entry, rules=cited, sections=sections)
