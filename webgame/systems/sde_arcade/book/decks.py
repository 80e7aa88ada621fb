"""Entries of cards: equipment, wonders, explore and command cards, traps."""

from __future__ import annotations

from collections.abc import Iterator

from webgame.engine.book import Entry, Item, Line
from webgame.systems.sde_arcade.book.entries import ability, copies, deed, entry, link, section
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.looks import looks


def equipment() -> Iterator[Entry]:
    """Return loot and treasure."""
    for held in box().equipment.values():
        lines = [Line(f"l.{b.attr}", dice=str(b.dice), note=b.affinity) for b in held.bonus]
        model = [link("model", held.model)] if held.model in box().monsters else []
        sections = [
            section("l.book_actions", (deed(a) for a in held.actions)),
            section("l.book_abilities", map(ability, held.abilities)),
            section("l.book_model", model, short=True),
        ]
        yield entry("card", held.name, (held.slot,), [*lines, *copies(held.count)], sections)


def wonders() -> Iterator[Entry]:
    """Return the wonders."""
    for wonder in box().wonders.values():
        sections = [section("l.book_pet", [link("model", wonder.pet)], short=True)]
        yield entry("card", wonder.name, (), copies(wonder.count), sections)


def explore() -> Iterator[Entry]:
    """Return the explore cards."""
    for card in box().explore.values():
        lines = [Line("l.book_creeps", str(card.creeps), icon="rat")] if card.creeps else []
        traps = [e["trap"] for e in card.effects if e["op"] == "trap"]
        bosses = [boss for boss, deck in box().explore_boss.items() if card.name in deck]
        sections = [
            section("l.book_traps", (link("trap", t, text=box().traps[t].text) for t in traps)),
            section(
                "l.book_boss_deck", (link("model", b) for b in bosses if b in box().monsters), short=True
            ),
        ]
        lines += copies(card.count)
        yield entry("explore", card.name, (f"l.book_duration_{card.duration}",), lines, sections)


def commands() -> Iterator[Entry]:
    """Return the command cards."""
    for card in box().commands.values():
        lines = [Line(f"l.step_{step.command}", f"×{step.times}") for step in card.steps]
        special = card.special
        sections = (
            [section("l.book_special", [Item(special.name, special.text, icon="overlord", tone="purple")])]
            if special
            else []
        )
        yield entry("command", card.name, (), [*lines, *copies(card.count)], sections)


def traps() -> Iterator[Entry]:
    """Return the traps."""
    for trap in box().traps.values():
        size = "{w}×{h}".format(**trap.template)
        pieces = trap.template["pieces"]
        lines = [Line("l.book_shape", size if pieces == 1 else f"{pieces} {size}", note=trap.shape)]
        if trap.STR:
            lines.append(Line("l.book_attack", str(trap.STR), icon="star"))
        lines.append(Line("l.book_disarm", str(trap.defense + 1), icon="lockpicks"))
        cards = [c.name for c in box().explore.values() if {"op": "trap", "trap": trap.name} in c.effects]
        sections = [
            section("l.book_inflicts", map(ability, trap.inflicts)),
            section("l.trap_shape", [ability(trap.shape)]),
            section("l.book_cards", (link("explore", name) for name in cards), short=True),
        ]
        look = {"name": trap.name, "kind": "l.trap", "icon": looks().traps.get(trap.name, "trap")}
        yield entry("trap", trap.name, (), lines, sections, {**look, "tone": "crimson", "text": trap.text})
