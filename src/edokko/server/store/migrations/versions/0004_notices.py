"""Notices by which an operator's command or the expiry invalidates the caches of server processes.

Revision ID: 0004
Revises: 0003
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"


def upgrade() -> None:
    op.create_table(
        "notices",
        sa.Column("number", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("subject", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("number"),
    )
