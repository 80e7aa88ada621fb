"""The tables as they were when versions began; databases that are older lack some, and get them empty."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make what is missing."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("system", sa.String(64), nullable=False),
        sa.Column("scenario", sa.Text, nullable=False),
        sa.Column("header", sa.Text),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("rev", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Column("finished", sa.Integer, nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "entries",
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("entry", sa.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "snapshots",
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("snapshot", sa.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "players",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "members",
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("player", sa.String(64), primary_key=True),
        if_not_exists=True,
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_index("ix_chat_game", "chat", ["game"], if_not_exists=True)
    op.create_table(
        "links",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("seat", sa.String(64), nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("used", sa.Integer, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "statuses",
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("status", sa.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "clocks",
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("minutes", sa.Integer, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "results",
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("system", sa.String(64), nullable=False),
        sa.Column("scenario", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("side", sa.String(64), nullable=False),
        sa.Column("how", sa.String(16), nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        if_not_exists=True,
    )
    op.create_index("ix_results_player", "results", ["player"], if_not_exists=True)
    op.create_table(
        "sequels",
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("next", sa.String(16), nullable=False),
        if_not_exists=True,
    )
    op.create_index("ix_sequels_next", "sequels", ["next"], if_not_exists=True)
    op.create_table(
        "archived",
        sa.Column("game", sa.String(16), primary_key=True),
        if_not_exists=True,
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("file", sa.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_index("ix_reports_game", "reports", ["game"], if_not_exists=True)
