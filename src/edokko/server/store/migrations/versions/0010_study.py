"""Studies that guests save and share, and their answers to puzzles.

Revision ID: 0010
Revises: 0009
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0010"
down_revision: str | None = "0009"


def upgrade() -> None:
    op.create_table(
        "studies",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("guest", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("changed", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_studies_guest"), "studies", ["guest"], unique=False)
    op.create_table(
        "puzzle_answers",
        sa.Column("puzzle", sa.String(length=20), nullable=False),
        sa.Column("guest", sa.String(length=40), nullable=False),
        sa.Column("found", sa.Boolean(), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.Column("time", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("puzzle", "guest"),
    )
    op.create_index(op.f("ix_puzzle_answers_guest"), "puzzle_answers", ["guest"], unique=False)
