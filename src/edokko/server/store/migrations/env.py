"""Alembic's environment: migrates the connection of :mod:`edokko.server.store.database`, or writes a script."""

from alembic import context

from edokko.server.store.models import Base

context.configure(
    connection=context.config.attributes.get("connection"),
    dialect_name="postgresql",  # of a script, which runs in the transaction of its caller
    transactional_ddl=False if context.is_offline_mode() else None,
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
