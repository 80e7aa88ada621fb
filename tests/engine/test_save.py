"""Save files: written, read, refused with the place of the mistake."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from tests.engine.play import new_game, undo, walk
from tests.toy import SHORT, TOY, register_toy
from webgame.engine import save as saves
from webgame.engine.game import Entry, Game
from webgame.engine.save import BadSave


@pytest.fixture(autouse=True)
def _toy() -> None:
    register_toy()


def finished() -> Game:
    game = new_game(text=SHORT)
    game.run(
        Entry("seat", "cat", data={"holder": "Kit", "player": "secret-id"}, player="secret-id", client="c1")
    )
    for _ in walk(game, 5):
        pass
    undo(game, game.log[game.live[-1]].seat, len(game.live) - 1, list(game.seats))
    for _ in walk(game, 200, 1):
        pass
    assert game.result is not None
    return game


def text(**changes: Any) -> bytes:
    raw = json.loads(saves.write(saves.whole(finished(), "My game")))
    return json.dumps(raw | changes).encode()


def test_a_finished_game_comes_back_whole() -> None:
    game = finished()
    again = saves.replay(saves.read(saves.write(saves.whole(game, "My game"))))
    assert again.hash() == game.hash()
    assert again.result == game.result
    assert again.forced_undos == game.forced_undos


def test_a_save_holds_nothing_private() -> None:
    data = saves.write(saves.whole(finished(), "My game"))
    assert b"secret-id" not in data
    assert b'"c1"' not in data
    assert b"Kit" in data


def test_a_running_game_goes_on_with_other_dice_and_its_seed_stays_secret() -> None:
    game = new_game(5)
    for _ in walk(game, 4):
        pass
    save = saves.redacted(game, "On")
    assert game.header.seed.encode() not in saves.write(save)
    again = saves.replay(saves.read(saves.write(save)))
    assert again.decision is not None and again.decision.prompt == "turn"
    assert again.state.at == game.state.at
    assert again.state.hands == game.state.hands
    assert again.state.deck != game.state.deck
    assert sorted(again.state.deck) == sorted(game.state.deck)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "it is not JSON"),
        (b"\xff\xfe", "it is not JSON"),
        pytest.param(b"[" * 100_000, "it is not JSON", id="deep"),
        (b"[]", "it holds no object"),
        (b"{}", "format is 'None' instead of 'webgame-save/1'"),
        (b'{"format": "webgame-save/9"}', "format is 'webgame-save/9'"),
        (b'{"format": "webgame-save/1"}', "the key 'entries' is missing"),
        (b'{"format": "webgame-save/1", "entries": 3}', "'entries' is no list"),
        (b'{"format": "webgame-save/1", "entries": []}', "missing required field `name`"),
        (
            b'{"format": "webgame-save/1", "entries": [{}]}',
            r"missing required field `kind` - at `\$.entries\[0\]`",
        ),
    ],
)
def test_what_is_no_save_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(BadSave, match=message):
        saves.read(data)


def test_unknown_keys_are_refused() -> None:
    with pytest.raises(BadSave, match="unknown field `more`"):
        saves.read(text(more=1))


def broken(change: Any) -> BadSave:
    """Return the error that a changed save meets at its replay."""
    raw = json.loads(text())
    change(raw)
    with pytest.raises(BadSave) as caught:
        saves.replay(saves.read(json.dumps(raw).encode()))
    return caught.value


def test_a_broken_log_names_the_entry() -> None:
    def fly(raw: Any) -> None:
        raw["entries"][3]["option"] = "fly"

    def far(raw: Any) -> None:
        raw["entries"].insert(4, {"kind": "undo", "seat": "ann", "data": {"to": 99}})

    assert "log entry 3 can't be applied: GameError: 'fly' is not one of the options" in str(broken(fly))
    assert "log entry 4: there is no answer to take back" in str(broken(far))


def test_other_mistakes_are_named() -> None:
    def system(raw: Any) -> None:
        raw["header"]["system"] = "chess"

    def hash_(raw: Any) -> None:
        raw["hash"] = "ab" * 32

    def scenario(raw: Any) -> None:
        raw["header"]["text"] = raw["header"]["text"].replace("rounds = 1", "rounds = 0")

    def seed(raw: Any) -> None:
        raw["header"]["seed"] = "xyz"

    def result(raw: Any) -> None:
        raw["result"]["reason"] = "luck"

    def version(raw: Any) -> None:
        raw["header"]["digest"] = "old"
        raw["header"]["version"] = "0"
        raw["hash"] = "ab" * 32

    assert "there is no system 'chess'" in str(broken(system))
    assert "but was saved with abababab" in str(broken(hash_))
    assert "rounds: 0 is too few" in str(broken(scenario))
    assert "the header can't be played: ValueError" in str(broken(seed))
    assert "another result" in str(broken(result))
    assert "saved under rules version 0, these are 1" in str(broken(version))


def test_every_kind_of_entry_survives_the_file() -> None:
    entry = Entry("answer", "ann", "toss", (1, "clover.1"), {"a": [1]}, decision="4")
    assert msgspec.json.decode(msgspec.json.encode(entry), type=Entry) == entry


def test_the_toy_is_what_it_says() -> None:
    assert saves.find_system(saves.whole(new_game(), "x")) is TOY
