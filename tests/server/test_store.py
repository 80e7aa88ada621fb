"""The store, on SQLite and on PostgreSQL: the same tests on both."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from webgame.engine.game import Entry, Header, Snapshot
from webgame.server.errors import Refused
from webgame.server.store import GameRow, Link, Outcome, Status, Store, Taken

GAME = GameRow(id="g", name="G", system="toy", scenario="meadow", host="ann's id")
HEADER = Header("toy", "1", "d", "meadow", 'name = "é ☘ \\u0000"', {}, "00")
ENTRY = Entry("answer", "ann", "lead-ann", player="p", client="c1", decision="0")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def connect(url: str) -> Iterator[Callable[[], Store]]:
    """Open the store; twice, as two processes do."""
    stores: list[Store] = []

    def make() -> Store:
        stores.append(Store(url))
        return stores[-1]

    yield make
    for store in stores:
        store.close()


@pytest.fixture
def store(connect: Callable[[], Store]) -> Store:
    return connect()


def crowd(*acts: Callable[[], object]) -> list[object]:
    """Do things at the same moment; return what each returned or raised."""
    gate = threading.Barrier(len(acts))
    found: list[object] = [None] * len(acts)

    def run(n: int, act: Callable[[], object]) -> None:
        gate.wait(30)
        try:
            found[n] = act()
        except Exception as error:
            found[n] = error

    threads = [threading.Thread(target=run, args=(n, act)) for n, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return found


def test_what_is_stored_is_there_in_the_next_process(connect: Callable[[], Store]) -> None:
    store = connect()
    store.create(GAME, HEADER, [ENTRY])
    store.append("g", 1, ENTRY)
    store.name_player("p", "Ann é")
    store.name_player("p", "Ánn")
    store.admit("g", "p")
    store.admit("g", "p")
    for text in ("one", "two", "three"):
        store.add_chat("g", {"text": text})
    store.save_clock("g", 5)
    store.save_status("g", Status(1, ("Ann",), 2))
    store.save_status("g", Status(2, ("Bob",), 0))
    store.add_report("r", "g", "report")
    again = connect()
    row = again.game("g")
    assert row is not None and row.header is not None and "é ☘ \\\\u0000" in row.header
    assert again.entries("g") == [ENTRY, ENTRY] and again.entries("g", 2) == []
    assert again.player_name("p") == "Ánn" and again.player_name("q") is None
    assert again.admitted("g", "p") and not again.admitted("g", "q") and again.games_of("p") == {"g"}
    assert [line["text"] for line in again.chat("g", 2)] == ["two", "three"]
    assert again.clock("g") == 5 and again.statuses() == {"g": Status(2, ("Bob",), 0)}
    report = again.report("r")
    assert report is not None and report[1] == "report" and again.reports("g") == 1


def test_a_number_of_the_log_is_given_once(connect: Callable[[], Store]) -> None:
    one, two = connect(), connect()
    one.create(GAME)
    one.append("g", 0, ENTRY)
    with pytest.raises(Taken):
        two.append("g", 0, ENTRY)
    with pytest.raises(Refused, match="deleted"):
        one.append("h", 0, ENTRY)
    assert one.entries("h") == []


def test_writers_at_once_lose_and_double_nothing(connect: Callable[[], Store]) -> None:
    stores = [connect(), connect()]
    stores[0].create(GAME)

    def write(store: Store, who: str) -> Callable[[], int]:
        def act() -> int:
            done = 0
            while done < 25:
                try:
                    store.append("g", len(store.entries("g")), Entry("answer", who, str(done)))
                    done += 1
                except Taken:
                    continue
            return done

        return act

    assert crowd(write(stores[0], "a"), write(stores[1], "b")) == [25, 25]
    log = stores[0].entries("g")
    for who in "ab":
        assert [e.option for e in log if e.seat == who] == [str(n) for n in range(25)]


def test_of_changes_before_the_start_one_is_first(connect: Callable[[], Store]) -> None:
    one, two = connect(), connect()
    one.create(GAME)
    found = crowd(lambda: one.change_setup("g", 0, '{"a":1}'), lambda: two.change_setup("g", 0, '{"b":1}'))
    assert sorted(type(f).__name__ for f in found) == ["NoneType", "Taken"]
    one.start("g", 1, HEADER, [ENTRY])
    with pytest.raises(Taken):
        two.start("g", 1, HEADER, [ENTRY])
    with pytest.raises(Taken):
        two.change_setup("g", 2, "{}")
    assert two.entries("g") == [ENTRY]


def test_a_join_code_opens_one_game(connect: Callable[[], Store]) -> None:
    stores = [connect(), connect()]

    def make(n: int) -> Callable[[], object]:
        row = GameRow(id=f"g{n}", name="G", system="toy", scenario="m", code="ABCD")
        return lambda: stores[n].create(row)

    found = crowd(make(0), make(1))
    assert sorted(type(f).__name__ for f in found) == ["NoneType", "Taken"]
    opened = stores[0].by_code("ABCD")
    assert opened is not None
    stores[0].finish(opened.id, True)
    assert stores[1].by_code("ABCD") is None and stores[1].by_code("") is None
    stores[1].create(GameRow(id="later", name="G", system="toy", scenario="m", code="ABCD"))


def test_lists_show_the_newest_and_none_put_away(store: Store) -> None:
    for id in "abc":
        store.create(GameRow(id=id, name=id, system="toy", scenario="m", host="h"))
        time.sleep(0.01)
    store.finish("b", True)
    store.archive("a", True)
    store.archive("a", True)
    assert [row.id for row in store.games()] == ["c", "b"]
    assert [row.id for row in store.archived("h")] == ["a"] and store.archived("other") == []
    store.archive("a", False)
    store.rename("a", "A")
    assert [row.name for row in store.games()] == ["c", "A", "b"]
    store.follow("b", "c")
    with pytest.raises(Taken):
        store.follow("b", "a")
    after = store.sequel("b")
    assert after is not None and after.id == "c" and store.before("c") == "b" and store.before("b") == ""


def test_results_are_kept_once(connect: Callable[[], Store]) -> None:
    one, two = connect(), connect()
    for player in ("p", "q"):
        one.name_player(player, player.upper())

    def ended(game: str) -> list[Outcome]:
        return [
            Outcome(
                game=game,
                seat=p,
                player=p,
                system="toy",
                scenario="m",
                name="n",
                side="s",
                how="win",
                ended=1.5,
            )
            for p in ("p", "q")
        ]

    found = crowd(lambda: one.save_results("g", ended("g")), lambda: two.save_results("g", ended("g")))
    assert found == [None, None], "two processes that both saw the end"
    one.save_results("h", ended("h"))
    assert [(o.game, o.ended) for o in one.results("p")] == [("g", 1.5), ("h", 1.5)]
    assert one.companions("p") == [("Q", 2)]
    one.save_results("h", [])
    assert one.companions("p") == [("Q", 1)]


def test_snapshots_are_thinned(store: Store) -> None:
    for n in range(6):
        store.save_snapshot("g", n, f"h{n}", Snapshot(n, "{}", {"loot": n}))
    assert [number for number, _, _ in store.snapshots("g")] == [2, 3, 4, 5]
    store.save_snapshot("g", 3, "other", Snapshot(3, "{}", {}))
    assert [(n, h) for n, h, _ in store.snapshots("g")] == [(2, "h2"), (3, "other")]


def test_a_link_is_used_once(connect: Callable[[], Store]) -> None:
    one, two = connect(), connect()
    one.add_link("t", Link("g", "ann", "p"), time.time() + 60)
    one.add_link("old", Link("g", "ann", "p"), time.time() - 1)
    assert two.link("t") == Link("g", "ann", "p") and two.link("old") is None
    found = crowd(lambda: one.use_link("t"), lambda: two.use_link("t"))
    assert sorted(type(f).__name__ for f in found) == ["NoneType", "Taken"]
    assert one.link("t") is None


def full(store: Store) -> None:
    """Make a game with something in every table."""
    store.create(GAME, HEADER, [ENTRY] * 3)
    store.save_snapshot("g", 2, "h", Snapshot(2, "{}", {}))
    store.save_clock("g", 5)
    store.save_status("g", Status(1))
    store.admit("g", "p")
    store.add_chat("g", {"text": "hello"})
    store.save_results(
        "g",
        [
            Outcome(
                game="g",
                seat="s",
                player="p",
                system="toy",
                scenario="m",
                name="n",
                side="x",
                how="win",
                ended=1,
            )
        ],
    )
    store.create(GameRow(id="h", name="H", system="toy", scenario="m"), HEADER, [ENTRY])


def test_nothing_is_left_of_a_removed_game(store: Store) -> None:
    full(store)
    store.remove("g")
    assert store.game("g") is None and not store.entries("g") and not store.snapshots("g")
    assert not store.chat("g") and not store.results("p") and not store.games_of("p")
    assert store.game("h") is not None and store.entries("h") == [ENTRY]


def test_an_archived_game_comes_back_as_it_was(store: Store) -> None:
    full(store)

    def all_of_it() -> object:
        found = (store.game("g"), store.entries("g"), store.snapshots("g"), store.chat("g"), store.clock("g"))
        return found, store.statuses(), store.games_of("p"), store.results("p")

    before = all_of_it()
    store.pack("g")
    assert store.game("g") is None and not store.entries("g") and len(store.games()) == 1
    assert store.results("p"), "the records of players keep it"
    packed = store.packed("g")
    assert packed is not None and packed.name == "G" and store.all_packed() == [packed]
    assert (
        store.usage().games == 1 and store.usage().packed == 1 and store.usage().packed_bytes == packed.size
    )
    with pytest.raises(Refused, match="deleted or archived"):
        store.append("g", 3, ENTRY)
    with pytest.raises(Refused, match="no game"):
        store.pack("g")
    store.shrink()
    store.unpack("g")
    assert all_of_it() == before and store.all_packed() == []
    with pytest.raises(Refused, match="no game"):
        store.unpack("g")
    store.append("g", 3, ENTRY)


def test_an_answer_is_archived_or_refused(connect: Callable[[], Store]) -> None:
    one, two = connect(), connect()
    for n in range(8):
        id = f"g{n}"
        one.create(GameRow(id=id, name="G", system="toy", scenario="m"))
        gone, ack = crowd(lambda id=id: one.pack(id), lambda id=id: two.append(id, 0, ENTRY))
        assert gone is None
        one.unpack(id)
        kept = one.entries(id)
        assert (ack is None and kept == [ENTRY]) or (isinstance(ack, Refused) and kept == [])


def test_old_games_are_found(store: Store) -> None:
    for id in "ab":
        store.create(GameRow(id=id, name=id, system="toy", scenario="m"))
    store.finish("b", True)
    later = time.time() + 1
    assert store.untouched(later, True) == ["b"] and store.untouched(later, False) == ["a"]
    assert store.untouched(later - 3600, True) == []


# -- the file of SQLite -------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Iterator[tuple[Path, Store]]:
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    store.create(GAME)
    store.append("g", 0, ENTRY)
    yield tmp_path / "games.db", store
    store.close()


def test_a_file_that_is_moved_away_is_whole_and_nothing_is_acknowledged(file: tuple[Path, Store]) -> None:
    path, store = file
    moved = path.with_name("moved.db")
    path.rename(moved)
    with pytest.raises(Refused, match="moved away or deleted") as refused:
        store.append("g", 1, ENTRY)
    assert refused.value.code == "store_gone"
    assert not path.exists(), "no empty file is made in its place"
    copy = Store(f"sqlite:///{moved}")  # without the log that SQLite keeps beside a file
    assert copy.entries("g") == [ENTRY], "what was acknowledged is in it"
    copy.close()
    moved.rename(path)
    store.append("g", 1, ENTRY)
    assert store.entries("g") == [ENTRY, ENTRY]


def test_a_file_that_is_replaced_gets_nothing_of_another_game(file: tuple[Path, Store]) -> None:
    path, store = file
    path.rename(path.with_name("moved.db"))
    path.write_bytes(path.with_name("moved.db").read_bytes())
    with pytest.raises(Refused, match="replaced by another file"):
        store.append("g", 1, ENTRY)
    path.unlink()
    with pytest.raises(Refused, match="moved away or deleted"):
        store.add_chat("g", {})


def test_a_file_moved_in_the_middle_of_an_answer_acknowledges_nothing(file: tuple[Path, Store]) -> None:
    path, store = file

    def move(_db: object) -> None:
        path.rename(path.with_name("moved.db"))

    with pytest.raises(Refused, match="moved away"):
        store.write(move)


def test_who_is_put_out_stays_out_until_let_back(store: Store) -> None:
    store.create(GAME)
    store.name_player("p", "Pia")
    store.admit("g", "p")
    store.admit("g", "q")
    assert store.members_of("g") == {"p": "Pia", "q": ""}
    store.put_out("g", "p", "Pia")
    store.put_out("g", "p", "Pia")
    assert store.is_out("g", "p") and not store.is_out("g", "q") and not store.is_out("h", "p")
    assert store.outs("g") == {"p": "Pia"} and store.members_of("g") == {"q": ""}
    store.let_back("g", "p")
    assert not store.is_out("g", "p") and store.outs("g") == {}
    store.put_out("g", "p", "Pia")
    store.remove("g")
    assert not store.is_out("g", "p")


def test_a_game_gets_another_code_and_another_host(store: Store) -> None:
    store.create(GAME)
    store.create(GameRow(id="h", name="H", system="toy", scenario="m", code="ROSE"))
    with pytest.raises(Taken):
        store.set_code("g", "ROSE")
    assert store.by_code("ROSE").id == "h"  # type: ignore[union-attr]
    store.set_code("g", "LILY")
    store.set_host("g", "bob's id")
    row = store.game("g")
    assert row is not None and (row.code, row.host) == ("LILY", "bob's id")
    store.set_code("h", "")
    store.set_code("g", "ROSE")
    assert store.by_code("ROSE").id == "g"  # type: ignore[union-attr]
