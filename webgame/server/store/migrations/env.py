"""Alembic's entry: `migrate.py` hands over the connection, in a transaction of its own."""

from alembic import context

from webgame.server.store import schema

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=schema.meta,
    transactional_ddl=True,
    render_as_batch=True,
)
context.run_migrations()
