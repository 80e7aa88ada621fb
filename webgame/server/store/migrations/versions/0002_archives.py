"""A table for games that were packed away."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "archives",
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("file", sa.LargeBinary, nullable=False),
    )
