"""Makes the tables of a new database, and brings an old one up to date: by itself, at start."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from webgame.server.errors import Refused
from webgame.server.store import schema
from webgame.server.store.file import DatabaseFile

log = logging.getLogger("webgame")
FOLDER = Path(__file__).with_name("migrations")
LOCK = 7_231_944  # PostgreSQL's advisory lock under which the tables are changed
TRIES = 100
_version = sa.Table(  # as Alembic makes it
    "alembic_version", sa.MetaData(), sa.Column("version_num", sa.String(32), primary_key=True)
)


def migrate(engine: sa.Engine, file: DatabaseFile, pause: Callable[..., object]) -> None:
    """Bring the tables to HEAD; an SQLite file is copied first. Safe when several processes do it at once.

    Raises Refused (`newer_store`) if the database is of a version that is not known here.
    """
    for attempt in range(TRIES):
        try:
            with engine.connect() as db:
                if revision(db) == schema.HEAD:
                    return
                db.rollback()
                _locked(db)
                _change(db, revision(db), file)
                db.commit()
            return
        except OperationalError as error:
            if "locked" not in str(error.orig) or attempt == TRIES - 1:
                raise
        pause(0.1)


def revision(db: sa.Connection) -> str:
    """Return the version of a database: "" if it is empty, "none" if it is older than versions."""
    tables = sa.inspect(db).get_table_names()
    found = db.execute(sa.select(_version.c.version_num)).scalar() if "alembic_version" in tables else None
    return str(found) if found else "none" if "games" in tables else ""


def _locked(db: sa.Connection) -> None:
    """Begin a transaction in which no other process changes tables."""
    if db.dialect.name == "sqlite":
        db.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        db.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))


def _change(db: sa.Connection, found: str, file: DatabaseFile) -> None:
    if found == schema.HEAD:
        return
    if not found:
        schema.meta.create_all(db)
        _version.create(db)
        db.execute(_version.insert().values(version_num=schema.HEAD))
        return
    from alembic import command  # only now: a start that has nothing to migrate is faster without
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = db
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found not in known | {"none"}:
        raise Refused(
            "newer_store",
            f"the database is of version {found}, this program knows versions up to {schema.HEAD}: "
            "use the newer program, or put back the copy that was made before it was migrated",
        )
    if file.path is not None:
        log.warning("the database is migrated; as it was: %s", file.backup(found))
    command.upgrade(config, "head")
