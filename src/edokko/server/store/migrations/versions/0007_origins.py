"""A hash of the address that created a table, so that one address cannot fill the lobby.

Revision ID: 0007
Revises: 0006
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0007"
down_revision: str | None = "0006"


def upgrade() -> None:
    op.add_column("tables", sa.Column("origin", sa.String(16), nullable=True))
