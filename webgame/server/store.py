"""The store: games, their logs, snapshots, players and chat in one SQL database.

The primary key of `entries` (game, number) is where writers meet: who inserts a number first has it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, OperationalError

from webgame.engine.game import Entry, Header, Snapshot
from webgame.server.errors import Refused

T = TypeVar("T")

SNAPSHOTS_KEPT = 4
_meta = sa.MetaData()
_games = sa.Table(
    "games",
    _meta,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("system", sa.String(64), nullable=False),
    sa.Column("scenario", sa.Text, nullable=False),
    sa.Column("header", sa.Text),  # JSON; NULL until the game is started
    sa.Column("setup", sa.Text, nullable=False),  # JSON: what was agreed before the start
    sa.Column("rev", sa.Integer, nullable=False),  # of `setup`: a change names the one it saw
    sa.Column("created", sa.Float, nullable=False),  # seconds since 1970, as all times here
    sa.Column("touched", sa.Float, nullable=False),
    sa.Column("finished", sa.Integer, nullable=False),
    sa.Column("code", sa.String(16), nullable=False),  # join code; empty: open to all
    sa.Column("host", sa.String(64), nullable=False),  # player id
)
_entries = sa.Table(
    "entries",
    _meta,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("entry", sa.Text, nullable=False),
)
_snapshots = sa.Table(
    "snapshots",
    _meta,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),  # log entries when it was stored
    sa.Column("hash", sa.Text, nullable=False),  # of the position after those entries
    sa.Column("snapshot", sa.Text, nullable=False),
)
_players = sa.Table(
    "players",
    _meta,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
)
_members = sa.Table(  # who was let into a locked game
    "members",
    _meta,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("player", sa.String(64), primary_key=True),
)
_chat = sa.Table(
    "chat",
    _meta,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("game", sa.String(16), nullable=False, index=True),
    sa.Column("line", sa.Text, nullable=False),
)
_links = sa.Table(  # one-time hand-over links
    "links",
    _meta,
    sa.Column("token", sa.String(64), primary_key=True),  # only its hash is kept
    sa.Column("game", sa.String(16), nullable=False),
    sa.Column("seat", sa.String(64), nullable=False),
    sa.Column("player", sa.String(64), nullable=False),
    sa.Column("until", sa.Float, nullable=False),
    sa.Column("used", sa.Integer, nullable=False),
)


_statuses = sa.Table(  # where running games stand, for the list: not newer than the newest snapshot
    "statuses",
    _meta,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("status", sa.Text, nullable=False),
)

_clocks = sa.Table(  # minutes for each decision, of the games that have a clock
    "clocks",
    _meta,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("minutes", sa.Integer, nullable=False),
)


# Tables made later than the others: a database without them gets them, empty, when it is opened. So its games
# have no sequel, are in the lists, and count in no statistics if they ended before.
_results = sa.Table(  # how finished games ended, for those who held the seats then
    "results",
    _meta,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("seat", sa.String(64), primary_key=True),
    sa.Column("player", sa.String(64), nullable=False, index=True),
    sa.Column("system", sa.String(64), nullable=False),
    sa.Column("scenario", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),  # of the seat, a message key
    sa.Column("side", sa.String(64), nullable=False),
    sa.Column("how", sa.String(16), nullable=False),  # win, loss, draw
    sa.Column("ended", sa.Float, nullable=False),
)
_sequels = sa.Table(  # the game that a table played after another one
    "sequels",
    _meta,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("next", sa.String(16), nullable=False, index=True),
)
_archived = sa.Table("archived", _meta, sa.Column("game", sa.String(16), primary_key=True))
_reports = sa.Table(  # bug reports: each is a file of its own and outlives its game
    "reports",
    _meta,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(16), nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("file", sa.Text, nullable=False),
)


class Taken(Exception):
    """Another writer was first."""


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """A game as it stands in the list."""

    id: str
    name: str
    system: str
    scenario: str
    header: str | None = None
    setup: str = "{}"
    rev: int = 0
    created: float = 0
    touched: float = 0
    finished: int = 0
    code: str = ""
    host: str = ""


class Status(msgspec.Struct, frozen=True):
    """Where a game stands: its round (0: unknown), the seats that must answer, how many are free."""

    round: int = 0
    waiting: tuple[str, ...] = ()  # names
    free: int = 0  # seats that neither a person nor a bot holds


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended for a seat and who held it."""

    game: str
    seat: str
    player: str
    system: str
    scenario: str
    name: str
    side: str
    how: str
    ended: float


class Link(msgspec.Struct, frozen=True):
    """A hand-over link: the seat it gives, whose seat it was."""

    game: str
    seat: str
    player: str


class Store:
    """All that outlives the process. A call blocks for well under a millisecond, unless the disk is slow."""

    def __init__(self, url: str, pause: Callable[..., object] = time.sleep) -> None:
        """Open (and create if need be) the database; `pause` waits without stopping the others."""
        sqlite = url.startswith("sqlite")
        self.pause = pause
        self.engine = sa.create_engine(url, connect_args={"timeout": 0.05} if sqlite else {})
        if sqlite:
            sa.event.listen(self.engine, "connect", _sqlite_settings)
        self._write(lambda _: _meta.create_all(self.engine))

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    # -- games ----------------------------------------

    def create(self, row: GameRow, header: Header | None = None, entries: Sequence[Entry] = ()) -> None:
        """Add a game, with its log if it has one; raise Taken if its id or its join code is in use."""
        data = msgspec.structs.asdict(row) | {"created": time.time(), "touched": time.time()}
        data["header"] = _text(header) if header else None

        def write(db: sa.Connection) -> None:
            db.execute(_games.insert().values(data))  # first: from here on no other writer comes between
            same = _games.select().where(_games.c.code == row.code, _games.c.finished == 0)
            if row.code and db.execute(same.where(_games.c.id != row.id).limit(1)).first() is not None:
                raise Taken(f"the join code {row.code}")
            _insert_entries(db, row.id, 0, entries)

        self._write(write)

    def game(self, id: str) -> GameRow | None:
        """Return a game's row, or None."""
        rows = self._rows(_games.select().where(_games.c.id == id))
        return rows[0] if rows else None

    def games(self, limit: int = 200) -> list[GameRow]:
        """Return the games touched last, newest first: so many not over, as many over; none put away."""
        shown = _games.select().where(_games.c.id.not_in(sa.select(_archived.c.game)))
        found: list[GameRow] = []
        for over in (_games.c.finished == 0, _games.c.finished != 0):
            found += self._rows(shown.where(over).order_by(_games.c.touched.desc()).limit(limit))
        return found

    def by_code(self, code: str) -> GameRow | None:
        """Return the newest unfinished game with a join code, or None."""
        wanted = _games.select().where(_games.c.code == code, _games.c.finished == 0, _games.c.code != "")
        rows = self._rows(wanted.order_by(_games.c.created.desc()).limit(1))
        return rows[0] if rows else None

    def change_setup(self, id: str, rev: int, setup: str) -> None:
        """Store what was agreed before the start; raise Taken if another change came since revision `rev`."""
        open_row = (_games.c.id == id) & (_games.c.rev == rev) & _games.c.header.is_(None)
        values = {"setup": setup, "rev": rev + 1, "touched": time.time()}
        self._write(lambda db: _one(db.execute(_games.update().where(open_row).values(values)).rowcount))

    def start(self, id: str, rev: int, header: Header, entries: Sequence[Entry]) -> None:
        """Start a game with its header and first entries (seats); raise Taken as `change_setup` does."""
        open_row = (_games.c.id == id) & (_games.c.rev == rev) & _games.c.header.is_(None)
        values = {"header": _text(header), "rev": rev + 1, "touched": time.time()}

        def write(db: sa.Connection) -> None:
            _one(db.execute(_games.update().where(open_row).values(values)).rowcount)
            _insert_entries(db, id, 0, entries)

        self._write(write)

    def finish(self, id: str, finished: bool) -> None:
        """Mark a game as over, or as running again after an undo."""
        self._write(
            lambda db: db.execute(_games.update().where(_games.c.id == id).values(finished=int(finished)))
        )

    def remove(self, id: str) -> None:
        """Remove a game and all that belongs to it."""

        def write(db: sa.Connection) -> None:
            for table in (
                *(_entries, _snapshots, _statuses, _clocks, _members, _chat, _links),
                *(_results, _sequels, _archived),
            ):
                db.execute(table.delete().where(table.c.game == id))
            db.execute(_sequels.delete().where(_sequels.c.next == id))
            db.execute(_games.delete().where(_games.c.id == id))

        self._write(write)

    def rename(self, id: str, name: str) -> None:
        """Give a game another name."""
        self._write(lambda db: db.execute(_games.update().where(_games.c.id == id).values(name=name)))

    def archive(self, id: str, away: bool) -> None:
        """Take a game out of the lists, or put it back; what is so already stays so."""

        def write(db: sa.Connection) -> None:
            db.execute(_archived.delete().where(_archived.c.game == id))
            if away:
                db.execute(_archived.insert().values(game=id))

        self._write(write)

    def archived(self, host: str) -> list[GameRow]:
        """Return a host's games that are out of the lists, newest first."""
        away = _games.c.id.in_(sa.select(_archived.c.game))
        mine = _games.select().where(_games.c.host == host, away)
        return self._rows(mine.order_by(_games.c.touched.desc()))

    def follow(self, id: str, next: str) -> None:
        """Note which game follows a finished one; raise Taken if one does already."""
        self._write(lambda db: db.execute(_sequels.insert().values(game=id, next=next)))

    def sequel(self, id: str) -> GameRow | None:
        """Return the game that follows one, or None."""
        rows = self._rows(_games.select().where(_games.c.id == _sequels.c.next, _sequels.c.game == id))
        return rows[0] if rows else None

    def before(self, id: str) -> str:
        """Return the id of the game that one follows, or ""."""
        with self.engine.connect() as db:
            found: str | None = db.execute(sa.select(_sequels.c.game).where(_sequels.c.next == id)).scalar()
        return found or ""

    # -- results and reports ----------------------------------------

    def save_results(self, game: str, outcomes: Sequence[Outcome]) -> None:
        """Keep how a game ended, in place of what was kept of it before."""

        def write(db: sa.Connection) -> None:
            db.execute(_results.delete().where(_results.c.game == game))
            for outcome in outcomes:
                db.execute(_results.insert().values(msgspec.structs.asdict(outcome)))

        self._write(write)

    def results(self, player: str) -> list[Outcome]:
        """Return how all games ended that a player has finished, newest first."""
        chosen = _results.select().where(_results.c.player == player).order_by(_results.c.ended.desc())
        with self.engine.connect() as db:
            return [Outcome(**row._mapping) for row in db.execute(chosen)]

    def companions(self, player: str) -> list[tuple[str, int]]:
        """Return the names of those with whom a player has finished games, and how many; most first."""
        mine = sa.select(_results.c.game).where(_results.c.player == player)
        count = sa.func.count(sa.distinct(_results.c.game))
        chosen = (
            sa.select(_players.c.name, count)
            .where(_results.c.player == _players.c.id, _results.c.game.in_(mine), _results.c.player != player)
            .group_by(_players.c.id, _players.c.name)
            .order_by(count.desc(), _players.c.name)
        )
        with self.engine.connect() as db:
            return [(name, n) for name, n in db.execute(chosen)]

    def add_report(self, id: str, game: str, file: str) -> None:
        """Keep a bug report."""
        row = {"id": id, "game": game, "created": time.time(), "file": file}
        self._write(lambda db: db.execute(_reports.insert().values(row)))

    def report(self, id: str) -> tuple[float, str] | None:
        """Return when a report was made and its file, or None."""
        with self.engine.connect() as db:
            row = db.execute(_reports.select().where(_reports.c.id == id)).first()
        return (row.created, row.file) if row else None

    def reports(self, game: str) -> int:
        """Return how many reports were made from a game."""
        with self.engine.connect() as db:
            count = sa.select(sa.func.count()).where(_reports.c.game == game)
            return int(db.execute(count).scalar() or 0)

    # -- logs ----------------------------------------

    def append(self, game: str, number: int, entry: Entry) -> None:
        """Append entry `number` of a game's log, durably.

        Raises Taken if another writer was first, Refused (`unknown_game`) if the game was deleted.
        """

        def write(db: sa.Connection) -> None:
            _insert_entries(db, game, number, (entry,))
            touch = _games.update().where(_games.c.id == game).values(touched=time.time())
            if db.execute(touch).rowcount != 1:
                raise Refused("unknown_game", "this game was deleted")

        self._write(write)

    def entries(self, game: str, start: int = 0) -> list[Entry]:
        """Return a game's log from entry `start` on."""
        chosen = sa.select(_entries.c.entry).where(_entries.c.game == game, _entries.c.number >= start)
        with self.engine.connect() as db:
            return [
                msgspec.json.decode(text, type=Entry)
                for (text,) in db.execute(chosen.order_by(_entries.c.number))
            ]

    def save_snapshot(self, game: str, number: int, hash: str, snapshot: Snapshot) -> None:
        """Keep a snapshot of a log of `number` entries that led to `hash`; drop older ones."""
        row = {"game": game, "number": number, "hash": hash, "snapshot": _text(snapshot)}
        mine = _snapshots.c.game == game

        def write(db: sa.Connection) -> None:
            db.execute(_snapshots.delete().where(mine, _snapshots.c.number >= number))
            db.execute(_snapshots.insert().values(row))
            kept = sa.select(_snapshots.c.number).where(mine).order_by(_snapshots.c.number.desc())
            numbers = [n for (n,) in db.execute(kept.limit(SNAPSHOTS_KEPT))]
            db.execute(_snapshots.delete().where(mine, _snapshots.c.number < numbers[-1]))

        self._write(write)

    def snapshots(self, game: str) -> list[tuple[int, str, Snapshot]]:
        """Return a game's snapshots with log length and hash when stored, oldest first."""
        chosen = _snapshots.select().where(_snapshots.c.game == game).order_by(_snapshots.c.number)
        with self.engine.connect() as db:
            return [
                (row.number, row.hash, msgspec.json.decode(row.snapshot, type=Snapshot))
                for row in db.execute(chosen)
            ]

    def save_clock(self, game: str, minutes: int) -> None:
        """Keep the minutes for each decision of a game; 0: none."""

        def write(db: sa.Connection) -> None:
            db.execute(_clocks.delete().where(_clocks.c.game == game))
            if minutes:
                db.execute(_clocks.insert().values(game=game, minutes=minutes))

        self._write(write)

    def clock(self, game: str) -> int:
        """Return the minutes for each decision of a game; 0: none."""
        with self.engine.connect() as db:
            found = db.execute(sa.select(_clocks.c.minutes).where(_clocks.c.game == game)).scalar()
        return int(found or 0)

    def save_status(self, game: str, status: Status) -> None:
        """Keep where a game stands."""
        text = _text(status)

        def write(db: sa.Connection) -> None:
            if not db.execute(
                _statuses.update().where(_statuses.c.game == game).values(status=text)
            ).rowcount:
                db.execute(_statuses.insert().values(game=game, status=text))

        self._write(write)

    def statuses(self) -> dict[str, Status]:
        """Return where games stood when that was last kept."""
        with self.engine.connect() as db:
            return {
                row.game: msgspec.json.decode(row.status, type=Status)
                for row in db.execute(_statuses.select())
            }

    # -- people ----------------------------------------

    def player_name(self, player: str) -> str | None:
        """Return a player's name, or None if the player never gave one."""
        with self.engine.connect() as db:
            name: str | None = db.execute(sa.select(_players.c.name).where(_players.c.id == player)).scalar()
        return name

    def name_player(self, player: str, name: str) -> None:
        """Set a player's name."""

        def write(db: sa.Connection) -> None:
            if not db.execute(_players.update().where(_players.c.id == player).values(name=name)).rowcount:
                db.execute(_players.insert().values(id=player, name=name))

        self._write(write)

    def admit(self, game: str, player: str) -> None:
        """Let a player into a locked game for good."""
        if not self.admitted(game, player):
            try:
                self._write(lambda db: db.execute(_members.insert().values(game=game, player=player)))
            except Taken:
                return  # let in twice at once

    def admitted(self, game: str, player: str) -> bool:
        """Whether a player was let into a game."""
        mine = (_members.c.game == game) & (_members.c.player == player)
        with self.engine.connect() as db:
            return db.execute(sa.select(_members.c.game).where(mine)).first() is not None

    def games_of(self, player: str) -> set[str]:
        """Return the ids of the games that a player takes part in."""
        with self.engine.connect() as db:
            return set(db.execute(sa.select(_members.c.game).where(_members.c.player == player)).scalars())

    # -- chat and links ----------------------------------------

    def add_chat(self, game: str, line: dict[str, Any]) -> None:
        """Keep a line of chat."""
        self._write(lambda db: db.execute(_chat.insert().values(game=game, line=_text(line))))

    def chat(self, game: str, limit: int = 100) -> list[dict[str, Any]]:
        """Return the last lines of chat, oldest first."""
        chosen = sa.select(_chat.c.line).where(_chat.c.game == game).order_by(_chat.c.id.desc()).limit(limit)
        with self.engine.connect() as db:
            return [msgspec.json.decode(text) for (text,) in db.execute(chosen)][::-1]

    def add_link(self, token: str, link: Link, until: float) -> None:
        """Keep a hand-over link that is good until a time (seconds since 1970)."""
        row = {"token": token, "until": until, "used": 0} | msgspec.structs.asdict(link)
        self._write(lambda db: db.execute(_links.insert().values(row)))

    def link(self, token: str) -> Link | None:
        """Return what a link gives, or None if it is unknown, used or too old."""
        good = (_links.c.token == token) & (_links.c.used == 0) & (_links.c.until > time.time())
        with self.engine.connect() as db:
            row = db.execute(_links.select().where(good)).first()
        return Link(row.game, row.seat, row.player) if row else None

    def use_link(self, token: str) -> None:
        """Use a link up; raise Taken if it was used before."""
        good = (_links.c.token == token) & (_links.c.used == 0)
        self._write(lambda db: _one(db.execute(_links.update().where(good).values(used=1)).rowcount))

    # -- inside ----------------------------------------

    def _rows(self, chosen: sa.Select[Any]) -> list[GameRow]:
        with self.engine.connect() as db:
            return [GameRow(**row._mapping) for row in db.execute(chosen)]

    def _write(self, write: Callable[[sa.Connection], T]) -> T:
        """Run a transaction; raise Taken on a broken key, Refused (`busy`) if the database stays locked."""
        for attempt in range(40):
            try:
                with self.engine.begin() as db:
                    return write(db)
            except IntegrityError as error:
                raise Taken(str(error.orig)) from error
            except OperationalError as error:
                if "locked" not in str(error.orig):
                    raise
            self.pause(min(0.005 * (attempt + 1), 0.1))
        raise Refused("busy", "the database is held by another process: nothing was changed, try again")


def _one(count: int) -> None:
    if count != 1:
        raise Taken("the row was changed by another writer")


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _insert_entries(db: sa.Connection, game: str, start: int, entries: Sequence[Entry]) -> None:
    rows = [{"game": game, "number": start + n, "entry": _text(entry)} for n, entry in enumerate(entries)]
    if rows:
        db.execute(_entries.insert(), rows)


def _sqlite_settings(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()
