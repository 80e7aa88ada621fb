"""The table of house rules against the digest: sections 19 and 21, and its words."""

from __future__ import annotations

import pytest

from webgame.engine.system import Setting
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.system import SYSTEM

# Each row or item with the house rules that it is, or the reason why it can't be one.
SECTION_19: dict[str, tuple[str, ...] | str] = {
    "DICE faces": "no ruling: the published facts leave one distribution only (DR-2)",
    "START_MARKER_RANGE": ("start_marker_range",),
    "CHEST_RANGE": ("chest_range",),
    "SPAWN_RANGE": ("spawn_range",),
    "GANG_RANGE": ("gang_range",),
    "DISTURB_RANGE": ("disturb_range",),
    "WRATH_SUPPLY": ("wrath_supply",),
    "WRATH table": (
        "wrath_kill",
        "wrath_spawning_point",
        "wrath_mini_boss",
        "wrath_wound",
        "wrath_chest",
        "wrath_potion",
        "wrath_creep",
    ),
    "LOOT_PER_TURN": ("loot_per_turn",),
    "PICK_LOCK_STARS": ("pick_lock_stars",),
    "BANDAGE_STARS": ("bandage_stars",),
    "CHEST_TREASURES": ("chest_treasures",),
    "MIGHTY chart": ("mighty_top", "mighty_str", "mighty_arm"),
    "TILE_SIZE": "the tile sides are drawn for it, square by square (box/tiles.json)",
    "POUNCE_RANGE, SURGE": ("pounce_range", "surge_squares"),
    "HEROES_PER_TURN": ("heroes_per_turn",),
    "POTIONS_PER_ACTIVATION": ("potions_per_activation",),
    "START_COINS, START_POTIONS": ("start_coins", "start_potions"),
    "TELEPORT_RANGE": ("teleport_range",),
    "CREEPS_MINIMUM": ("creeps_minimum",),
}
SECTION_21: dict[str, tuple[str, ...] | str] = {
    "1 disturbed, distance": ("disturb_range", "disturb_by"),
    "1 whether bosses need it": ("disturb_bosses",),
    "2 order of activation": ("activation_order",),
    "2 command by command or monster by monster": ("card_order",),
    "3 wrath chart": (
        "wrath_spawning_point",
        "wrath_mini_boss",
        "wrath_wound",
        "wrath_chest",
        "wrath_potion",
    ),
    "3 whether the lost text lowers wrath": ("wrath_decay",),
    "4 mighty chart": ("mighty_str", "mighty_arm", "mighty_top"),
    "5 text of Spawn": ("spawn_squares",),
    "5 text of Move": ("move_to",),
    "5 text of Unique": ("unique_actions",),
    "5 one attack per AC": ("fight_attacks",),
    "6 command deck": ("command_deck",),
    "7 copies of loot and explore cards": "a scenario names copies and swaps in its table [decks]",
    "8 Bandage": ("cost_bandage", "bandage_stars"),
    "8 Scavenge": ("cost_scavenge",),
    "8 Unlock": ("cost_unlock", "chest_treasures"),
    "8 Search": ("cost_search",),
    "8 disarming": ("cost_disarm", "disarm_attribute"),
    "9 no mini-boss left": ("no_mini_boss",),
    "9 setup spawn drains": ("setup_drain",),
    "9 starting potions and coins": ("start_potions", "start_coins"),
    "10 sweep width": ("sweep_width",),
    "10 rule priority": "says how texts are read, which the cards' code does one by one; no value to choose",
    "10 duplicate Heroes": ("duplicate_heroes",),
    "11 pets: slot": ("pet_slot",),
    "11 pets: return": ("pet_return",),
    "11 choice to shapeshift": ("free_shift",),
    "12 tile maps": "the tile sides are data (box/tiles.json); a scenario chooses among them",
    "12 example of play, difficulty": "no rules",
    "conflict: wrath tokens": ("wrath_supply",),
    "conflict: Hex and Bane": ("hex_bane",),
    "conflict: status effects ending": ("status_ends",),
    "conflict: Mob": ("mob",),
    "conflict: red and green dice": "the published averages decide (DR-2)",
    "conflict: place of return": ("return_at",),
    "conflict: last spawning point": ("boss_place",),
    "conflict: mighty monsters": ("mighty_by",),
    "conflict: House of Frog, slips, sample cards": "mistakes of a source, mended in the data",
}
CHOICES = ("consul_choices", "wrath_from", "traps", "potion_windows", "mini_boss_choice")  # who chooses


def test_every_row_and_open_question_is_a_house_rule_or_says_why_not() -> None:
    listed = [name for found in (SECTION_19, SECTION_21) for row in found.values() for name in _names(row)]
    assert set(listed) | set(CHOICES) == set(box().settings)


def _names(row: tuple[str, ...] | str) -> tuple[str, ...]:
    return row if isinstance(row, tuple) else ()


@pytest.mark.parametrize("setting", box().settings.values(), ids=lambda setting: setting.name)
def test_a_house_rule_is_whole(setting: Setting) -> None:
    assert setting.wrong(setting.default) == ""
    assert setting.rule in SYSTEM.rulebook.rules
    assert (setting.kind == "choice") == bool(setting.choices) and len(setting.choices) != 1
    assert (setting.kind == "number") == (setting.high > setting.low)


def test_house_rules_have_words_and_no_words_are_left_over() -> None:
    wanted = {f"house.group.{setting.group}" for setting in box().settings.values()}
    for name, setting in box().settings.items():
        wanted |= {f"house.{name}", f"house.{name}.text"}
        wanted |= {f"house.{name}.{choice}" for choice in setting.choices}
    assert {key for key in SYSTEM.words["en"] if key.startswith("house.")} == wanted
