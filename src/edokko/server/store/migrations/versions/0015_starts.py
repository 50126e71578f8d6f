"""The position where the game of a table begins.

Revision ID: 0015
Revises: 0014
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0015"
down_revision: str | None = "0014"


def upgrade() -> None:
    op.add_column("tables", sa.Column("start", sa.Text(), nullable=True))
