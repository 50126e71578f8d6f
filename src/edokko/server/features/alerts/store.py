"""The queue of alerts in the database: which are due, which process sends them, and what became of each.

Nothing here is part of the transaction of a move. A process looks which tables have changed, and creates the alerts
that follow from their rows. So an alert is never lost by a crash, and a move never waits for one.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import (
    BindParameter,
    Connection,
    ScalarSelect,
    Select,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.orm import aliased

from edokko.server.features.alerts import models
from edokko.server.features.alerts.quiet_hours import QuietHours
from edokko.server.store import models as kernel
from edokko.server.store.statements import insertion

DELAY = 10.0
"""Seconds between the begin of a turn and its alert, in which a player may open or reload the table."""
LONGEST_LEAD = 6 * 3600.0
SHORTEST_LEAD = 60.0
"""The longest and the shortest time between a reminder and the end of the clock, in seconds."""
LEAD_SHARE = 0.25
"""The part of a turn's time that is left when the reminder is sent."""
BEFORE_QUIET = 900.0
"""Seconds before the quiet hours for a reminder that would otherwise come too late."""
MOST_FAILURES = 10
"""A channel pauses after so many alerts in a row that were given up."""
CLAIM = 120.0
"""Seconds for which a process has an alert or a delivery for itself. After a crash another process takes it."""
MOST_IN_FLIGHT = 4
"""Deliveries of one guest, and to one receiver, that a process sends at the same time."""
MOST_CANDIDATES = 1_000
MOST_OF_A_STATEMENT = 100
"""Alerts that one transaction inserts."""
_TURN_ROWS = ("start", "move", "undo", "bot", "time")
"""The kinds of history rows that pass the turn on."""
Columns = dict[str, Any]
Model = type[models.Alert] | type[models.AlertDelivery]


class Claimed(NamedTuple):
    """An alert or a delivery that this process has claimed, as its columns."""

    columns: Columns
    until: float
    """The value of ``due`` while this claim holds."""
    keys: tuple[str, ...] = ()
    """For whom a delivery counts: its guest and its receiver."""


# --- finding what has happened


def find(connection: Connection, since: float) -> list[Columns]:
    """Return the new alerts of tables that have changed after a time, as columns. It only reads.

    Several processes may find the same ones: :func:`create` inserts each once.
    """
    alerts: list[Columns] = []
    for row in connection.execute(_turns(), {"since": since}).mappings():
        begin = {"guest": row["guest"], "table": row["table"], "turn": row["turn"]}
        alerts.append({**begin, "kind": "turn", "due": row["changed"] + DELAY, "deadline": None})
        reminder = _reminder(row, quiet_hours_of(row))
        if reminder is not None:
            alerts.append({**begin, "kind": "clock", "due": reminder, "deadline": row["deadline"]})
    for row in connection.execute(_finished(), {"since": since}).mappings():
        over = {"guest": row["guest"], "table": row["table"], "turn": 0, "kind": "over", "deadline": None}
        alerts.append({**over, "due": row["time"] + DELAY})
    return alerts


def has_due(connection: Connection, now: float) -> bool:
    """Return whether an alert or a delivery is due."""
    return bool(connection.execute(_has_due(), {"now": now}).scalar())


# Every server process runs these queries every two seconds, so each is built once. SQLAlchemy takes ten times longer to
# build that of `_turns` than SQLite to execute it, and no move is handled meanwhile.


@cache
def _has_due() -> Select[Any]:
    due = [exists().where(model.due <= bindparam("now")) for model in (models.Alert, models.AlertDelivery)]
    return select(or_(*due))


@cache
def _turns() -> Select[Any]:
    """Build the query for turns without an alert, of guests with a channel.

    Its parameter ``since`` is a time: only tables that changed later count.
    """
    table, seat, settings, alert = kernel.Table, kernel.Seat, models.AlertSettings, models.Alert
    quiet = settings.zone, settings.quiet_from, settings.quiet_to
    columns = (table.id.label("table"), table.changed, table.deadline, seat.guest, *quiet)
    turn = func.coalesce(_turn_of(table.id, seat.guest).scalar_subquery(), 0)
    statement: Any = select(*columns, turn.label("turn"))
    statement = statement.join(seat, (seat.table == table.id) & (seat.seat == table.decides) & (seat.kind == "person"))
    statement = statement.outerjoin(settings, settings.guest == seat.guest)
    is_new = (table.status == "running", _by_index(table), table.changed > bindparam("since"))
    turns = statement.where(*is_new, _has_channel(seat.guest, table.changed)).subquery()
    same = (alert.guest == turns.c.guest, alert.table == turns.c.table, alert.kind == "turn")
    return select(turns).where(~exists().where(*same, alert.turn >= turns.c.turn))


@cache
def _finished() -> Select[Any]:
    """Build the query for finished games without an alert: a row for each guest with a channel.

    Its parameter ``since`` is a time: only games that ended later count.
    """
    since: BindParameter[float] = bindparam("since")
    table, outcome, alert = kernel.Table, kernel.Outcome, models.Alert
    statement: Any = select(table.id.label("table"), outcome.guest, func.max(outcome.time).label("time"))
    statement = statement.join(outcome, outcome.table == table.id)
    is_new = (table.status == "finished", _by_index(table), table.changed > since, outcome.time > since)
    same = (alert.guest == outcome.guest, alert.table == table.id, alert.kind == "over")
    selection: Select[Any] = statement.where(*is_new, _has_channel(outcome.guest, outcome.time), ~exists().where(*same))
    return selection.group_by(table.id, outcome.guest)


def _by_index(table: type[kernel.Table]) -> Any:
    """Hold for every table; it lets the database use the index ``tables_by_status``."""
    return table.listed.in_((True, False))


def _has_channel(guest: Any, before: Any) -> Any:
    """Hold for guests who had a channel before a time."""
    channel = models.AlertChannel
    return exists().where(channel.guest == guest, *_is_usable(), channel.created <= before)


def _is_usable() -> tuple[Any, ...]:
    return models.AlertChannel.confirmed, models.AlertChannel.failures < MOST_FAILURES


def _turn_of(table: Any, guest: Any) -> Select[Any]:
    """Select the number of the last row by which another player has passed the turn on."""
    row, seat = aliased(kernel.Row), aliased(kernel.Seat)
    # The guest may come from the enclosing statement, which SQLAlchemy would not find over two levels by itself.
    own = exists().where(seat.table == row.table, seat.guest == guest, seat.seat == row.seat).correlate_except(seat)
    others = or_(row.seat.is_(None), ~own)
    statement = select(row.row).where(row.table == table, row.kind.in_(_TURN_ROWS), others)
    return statement.order_by(row.row.desc()).limit(1).correlate_except(row)


def quiet_hours_of(row: Any) -> QuietHours | None:
    """Return the quiet hours from the columns of ``alert_settings``; ``None`` without any."""
    if row["quiet_from"] is None or row["quiet_to"] is None:
        return None
    return QuietHours(row["quiet_from"], row["quiet_to"], row["zone"])


def _reminder(row: Any, quiet: QuietHours | None) -> float | None:
    """Return when to remind a player of the clock; ``None`` without a clock, or if there is too little time.

    A reminder that would fall into quiet hours comes after them. If the clock would have run out, or nearly so, it
    comes before them.
    """
    if row["deadline"] is None:
        return None
    lead = min(LONGEST_LEAD, (row["deadline"] - row["changed"]) * LEAD_SHARE)
    if lead < SHORTEST_LEAD:
        return None
    due: float = row["deadline"] - lead
    span = quiet.span(due) if quiet else None
    if span is None:
        return due
    start, end = span
    return end if end < row["deadline"] - SHORTEST_LEAD else max(row["changed"], start - BEFORE_QUIET)


def create(connection: Connection, alerts: Sequence[Columns]) -> None:
    """Insert alerts; an alert of an earlier turn is replaced, one that exists stays as it is."""
    rows = [{"id": secrets.token_hex(10), "outcome": None, **columns} for columns in alerts]
    statement = insertion(connection, models.Alert).values(rows)
    new = statement.excluded
    statement = statement.on_conflict_do_update(
        index_elements=["guest", "table", "kind"],
        set_={"turn": new.turn, "due": new.due, "deadline": new.deadline, "outcome": None},
        where=models.Alert.turn < new.turn,
    )
    connection.execute(statement)


# --- claims


def claim_alerts(connection: Connection, now: float, most: int) -> list[Claimed]:
    """Claim alerts that are due, in turns by guest. No other process gets them while the claim holds."""
    alert = models.Alert
    turns = _in_turns(select(alert.id, alert.due), alert, alert.guest, now).limit(most)
    return _claim(connection, alert, [row.id for row in connection.execute(turns)], now)


def claim_deliveries(connection: Connection, now: float, most: int, in_flight: Counter[str]) -> list[Claimed]:
    """Claim deliveries that are due, in turns by guest, and few of a guest and of a receiver.

    ``in_flight`` counts the deliveries that this process sends now, by the keys of :class:`Claimed`.
    """
    delivery, channel = models.AlertDelivery, models.AlertChannel
    statement = select(delivery.id, delivery.due, channel.guest, channel.kind, channel.address)
    statement = statement.join(channel, channel.id == delivery.channel)
    turns = _in_turns(statement, delivery, channel.guest, now).limit(MOST_CANDIDATES)
    counts, keys = Counter(in_flight), dict[str, tuple[str, str]]()
    for row in connection.execute(turns):
        receiver = "mail" if row.kind == "email" else urlsplit(row.address).hostname
        own = (f"guest {row.guest}", f"receiver {receiver}")
        if len(keys) < most and all(counts[key] < MOST_IN_FLIGHT for key in own):
            counts.update(own)
            keys[row.id] = own
    claimed = _claim(connection, delivery, list(keys), now)
    return [claim._replace(keys=keys[claim.columns["id"]]) for claim in claimed]


def _in_turns(statement: Any, model: Model, guest: Any, now: float) -> Any:
    """Select the due rows of a statement: the first one of each guest, then the second ones."""
    turn = func.row_number().over(partition_by=guest, order_by=(model.due, model.id)).label("place")
    rows = statement.add_columns(turn).where(model.due <= now).subquery()
    return select(rows).order_by(rows.c.place, rows.c.due)


def _claim(connection: Connection, model: Model, ids: Sequence[str], now: float) -> list[Claimed]:
    # Another process may have claimed one of them since they were selected.
    free = select(model.id).where(model.id.in_(ids), model.due <= now).with_for_update(skip_locked=True)
    ids = list(connection.execute(free).scalars()) if ids else []
    if not ids:
        return []
    until = now + CLAIM
    statement = update(model).where(model.id.in_(ids)).values(due=until).returning(*model.__table__.columns)
    return [Claimed(dict(row), until) for row in connection.execute(statement).mappings()]


def decide(connection: Connection, alert: Claimed, due: float | None, outcome: str | None = None) -> bool:
    """Postpone a claimed alert until ``due``, or end it with an outcome, and return whether the claim still held."""
    statement = update(models.Alert).where(*_is_claimed(models.Alert, alert))
    return connection.execute(statement.values(due=due, outcome=outcome)).rowcount > 0


def queue(connection: Connection, alert: Claimed, now: float) -> None:
    """Queue a claimed alert for all channels of its guest, if the claim still holds."""
    columns, channel, delivery = alert.columns, models.AlertChannel, models.AlertDelivery
    channels = select(channel.id).where(channel.guest == columns["guest"], *_is_usable())
    ids = list(connection.execute(channels).scalars())
    if not decide(connection, alert, None, "queued" if ids else "none") or not ids:
        return
    # The deliveries of an earlier turn are of no use any more.
    connection.execute(delete(delivery).where(delivery.alert == columns["id"]))
    new = {"alert": columns["id"], "turn": columns["turn"], "created": now, "attempts": 0, "due": now, "error": None}
    connection.execute(insert(delivery), [{"id": secrets.token_hex(10), "channel": each, **new} for each in ids])


def _is_claimed(model: Model, claimed: Claimed) -> tuple[Any, ...]:
    """Hold while a claim does: no other process has taken it, and no later turn has replaced it."""
    return model.id == claimed.columns["id"], model.turn == claimed.columns["turn"], model.due == claimed.until


# --- what a sender needs to know


def is_current(connection: Connection, alert: Columns) -> bool:
    """Return whether an alert still says the truth: the guest decides, and it is still the same turn."""
    if alert["kind"] == "over":
        return True
    table, seat = kernel.Table, kernel.Seat
    statement = select(table.id).join(seat, (seat.table == table.id) & (seat.seat == table.decides))
    statement = statement.where(table.id == alert["table"], table.status == "running", seat.guest == alert["guest"])
    if connection.execute(statement).scalar() is None:
        return False
    turn = connection.execute(_turn_of(alert["table"], alert["guest"])).scalar() or 0
    return bool(turn == alert["turn"])


def settings_of(connection: Connection, guest: str) -> Columns | None:
    """Return the alert settings of a guest; ``None`` for the defaults."""
    row = connection.execute(select(models.AlertSettings.__table__).where(models.AlertSettings.guest == guest))
    columns = row.mappings().first()
    return dict(columns) if columns else None


def alert_and_channel(connection: Connection, delivery: Columns) -> tuple[Columns, Columns] | None:
    """Return the alert and the channel of a delivery; ``None`` if one of them was deleted meanwhile."""
    alert = read(connection, models.Alert, delivery["alert"])
    channel = read(connection, models.AlertChannel, delivery["channel"])
    return (alert, channel) if alert and channel else None


def read(connection: Connection, model: type[kernel.Base], row_id: str) -> Columns | None:
    """Return the columns of a row by its id; ``None`` if there is none."""
    table = model.__table__
    columns = connection.execute(select(table).where(table.c.id == row_id)).mappings().first()
    return dict(columns) if columns else None


def waiting_count(guest: str) -> ScalarSelect[Any]:
    """Select the number of tables that wait for a guest."""
    table, seat = kernel.Table, kernel.Seat
    joined = select(func.count()).select_from(table)
    joined = joined.join(seat, (seat.table == table.id) & (seat.seat == table.decides) & (seat.guest == guest))
    return joined.where(table.status == "running").scalar_subquery()


# --- results


def succeed(connection: Connection, delivery: Claimed, now: float) -> None:
    """Delete a delivery that the receiver has accepted, and note the success at its channel."""
    model, channel = models.AlertDelivery, models.AlertChannel
    connection.execute(delete(model).where(model.id == delivery.columns["id"]))
    statement = update(channel).where(channel.id == delivery.columns["channel"])
    connection.execute(statement.values(sent=now, failures=0, error=None))


def fail(connection: Connection, delivery: Claimed, due: float | None, error: str) -> None:
    """Note a failed attempt of a delivery, with the reason, and send it again at ``due``.

    Without ``due`` it is given up, which counts at its channel, and stays with the reason.
    """
    statement = update(models.AlertDelivery).where(*_is_claimed(models.AlertDelivery, delivery))
    attempts = delivery.columns["attempts"] + 1
    connection.execute(statement.values(due=due, attempts=attempts, error=error))
    if due is None:
        channel = models.AlertChannel
        counted = update(channel).where(channel.id == delivery.columns["channel"])
        connection.execute(counted.values(failures=channel.failures + 1, error=error))


def deliveries(connection: Connection) -> tuple[int, int]:
    """Return the numbers of the deliveries that wait, and of those that were given up."""
    due = models.AlertDelivery.due
    waiting, total = connection.execute(select(func.count(due), func.count(models.AlertDelivery.id))).one()
    return waiting, total - waiting
