"""Databases of other versions: an older one is migrated with its data, a newer one is refused."""

from __future__ import annotations

import multiprocessing
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from webgame.engine.game import Entry
from webgame.server.errors import Refused
from webgame.server.store import GameRow, Store, schema
from webgame.server.store.migrate import FOLDER, revision

GAME = GameRow(id="old", name="Old", system="toy", scenario="meadow", code="AB12")


def old(folder: Path) -> str:
    """Make a database as it was before there were versions, with a game; return its URL."""
    url = f"sqlite:///{folder / 'games.db'}"
    store = Store(url)
    store.create(GAME)
    store.append("old", 0, Entry("answer", "ann", "x"))
    with store.engine.begin() as db:
        for table in ("archives", "outs", "alembic_version", "archived", "results", "sequels"):
            db.exec_driver_sql(f"DROP TABLE {table}")
    store.close()
    return url


def test_an_old_database_is_migrated_and_copied_before(tmp_path: Path) -> None:
    url = old(tmp_path)
    store = Store(url)
    with store.engine.connect() as db:
        assert revision(db) == schema.HEAD
    assert [e.seat for e in store.entries("old")] == ["ann"]
    assert [row.name for row in store.games()] == ["Old"] and store.results("nobody") == []
    store.close()
    with closing(sqlite3.connect(tmp_path / "games.db.none.backup")) as copy:
        assert copy.execute("SELECT name FROM games").fetchall() == [("Old",)]
        tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master")}
    assert "entries" in tables and "alembic_version" not in tables, "the copy is as it was"
    before = sorted(tmp_path.iterdir())
    Store(url).close()
    assert sorted(tmp_path.iterdir()) == before, "what is up to date is not copied again"


def test_migrations_make_what_a_new_database_has(tmp_path: Path) -> None:
    assert ScriptDirectory(str(FOLDER)).get_current_head() == schema.HEAD
    store = Store(old(tmp_path))
    with store.engine.connect() as db:
        found = compare_metadata(MigrationContext.configure(db, opts={"compare_type": True}), schema.meta)
    store.close()
    assert found == [], "a table was changed without a file in migrations/versions"


def test_a_newer_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    store = Store(url)
    store.create(GAME)
    with store.engine.begin() as db:
        db.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    with pytest.raises(Refused, match="9999.*use the newer program") as refused:
        Store(url)
    assert refused.value.code == "newer_store"
    with closing(sqlite3.connect(tmp_path / "games.db")) as db:
        assert db.execute("SELECT version_num FROM alembic_version").fetchall() == [("9999",)]
        assert db.execute("SELECT name FROM games").fetchall() == [("Old",)]


def _open(url: str) -> None:
    Store(url).close()


@pytest.mark.slow
def test_processes_that_start_at_once_migrate_once(tmp_path: Path) -> None:
    url = old(tmp_path)
    spawn = multiprocessing.get_context("spawn")
    crowd = [spawn.Process(target=_open, args=(url,)) for _ in range(3)]
    for each in crowd:
        each.start()
    for each in crowd:
        each.join(60)
    assert [each.exitcode for each in crowd] == [0, 0, 0]
    store = Store(url)
    assert [e.seat for e in store.entries("old")] == ["ann"]
    store.close()
    with closing(sqlite3.connect(tmp_path / "games.db.none.backup")) as copy:
        tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master")}
    assert "alembic_version" not in tables, "the copy was made before, not after another had migrated"
