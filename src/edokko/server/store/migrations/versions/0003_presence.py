"""The guests who are connected to tables, by process.

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("seen", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "presences",
        sa.Column("process", sa.String(length=40), nullable=False),
        sa.Column("table", sa.String(length=40), nullable=False),
        sa.Column("guest", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["process"], ["processes.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("process", "table", "guest"),
    )
    op.create_index(op.f("ix_presences_table"), "presences", ["table"], unique=False)
