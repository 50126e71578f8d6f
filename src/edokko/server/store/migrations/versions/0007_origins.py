"""A hash of the address that created a table, so that one address cannot fill the lobby.

Revision ID: 0007
Revises: 0006
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0007"
down_revision: str | Sequence[str] | None = "0006"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("origin", sa.String(16), nullable=True))


def downgrade() -> None:
    op.drop_column("tables", "origin")
