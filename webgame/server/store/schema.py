"""The tables of the store. A change of them is a new file in `migrations/versions/`, and a new HEAD here."""

from __future__ import annotations

import sqlalchemy as sa

HEAD = "0003"  # the newest version under migrations/versions

meta = sa.MetaData()
games = sa.Table(
    "games",
    meta,
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
entries = sa.Table(
    "entries",
    meta,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("entry", sa.Text, nullable=False),
)
snapshots = sa.Table(
    "snapshots",
    meta,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),  # log entries when it was stored
    sa.Column("hash", sa.Text, nullable=False),  # of the position after those entries
    sa.Column("snapshot", sa.Text, nullable=False),
)
players = sa.Table(
    "players",
    meta,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
)
members = sa.Table(  # who was let into a locked game
    "members",
    meta,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("player", sa.String(64), primary_key=True),
)
chat = sa.Table(
    "chat",
    meta,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("game", sa.String(16), nullable=False, index=True),
    sa.Column("line", sa.Text, nullable=False),
)
links = sa.Table(  # one-time hand-over links
    "links",
    meta,
    sa.Column("token", sa.String(64), primary_key=True),  # only its hash is kept
    sa.Column("game", sa.String(16), nullable=False),
    sa.Column("seat", sa.String(64), nullable=False),
    sa.Column("player", sa.String(64), nullable=False),
    sa.Column("until", sa.Float, nullable=False),
    sa.Column("used", sa.Integer, nullable=False),
)

statuses = sa.Table(  # where running games stand, for the list: not newer than the newest snapshot
    "statuses",
    meta,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("status", sa.Text, nullable=False),
)

clocks = sa.Table(  # minutes for each decision, of the games that have a clock
    "clocks",
    meta,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("minutes", sa.Integer, nullable=False),
)

results = sa.Table(  # how finished games ended, for those who held the seats then
    "results",
    meta,
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
sequels = sa.Table(  # the game that a table played after another one
    "sequels",
    meta,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("next", sa.String(16), nullable=False, index=True),
)
archived = sa.Table(  # out of the lists, by its host
    "archived",
    meta,
    sa.Column("game", sa.String(16), primary_key=True),
)
reports = sa.Table(  # bug reports: each is a file of its own and outlives its game
    "reports",
    meta,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(16), nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("file", sa.Text, nullable=False),
)
outs = sa.Table(  # who was put out by the host
    "outs",
    meta,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("player", sa.String(64), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
)
archives = sa.Table(  # games packed away by `webgame archive`: all their rows in one file each
    "archives",
    meta,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("file", sa.LargeBinary, nullable=False),
)
