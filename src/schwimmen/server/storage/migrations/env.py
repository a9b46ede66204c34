"""Entry point of Alembic: run migrations on the connection passed in."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
