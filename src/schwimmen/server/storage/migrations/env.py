"""Alembic's entry point: migrates over the connection that was handed in."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
