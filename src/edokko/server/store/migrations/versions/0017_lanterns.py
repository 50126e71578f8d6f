"""The lanterns that a guest has kept in a lesson.

Revision ID: 0017
Revises: 0016
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0017"
down_revision: str | None = "0016"


def upgrade() -> None:
    # Who finished a lesson before there were questions has all lanterns.
    op.add_column("lessons", sa.Column("lanterns", sa.Integer(), nullable=False, server_default="3"))
