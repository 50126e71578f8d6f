"""Alembic's environment: migrates the connection of :mod:`edokko.server.store.database`, or writes a script."""

from alembic import context

context.configure(
    connection=context.config.attributes.get("connection"),
    dialect_name="postgresql",  # of a script, which runs in the transaction of its caller
    transactional_ddl=False if context.is_offline_mode() else None,
)
with context.begin_transaction():
    context.run_migrations()
