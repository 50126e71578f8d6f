"""Alembic's environment: runs migrations on the connection that :mod:`edokko.server.store.migrating` passes."""

from alembic import context

from edokko.server.store.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
