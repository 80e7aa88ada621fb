"""Entries that wait for the disk at the same moment get there by one commit; what fails, fails alone."""

from __future__ import annotations

import math
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from webgame.engine.game import Entry
from webgame.server.errors import Refused
from webgame.server.store import GameRow, Store, Taken

ENTRY = Entry("answer", "ann", "lead-ann", player="p", client="c1", decision="0")
PATIENCE = 30.0


class Disk:
    """What stands for the thread that waits for the disk: counts, and can be made to wait or to fail."""

    def __init__(self) -> None:
        self.commits = 0
        self.begun = threading.Event()
        self.free = threading.Event()
        self.free.set()
        self.error: Exception | None = None

    def __call__(self, act: Callable[[], None]) -> None:
        self.begun.set()
        assert self.free.wait(PATIENCE)
        if self.error is not None:
            raise self.error
        self.commits += 1
        act()


@pytest.fixture
def disk() -> Disk:
    return Disk()


@pytest.fixture
def store(tmp_path: Path, disk: Disk) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path / 'games.db'}", lambda _: None, disk)
    store.together.calm = math.inf  # however slow the test runs
    for number in range(6):
        store.create(GameRow(id=f"g{number}", name="G", system="toy", scenario="meadow", host="h"))
    yield store
    store.close()


def meanwhile(disk: Disk, store: Store, *acts: Callable[[], Any]) -> list[Any]:
    """Do things while another entry (of g0) waits for the disk; return what each raised, or None."""
    disk.free.clear()
    disk.begun.clear()
    found: list[Any] = [None] * len(acts)

    def run(n: int) -> None:
        try:
            acts[n]()
        except Exception as error:
            found[n] = error

    first = threading.Thread(target=store.append, args=("g0", 0, ENTRY))
    first.start()
    assert disk.begun.wait(PATIENCE)
    threads = [threading.Thread(target=run, args=(n,)) for n in range(len(acts))]
    for thread in threads:
        thread.start()
    waiting = store.together._waiting
    while len(waiting) < len(acts):
        assert first.is_alive()
    disk.free.set()
    for thread in [first, *threads]:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    return found


def test_what_waits_together_is_committed_together(store: Store, disk: Disk) -> None:
    acts = [lambda n=n: store.append(f"g{n}", 0, ENTRY) for n in range(1, 6)]
    assert meanwhile(disk, store, *acts) == [None] * 5
    assert disk.commits == 2, "the first alone, then the five others"
    assert all(store.entries(f"g{n}") == [ENTRY] for n in range(6))
    store.append("g0", 1, ENTRY)
    assert disk.commits == 3 and store.entries("g0") == [ENTRY, ENTRY]


def test_what_fails_fails_alone(store: Store, disk: Disk) -> None:
    store.append("g3", 0, ENTRY)
    numbers = {"g1": 0, "g3": 0, "none": 0, "g2": 0}
    acts = [lambda g=game, n=number: store.append(g, n, ENTRY) for game, number in numbers.items()]
    good, taken, unknown, also = meanwhile(disk, store, *acts)
    assert good is None and also is None
    assert isinstance(taken, Taken)
    assert isinstance(unknown, Refused) and unknown.code == "unknown_game"
    assert store.entries("g1") == store.entries("g2") == store.entries("g3") == [ENTRY]
    assert store.entries("none") == []


def test_one_game_alone_waits_for_the_disk_where_it_is(store: Store, disk: Disk) -> None:
    store.append("g1", 0, ENTRY)
    assert disk.commits == 1
    store.together.calm = -1.0
    store.append("g1", 1, ENTRY)
    assert disk.commits == 1 and store.entries("g1") == [ENTRY, ENTRY]


def test_a_commit_that_fails_stores_nothing_and_is_told_to_all(store: Store, disk: Disk) -> None:
    disk.error = sqlite3.OperationalError("disk I/O error")
    with pytest.raises(sqlite3.OperationalError, match="disk I/O"):
        store.append("g1", 0, ENTRY)
    assert store.entries("g1") == []
    disk.error = None
    store.append("g1", 0, ENTRY)
    assert store.entries("g1") == [ENTRY]


def test_a_database_that_another_process_holds_is_tried_again(
    store: Store, disk: Disk, tmp_path: Path
) -> None:
    other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waited: list[float] = []

    def pause(seconds: float) -> None:
        waited.append(seconds)
        other.execute("ROLLBACK")

    store.together._pause = pause
    store.append("g1", 0, ENTRY)
    assert waited and store.entries("g1") == [ENTRY]
    other.close()
