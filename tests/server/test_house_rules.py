"""House rules in the lobby: offered as fields, refused by name if wrong, shown to all, kept in the header."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.server.conftest import Server
from tests.toy import Toy
from webgame.engine.system import Setting
from webgame.server import house_rules, waiting
from webgame.server.errors import Refused

SETTINGS = (
    Setting("hands", "number", 2, "T-1", "table", low=1, high=5),
    Setting("wind", "choice", "west", "T-2", "table", choices=("west", "east")),
    Setting("open", "yes_no", False, "T-3", "cards"),
)
WORDS = {
    "house.hands": "Hands",
    "house.wind": "Wind",
    "house.wind.east": "from the east",
    "house.open": "Open",
}


class Settled(Toy):
    """The toy with a house rule of each kind."""

    name = "settled"
    settings = SETTINGS
    words: Mapping[str, Mapping[str, str]] = {"en": WORDS}


def read(**fields: str) -> dict[str, Any]:
    return house_rules.read(Settled(), {f"rule.settled.{name}": text for name, text in fields.items()})


def test_a_form_says_each_kind_of_value_and_empty_fields_say_nothing() -> None:
    assert read(hands=" 3 ", wind="east", open="yes") == {"hands": 3, "wind": "east", "open": True}
    assert read(hands="", wind="", open="no") == {"open": False}
    assert house_rules.read(Settled(), {"rule.other.hands": "9"}) == {}


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("hands", "0", "Hands: must be a whole number from 1 to 5, not 0"),
        ("hands", "six", "Hands: must be a whole number from 1 to 5, not 'six'"),
        ("hands", "-", "Hands: must be a whole number from 1 to 5, not '-'"),
        ("hands", "--1", "Hands: must be a whole number from 1 to 5, not '--1'"),
        ("hands", "9" * 5000, "Hands: must be a whole number from 1 to 5"),
        ("hands", "٣", "Hands: must be a whole number from 1 to 5"),
        ("wind", "north", 'Wind: must be "west" or "east", not \'north\''),
        ("open", "maybe", "Open: must be true or false, not 'maybe'"),
    ],
)
def test_a_wrong_value_is_refused_by_its_label(name: str, text: str, said: str) -> None:
    with pytest.raises(Refused) as refused:
        read(**{name: text})
    assert refused.value.code == "bad_options" and refused.value.message.startswith(said)


def test_a_field_comes_before_what_is_typed_in() -> None:
    typed = {"rules": {"hands": 1, "wind": "east"}, "fault": "x"}
    assert house_rules.merged(typed, {"hands": 4}) == {"rules": {"hands": 4, "wind": "east"}, "fault": "x"}
    assert house_rules.merged({}, {}) == {}
    with pytest.raises(Refused):
        house_rules.merged({"rules": 3}, {"hands": 4})


def test_fields_come_in_groups_with_words() -> None:
    table, cards = house_rules.groups(Settled())
    assert [entry["field"] for entry in table["settings"]] == ["rule.settled.hands", "rule.settled.wind"]
    assert table["settings"][1]["choices"][1] == ("east", "from the east")
    assert [entry["choices"] for entry in cards["settings"]] == [[("yes", "yes"), ("no", "no")]]


def test_only_what_differs_from_the_rulebook_is_shown() -> None:
    options = {"rules": {"hands": 2, "wind": "east", "open": True}}
    found = house_rules.changed(Settled(), options)
    assert found == [("Wind", "from the east", "T-2"), ("Open", "yes", "T-3")]


def test_a_game_with_a_house_rule_shows_it_and_its_header_keeps_it(server: Server) -> None:
    host, guest = server.player("Hana"), server.player("Gus")
    assert 'name="rule.toy.rounds"' in host.get("/new/toy/meadow").get_data(as_text=True)
    assert host.error("/new", scenario="toy/meadow", **{"rule.toy.rounds": "0"}) == "bad_options"
    game = host.create(**{"rule.toy.rounds": "5"})
    page = guest.get(f"/g/{game}").get_data(as_text=True)
    assert "1 house rule" in page and "Rounds: <strong>5</strong>" in page
    assert waiting.read_setup(waiting.find_game(server.house.store, game)).options == {"rules": {"rounds": 5}}
    host.sit(game, "all")
    host.start(game)
    kept = server.house.tables.ask(game, lambda t: {"o": t.header.options, "n": t.game.state.rounds})
    assert kept == {"o": {"rules": {"rounds": 5}}, "n": 5}
