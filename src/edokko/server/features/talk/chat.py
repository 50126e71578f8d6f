"""The chat of a table: for players with a seat, if the host has switched it on. A game's record never has it."""

from __future__ import annotations

import functools
import time
from collections.abc import Collection
from typing import Annotated

from msgspec import Meta, structs
from sqlalchemy import Connection, String, cast, delete, func, insert, select

from edokko.server.features.talk import models, shapes
from edokko.server.live.signals import Signal, Signals
from edokko.server.store import Database
from edokko.server.store import models as kernel
from edokko.server.store.administration import ReportLine
from edokko.server.store.driver import wait_for_lock
from edokko.server.store.statements import every, first, insertion, require_below
from edokko.server.tables.venue import ServerVenue
from edokko.server.web.routes import Visitor
from edokko.table.access import must_be_below_row_limit, must_be_host, must_be_seated
from edokko.table.api.operation import Operations
from edokko.table.people import clean_text
from edokko.table.problems import ApiProblem, Complaint
from edokko.table.shapes.tables import TableView
from edokko.table.views.live_table import LiveTable
from edokko.table.views.table import view_of

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


MessageNumber = Annotated[int, Meta(ge=1, le=2**31 - 1)]
"""The number of a message of the chat, in the range of its column in the database."""
operations = Operations("talk")


def speaking_seat(live_table: LiveTable, guest: str, seat: int | None) -> int:
    """Return the seat of a guest who reacts or writes: ``seat``, or the guest's first one for ``None``.

    Raises:
        ApiProblem: ``not_your_seat``: the guest has no seat, or not that one.
    """
    own = live_table.seats_of(guest)
    if not own or (seat is not None and seat not in own):
        raise ApiProblem("not_your_seat")
    return own[0] if seat is None else seat


@operations.get("/tables/{table}/chat", "As a player: the chat of a table")
async def read_chat(venue: ServerVenue, caller: Visitor, table: str) -> shapes.Chat:
    guest = caller.known.id
    live_table = await venue.authorised(table, functools.partial(must_be_seated, guest=guest))
    return await read(venue.database, table, guest, live_table.guests)


@operations.post("/tables/{table}/chat", "As a player: write to the other players", 201, grows=True)
async def write_chat(venue: ServerVenue, caller: Visitor, table: str, data: shapes.NewChatLine) -> shapes.ChatLine:
    """Write a message.

    Raises:
        ApiProblem: ``not_your_seat``, ``no_chat``: the chat is off, ``game_over``: the table is closed, or what
            :func:`write` raises.
    """
    guest = caller.known.id

    def check(live_table: LiveTable) -> None:
        must_be_seated(live_table, guest)
        if not live_table.info.settings.chat:
            raise ApiProblem("no_chat")
        if live_table.info.status == "closed":
            raise ApiProblem("game_over")

    live_table = await venue.authorised(table, check)
    name = live_table.seats[speaking_seat(live_table, guest, data.seat)].name
    return await write(venue.database, caller.services.signals, table, guest, name, data.text)


async def write(database: Database, signals: Signals, table: str, guest: str, name: str, text: str) -> shapes.ChatLine:
    """Write a message of a guest under the name at the table.

    Raises:
        ApiProblem: ``bad_request``: nothing of the text can be displayed; or ``too_many``.
    """
    line, now, cleaned = models.ChatLine, time.time(), clean_text(text)
    if not cleaned:
        arguments = {"where": "data.text", "bound": "1"}
        raise ApiProblem("bad_request", complaint=Complaint("api-shape-longer", "longer", arguments))

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
        return number

    number = await signals.transact(database, Signal("chat", table), work)
    return shapes.ChatLine(number, guest, name, cleaned, now)


async def read(database: Database, table: str, guest: str, at_table: Collection[str]) -> shapes.Chat:
    """Return the chat of a table without the messages of guests whom the reader has muted.

    The answer says of the guests at the table whether they are muted.
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


@operations.put("/tables/{table}/mutes", "As a player: mute another player, or hear them again")
async def mute(venue: ServerVenue, caller: Visitor, table: str, data: shapes.Muting) -> shapes.Chat:
    """Mute a guest, or hear the guest again: the channels of the table send the chat again.

    Raises:
        ApiProblem: ``not_your_seat``, ``no_player``, or ``too_many``: the guest has muted as many as a guest may.
    """
    guest, other, row = caller.known.id, data.guest, models.Mute
    at_table = (await venue.authorised(table, functools.partial(must_be_seated, guest=guest))).guests
    if other == guest or other not in at_table:
        raise ApiProblem("no_player")

    def work(connection: Connection) -> None:
        if data.muted:
            require_below(connection, MOST_MUTED, row.guest == guest)
            connection.execute(insertion(connection, row).on_conflict_do_nothing(), {"guest": guest, "muted": other})
        else:
            connection.execute(delete(row).where(row.guest == guest, row.muted == other))

    await caller.services.signals.transact(venue.database, Signal("chat", table), work)
    return await read(venue.database, table, guest, at_table)


@operations.post("/tables/{table}/chat/off", "As the host: switch the chat off for good")
async def switch_chat_off(venue: ServerVenue, caller: Visitor, table: str) -> TableView:
    """Switch the chat of a table off for good, as the host. Its messages stay readable.

    Raises:
        ApiProblem: ``not_the_host``.
    """
    guest = caller.known.id

    async def command(live_table: LiveTable) -> LiveTable:
        must_be_host(live_table, guest)
        if live_table.info.settings.chat:
            must_be_below_row_limit(live_table)
            live_table.info.settings = structs.replace(live_table.info.settings, chat=False)
            live_table.invalidate_encoded()
            await venue.append_row(live_table, "chat", None, guest, text="off")
        return live_table

    return view_of(await venue.run(table, command), venue.hub, guest)


@operations.post(
    "/tables/{table}/chat/{number}/report", "As a player: report a message to the operator of the server", 204
)
async def report_message(venue: ServerVenue, caller: Visitor, table: str, number: MessageNumber) -> None:
    await report(venue, table, caller.known.id, number)


async def report(venue: ServerVenue, table: str, guest: str, number: int) -> None:
    """Report a message of another player to the operator. A repeated report changes nothing.

    The report is a row of the table, so that it is deleted with the table.

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
    """Return at most so many reported messages, the latest report first. Those of deleted writers are gone."""
    row, line = kernel.Row, models.ChatLine
    is_same = (line.table == row.table) & (cast(line.number, String) == row.text)
    columns = (row.time, row.table, line.guest, line.name, line.text, row.guest.label("reporter"))
    statement = select(*columns).join(line, is_same).where(row.kind == REPORT).order_by(row.time.desc(), row.row.desc())
    return [ReportLine(*each) for each in connection.execute(statement.limit(most))]
