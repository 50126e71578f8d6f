"""Crests and readiness of seats; an index to find the table before a rematch.

Revision ID: 0005
Revises: 0004
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"


def upgrade() -> None:
    op.add_column("seats", sa.Column("crest", sa.Integer(), nullable=True))
    op.add_column("seats", sa.Column("ready", sa.Boolean(), nullable=True))
    # The values that seats had before players could choose.
    op.execute("UPDATE seats SET crest = seat, ready = true")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.alter_column("crest", nullable=False)
        batch_op.alter_column("ready", nullable=False)
    op.create_index(op.f("ix_tables_rematch"), "tables", ["rematch"], unique=False)
