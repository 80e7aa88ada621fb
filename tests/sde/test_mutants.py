"""No card is text only, and for each effect of each card a test fails if the rules leave it out.

`python -m tests.mutate` tries that out and writes tests/mutate/killers.txt: the effects and the test that
noticed the lack of each. New here, or renamed? Run it with --write. The slow test tries a part of it again.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.mutate import effects, rules, run
from tests.mutate.effects import Mutant
from tests.mutate.views import load
from webgame.systems.sde_arcade.cards import box

HOME = Path(__file__).parents[2]
AGAIN = "run `python -m tests.mutate --fresh --write`"


@pytest.fixture(scope="module")
def mutants() -> list[Mutant]:
    load()
    return [*effects.mutants(box()), *rules.mutants(box())]


@pytest.fixture(scope="module")
def killers() -> dict[str, str]:
    return run.killers()


def in_rules(mutant: Mutant) -> bool:
    return mutant.kind.endswith("in the rules")


@pytest.mark.slow
def test_every_effect_of_a_card_has_a_test_that_notices_its_lack(
    mutants: list[Mutant], killers: dict[str, str]
) -> None:
    names = [m.name for m in mutants if not in_rules(m)]
    assert [name for name in names if name not in killers] == [], f"never tried: {AGAIN}"
    noticed = sum(bool(killers[name]) for name in names)
    assert noticed >= 0.95 * len(names) > 1000


def test_every_word_the_rules_know_has_a_test_that_notices_its_lack(
    mutants: list[Mutant], killers: dict[str, str]
) -> None:
    """Taken from the rules or from all cards that have it: one of the two is noticed."""
    known = {effects.head(m.words[0]) for m in mutants if in_rules(m)}
    noticed = {
        effects.head(word)
        for m in mutants
        if killers.get(m.name)
        for word in (*m.words, m.name.split(": ")[-1])
    }
    noticed |= {effects.head(name.partition(" in rules.")[0]) for name, test in killers.items() if test}
    assert sorted(known - noticed) == [], AGAIN


def test_the_tests_that_notice_exist(killers: dict[str, str]) -> None:
    written: dict[str, set[str]] = {}
    for test in set(killers.values()) - {"", run.ENDLESS}:
        path, _, function = test.partition("[")[0].partition("::")
        if path not in written:
            written[path] = set(re.findall(r"^def (test\w+)", (HOME / path).read_text(), re.MULTILINE))
        assert function in written[path], f"{test} is gone: {AGAIN}"


def test_no_card_is_text_only(mutants: list[Mutant]) -> None:
    """Each record of the box holds something that the rules carry out."""
    owners = {"/".join(m.owner.split("/")[:2]) for m in mutants if not in_rules(m)}
    known = box()
    # what a minion has it lends
    owners |= {f"monster/{lent.model}" for gang in known.gangs.values() for lent in gang.lends}
    decks: dict[str, Any] = {
        "hero": known.heroes,
        "pet": known.pets,
        "monster": known.monsters,
        "gang": known.gangs,
        "equipment": known.equipment,
        "explore": known.explore,
        "trap": known.traps,
        "command": known.commands,
    }
    assert [
        f"{deck}/{name}" for deck, cards in decks.items() for name in cards if f"{deck}/{name}" not in owners
    ] == []
    assert [wonder.name for wonder in known.wonders.values() if wonder.pet not in known.pets] == []
    assert {known.monsters[booty.model].rank for booty in known.booty_cards.values()} == {"boo_booty"}


def test_no_action_is_text_only() -> None:
    """Each action strikes, causes a status effect, has an effect or a keyword that works by itself."""
    known = box()
    cards = (*known.heroes.values(), *known.pets.values(), *known.equipment.values())
    listed = [(card.name, action) for card in cards for action in card.actions]
    listed += [(hero.name, potion) for hero in known.heroes.values() for potion in hero.potions]
    lends = [lent for gang in known.gangs.values() for lent in gang.lends]
    unique = [(m.name, action) for m in known.monsters.values() for action in m.unique]
    unique += [(lent.model, action) for lent in lends for action in lent.unique]
    idle = [
        (name, action.name)
        for name, action in (*listed, *unique)
        if action.kind != "offense" and not (action.inflicts or action.effects)
    ]
    assert idle == []


def test_no_keyword_is_text_only(mutants: list[Mutant]) -> None:
    """Each keyword, status and tile effect that a card or tile holds is known by name to some rule."""
    known = {effects.head(m.words[0]) for m in mutants if in_rules(m)}
    held = set(effects.keywords(box()))
    codes = {code for side in box().tiles.values() for row in side.rows for code in row}
    held |= {effect.name for effect in box().effects.values() if effect.code in codes} | set(box().statuses)
    words = {*box().abilities, *box().statuses, *box().effects} & held - {"Cursed, Luck"}
    assert len(words) > 110 and words - known == effects.NAMELESS.keys()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_lack_is_noticed_by_the_test_in_the_list() -> None:
    command = [sys.executable, "-m", "tests.mutate", "--check", "--every", "400"]
    done = subprocess.run(command, cwd=HOME, capture_output=True, text=True, env=dict(os.environ))
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
