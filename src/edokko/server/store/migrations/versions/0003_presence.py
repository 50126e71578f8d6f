"""The guests who are connected to tables, by process.

Revision ID: 0003
Revises: 0002
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | Sequence[str] | None = "0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


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


def downgrade() -> None:
    op.drop_index(op.f("ix_presences_table"), table_name="presences")
    op.drop_table("presences")
    op.drop_table("processes")
