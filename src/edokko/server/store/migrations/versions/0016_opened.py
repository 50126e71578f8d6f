"""When a study was opened last, so that guests whose studies are not opened any more can expire.

Revision ID: 0016
Revises: 0015
"""

import time

import sqlalchemy as sa
from alembic import op

revision: str = "0016"
down_revision: str | None = "0015"


def upgrade() -> None:
    # The time of this migration: earlier readers have left no trace.
    op.add_column("studies", sa.Column("opened", sa.Float(), nullable=False, server_default=str(time.time())))
