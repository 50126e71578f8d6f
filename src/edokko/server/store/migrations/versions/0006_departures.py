"""Departure times of guests, for the processes to which they were not connected.

Revision ID: 0006
Revises: 0005
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"


def upgrade() -> None:
    op.add_column("presences", sa.Column("gone", sa.Double(), nullable=True))
