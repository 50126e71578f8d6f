"""Series of games and events.

Revision ID: 0013
Revises: 0012
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0013"
down_revision: str | None = "0012"

ID = sa.String(length=40)


def upgrade() -> None:
    op.add_column("tables", sa.Column("series", ID, nullable=True))
    op.add_column("tables", sa.Column("event", ID, nullable=True))
    op.create_table(
        "series",
        sa.Column("id", ID, nullable=False),
        sa.Column("games", sa.Integer(), nullable=True),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("changed", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_series_over"), "series", ["over"], unique=False)
    op.create_table(
        "series_games",
        sa.Column("series", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("table", ID, nullable=False),
        sa.ForeignKeyConstraint(["series"], ["series.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("series", "number"),
    )
    op.create_index(op.f("ix_series_games_table"), "series_games", ["table"], unique=False)
    op.create_table(
        "events",
        sa.Column("id", ID, nullable=False),
        sa.Column("organiser", ID, nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("due", sa.Float(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("plan", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("origin", sa.String(length=16), nullable=True),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("changed", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("events_by_status", "events", ["status", "listed", "changed"], unique=False)
    op.create_index(op.f("ix_events_organiser"), "events", ["organiser"], unique=False)
    op.create_index(op.f("ix_events_due"), "events", ["due"], unique=False)
    op.create_table(
        "event_players",
        sa.Column("event", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("guest", ID, nullable=True),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("first_round", sa.Integer(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event", "number"),
        sa.UniqueConstraint("event", "guest"),
    )
    op.create_index(op.f("ix_event_players_guest"), "event_players", ["guest"], unique=False)
    op.create_table(
        "event_tables",
        sa.Column("event", ID, nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("table", ID, nullable=True),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event", "round", "number"),
    )
    op.create_index(op.f("ix_event_tables_table"), "event_tables", ["table"], unique=False)
    op.create_table(
        "event_seats",
        sa.Column("event", ID, nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("score", sa.Integer(), nullable=True),
        sa.Column("replaced", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event", "round", "number", "seat"),
    )
