"""Departure times of guests, for the processes to which they were not connected.

Revision ID: 0006
Revises: 0005
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | Sequence[str] | None = "0005"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("presences", sa.Column("gone", sa.Double(), nullable=True))


def downgrade() -> None:
    op.execute("DELETE FROM presences WHERE gone IS NOT NULL")
    op.drop_column("presences", "gone")
