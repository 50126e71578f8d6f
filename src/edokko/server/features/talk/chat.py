"""The chat of a table: for players with a seat, if the host has switched it on. A game's record never has it."""

from __future__ import annotations

import time
from collections.abc import Collection

from msgspec import structs
from sqlalchemy import Connection, String, cast, delete, func, insert, select

from edokko.server.features.talk import models, shapes
from edokko.server.live.signals import Signal, Signals
from edokko.server.store import Database
from edokko.server.store import models as kernel
from edokko.server.store.administration import ReportLine
from edokko.server.store.driver import wait_for_lock
from edokko.server.store.statements import every, first, insertion, require_below
from edokko.server.tables.venue import ServerVenue
from edokko.table.access import must_be_below_row_limit, must_be_host, must_be_seated
from edokko.table.people import clean_text
from edokko.table.problems import ApiProblem, Complaint
from edokko.table.views.live_table import LiveTable

REPORT = "report"
"""The kind of a row by which a player reports a message of the chat; its text is the number of the message."""
MOST = 200
"""Messages of a table that are stored; a further one deletes the oldest. Reported ones stay."""
MOST_IN_WINDOW = 5
"""Messages of a guest at a table in :data:`WINDOW`."""
WINDOW = 10.0
"""Window of the rate limit, in seconds."""
MOST_MUTED = 500
"""Guests whom one guest has muted."""
MOST_REPORTS = 20
"""Messages of a table that one guest has reported."""
LOCK_ID = 0x1C1ED3
"""The PostgreSQL advisory lock of a process that numbers a message, so that numbers are committed in order."""


def may_write(live_table: LiveTable, guest: str) -> None:
    """Check that a guest may write at a table.

    Raises:
        ApiProblem: ``not_your_seat``, ``no_chat``: the chat is off, or ``game_over``: the table is closed.
    """
    must_be_seated(live_table, guest)
    if not live_table.info.settings.chat:
        raise ApiProblem("no_chat")
    if live_table.info.status == "closed":
        raise ApiProblem("game_over")


async def write(database: Database, signals: Signals, table: str, guest: str, name: str, text: str) -> shapes.ChatLine:
    """Write a message.

    Args:
        database, signals: of the process.
        table, guest: of a writer who passes :func:`may_write`.
        name: the writer's name at the table.
        text: the message.

    Raises:
        ApiProblem: ``bad_request``: nothing of the text can be displayed; or ``too_many``.
    """
    line, now, cleaned = models.ChatLine, time.time(), clean_text(text)
    if not cleaned:
        arguments = {"where": "data.text", "bound": "1"}
        raise ApiProblem("bad_request", complaint=Complaint("api-shape-longer", "longer", arguments))
    signal = Signal("chat", table)

    def work(connection: Connection) -> int:
        wait_for_lock(connection, LOCK_ID)
        here = line.table == table
        # Another process may have switched the chat off, and its message may still be on the way.
        if not connection.execute(select(kernel.Table.chat).where(kernel.Table.id == table)).scalar():
            raise ApiProblem("no_chat")
        require_below(connection, MOST_IN_WINDOW, here, line.guest == guest, line.time > now - WINDOW, retry=WINDOW)
        number = (connection.execute(select(func.max(line.number)).where(here)).scalar() or 0) + 1
        values = {"table": table, "number": number, "guest": guest, "name": name, "text": cleaned, "time": now}
        connection.execute(insert(line), [values])
        row = kernel.Row
        reported = select(row.text).where(row.table == table, row.kind == REPORT)
        is_reported = cast(line.number, String).in_(reported)
        connection.execute(delete(line).where(here, line.number <= number - MOST, ~is_reported))
        signals.notify(connection, signal)
        return number

    number = await database.transact(work)
    signals.deliver(signal)
    return shapes.ChatLine(number, guest, name, cleaned, now)


async def read(database: Database, table: str, guest: str, at_table: Collection[str]) -> shapes.Chat:
    """Return the chat of a table without the messages of guests whom the reader has muted.

    Args:
        database: the database.
        table: the id.
        guest: the reader.
        at_table: the guests at the table, of whom the answer says whether they are muted.
    """
    line = models.ChatLine
    muted = await muted_by(database, guest)
    rows = await every(database, select(line.__table__).where(line.table == table).order_by(line.number))
    lines = [shapes.ChatLine(row.number, row.guest, row.name, row.text, row.time) for row in rows]
    return shapes.Chat([each for each in lines if each.guest not in muted], sorted(muted & set(at_table)))


async def muted_by(database: Database, guest: str) -> set[str]:
    """Return the guests whom a guest has muted."""
    rows = await every(database, select(models.Mute.muted).where(models.Mute.guest == guest))
    return {row.muted for row in rows}


async def mute(database: Database, signals: Signals, table: str, guest: str, other: str, is_muted: bool) -> None:
    """Mute a guest, or hear the guest again.

    Args:
        database, signals: of the process.
        table: where; the channels of this table send the chat again.
        guest: who mutes.
        other: who is muted.
        is_muted: whether the other is muted from now on.

    Raises:
        ApiProblem: ``too_many``: the guest has muted as many as a guest may.
    """
    row, signal = models.Mute, Signal("chat", table)

    def work(connection: Connection) -> None:
        if is_muted:
            require_below(connection, MOST_MUTED, row.guest == guest)
            connection.execute(insertion(connection, row).on_conflict_do_nothing(), {"guest": guest, "muted": other})
        else:
            connection.execute(delete(row).where(row.guest == guest, row.muted == other))
        signals.notify(connection, signal)

    await database.transact(work)
    signals.deliver(signal)


async def switch_off(venue: ServerVenue, table: str, guest: str) -> LiveTable:
    """Switch the chat of a table off for good, as the host. Its messages stay readable.

    Raises:
        ApiProblem: ``not_the_host``.
    """

    async def command(live_table: LiveTable) -> LiveTable:
        must_be_host(live_table, guest)
        if live_table.info.settings.chat:
            must_be_below_row_limit(live_table)
            live_table.info.settings = structs.replace(live_table.info.settings, chat=False)
            live_table.invalidate_encoded()
            await venue.append_row(live_table, "chat", None, guest, text="off")
        return live_table

    return await venue.run(table, command)


async def report(venue: ServerVenue, table: str, guest: str, number: int) -> None:
    """Report a message of another player to the operator. A repeated report changes nothing.

    The report is a row of the table, so that it is deleted with the table.

    Args:
        venue: of the process.
        table: the id.
        guest: the player who reports.
        number: of the message.

    Raises:
        ApiProblem: ``not_your_seat``, ``no_message``: no other player has written it, or ``too_many``.
    """
    line, row = models.ChatLine, kernel.Row
    has_line = select(line.number).where(line.table == table, line.number == number, line.guest != guest)
    own = select(row.text).where(row.table == table, row.kind == REPORT, row.guest == guest)

    async def command(live_table: LiveTable) -> None:
        must_be_seated(live_table, guest)
        if await first(venue.database, has_line) is None:
            raise ApiProblem("no_message")
        reported = {each.text for each in await every(venue.database, own)}
        if str(number) in reported:
            return
        if len(reported) >= MOST_REPORTS:
            raise ApiProblem("too_many")
        must_be_below_row_limit(live_table)
        await venue.append_row(live_table, REPORT, None, guest, text=str(number))

    await venue.run(table, command)


def reports(connection: Connection, most: int) -> list[ReportLine]:
    """Return reported messages of chats, the latest report first. Those of deleted writers are gone.

    Args:
        connection: a transaction.
        most: the maximum number of reports.
    """
    row, line = kernel.Row, models.ChatLine
    is_same = (line.table == row.table) & (cast(line.number, String) == row.text)
    columns = (row.time, row.table, line.guest, line.name, line.text, row.guest.label("reporter"))
    statement = select(*columns).join(line, is_same).where(row.kind == REPORT).order_by(row.time.desc(), row.row.desc())
    return [ReportLine(*each) for each in connection.execute(statement.limit(most))]
