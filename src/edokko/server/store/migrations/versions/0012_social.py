"""Programs that can be invited, their invitations, private notes, and the chat of a table.

Revision ID: 0012
Revises: 0011
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"


def _guest(name: str = "guest") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([name], ["guests.id"], ondelete="CASCADE")


def _table() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["table"], ["tables.id"], ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "programs",
        sa.Column("guest", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("sentence", sa.String(length=300), nullable=False),
        _guest(),
        sa.PrimaryKeyConstraint("guest"),
    )
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("table", sa.String(length=40), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("host", sa.String(length=40), nullable=False),
        sa.Column("guest", sa.String(length=40), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("expires", sa.Float(), nullable=False),
        _table(),
        _guest("host"),
        _guest(),
        sa.PrimaryKeyConstraint("id"),
    )
    for column in ("table", "host", "guest"):
        op.create_index(op.f(f"ix_invitations_{column}"), "invitations", [column], unique=False)
    op.create_table(
        "notes",
        sa.Column("table", sa.String(length=40), nullable=False),
        sa.Column("guest", sa.String(length=40), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("changed", sa.Float(), nullable=False),
        _table(),
        _guest(),
        sa.PrimaryKeyConstraint("table", "guest"),
    )
    op.create_index(op.f("ix_notes_guest"), "notes", ["guest"], unique=False)
    op.add_column("tables", sa.Column("chat", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "chat",
        sa.Column("table", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("guest", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("time", sa.Float(), nullable=False),
        _table(),
        _guest(),
        sa.PrimaryKeyConstraint("table", "number"),
    )
    op.create_index(op.f("ix_chat_guest"), "chat", ["guest"], unique=False)
    op.create_table(
        "mutes",
        sa.Column("guest", sa.String(length=40), nullable=False),
        sa.Column("muted", sa.String(length=40), nullable=False),
        _guest(),
        _guest("muted"),
        sa.PrimaryKeyConstraint("guest", "muted"),
    )
    op.create_index(op.f("ix_mutes_muted"), "mutes", ["muted"], unique=False)
