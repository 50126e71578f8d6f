"""Alerts: who is told what and when, over real receivers on this machine, with a clock that the test sets."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import Connection, delete, event, insert, select, update
from sqlalchemy.engine import Engine

from edokko.server.features.alerts import commands as channels
from edokko.server.features.alerts import models, outgoing, shapes
from edokko.server.features.alerts.commands import Context
from edokko.server.features.alerts.keys import new_push_key
from edokko.server.features.alerts.outgoing import DeliveryError
from edokko.server.features.alerts.quiet_hours import QuietHours
from edokko.server.features.alerts.store import CLAIM, DELAY, MOST_FAILURES, MOST_IN_FLIGHT, Columns
from edokko.server.features.alerts.worker import (
    ATTEMPTS,
    FIRST_RETRY,
    MOST_TIMEOUTS,
    PAUSE,
    POLL_INTERVAL,
    RETRY_FACTOR,
    Alerting,
)
from edokko.server.live.presence import Presence
from edokko.server.settings import Settings
from edokko.server.store import Database, migrate, open_database
from edokko.server.store import models as kernel
from edokko.server.tables.venue import ServerVenue
from edokko.table.clocks import Clock
from edokko.table.commands import lifecycle, playing
from edokko.table.hub import Hub, Listener
from edokko.table.seats import SeatInfo
from edokko.table.settings import TableInfo, TableSettings
from edokko.table.setup import Setup
from edokko.table.views.live_table import LiveTable
from tests.helpers.receivers import HttpReceiver, Subscription, http_receiver, smtp_receiver
from tests.helpers.server import both_databases
from tests.helpers.venue import venue_of

pytestmark = both_databases

SITE = Context("en", "https://iki.example")
SECRET = bytes(32)


@dataclass
class Process:
    """A server process without its HTTP side, and the clock of its alerts."""

    database: Database
    hub: Hub
    venue: ServerVenue
    alerting: Alerting
    ahead: list[float] = field(default_factory=lambda: [0.0])

    async def pass_time(self, seconds: float) -> None:
        """Let time pass for the alerts, and let them do what is due."""
        self.ahead[0] += seconds
        await self.alerting.run_once()
        await self.alerting.run_once()


@asynccontextmanager
async def process(address: str, settings: Settings | None = None) -> AsyncIterator[Process]:
    database, hub = open_database(address), Hub()
    presence = Presence(database, hub, lambda channel, message: None) if database.is_shared else None
    ahead = [0.0]
    settings = settings or Settings("", alert_private=True)
    venue = venue_of(database, hub, presence=presence)
    alerting = Alerting(venue, settings, SECRET, new_push_key(), clock=lambda: time.time() + ahead[0])
    if presence is not None:
        await presence.start()
    try:
        yield Process(database, hub, venue, alerting, ahead)
    finally:
        await alerting.stop()
        if presence is not None:
            await presence.stop()
        await database.close()


@dataclass
class Game:
    """A running table of two guests, of whom the second has a webhook."""

    process: Process
    table: LiveTable
    guests: list[str]
    channel: Columns = field(default_factory=dict)

    async def move(self, *, until: int | None = None) -> None:
        """Play one move, or until a seat decides."""
        first = True
        while first or (until is not None and self.table.match.seat != until):
            first = False
            match = self.table.match
            assert match.seat is not None
            words = str(match.game.legal_moves[0])
            await playing.play(self.process.venue, self.table.info.id, self.guests[match.seat], match.ply, [words])
        # The move was made now, by the clock of the alerts.
        now = time.time() + self.process.ahead[0]
        changed = update(kernel.Table).where(kernel.Table.id == self.table.info.id).values(changed=now)
        await self.process.database.transact(lambda connection: connection.execute(changed).close())
        # A copy with another time would be taken for one of another history.
        self.table.info.changed = now


async def guest(database: Database, name: str) -> str:
    guest_id, now = secrets.token_hex(10), time.time()
    values = {"id": guest_id, "name": name, "created": now, "seen": now, "banned": False}
    await database.transact(lambda connection: connection.execute(insert(kernel.Guest), [values]).close())
    return guest_id


async def game(process: Process, receiver: HttpReceiver, clock: Clock | None = None, name: str = "Friday") -> Game:
    guests = [await guest(process.database, name) for name in ("Ann", "Bo")]
    now = time.time()
    pace: Any = "days" if clock and clock.days else "live"
    settings = TableSettings(random_seats=False, clock=clock, pace=pace, name=name)
    info = TableInfo(secrets.token_hex(8), guests[0], Setup("2021", 1, 2), now, now, settings)
    seats = [SeatInfo(seat, "person", who, guests[seat], crest=seat) for seat, who in enumerate(("Ann", "Bo"))]
    table = Game(process, await lifecycle.create(process.venue, info, seats), guests)
    # The other player decides when the story begins.
    if table.table.match.seat != 0:
        await table.move(until=0)
    hook = shapes.NewWebhook(f"{receiver.address}/hook")
    table.channel = await channels.add_webhook(process.database, guests[1], hook, SITE, "edokko_key")
    return table


def with_receiver(look: Callable[[Process, HttpReceiver], Awaitable[None]]) -> Callable[[str], None]:
    """Make a test on a database of a coroutine that takes a process and a receiver."""

    def test(database: str) -> None:
        run_with_receiver(database, look)

    test.__name__, test.__doc__ = look.__name__, look.__doc__
    return test


def run_with_receiver(
    address: str, look: Callable[[Process, HttpReceiver], Awaitable[None]], settings: Settings | None = None
) -> None:
    migrate(address)

    async def run() -> None:
        async with http_receiver() as receiver, process(address, settings) as one:
            # Alerts of tables that other tests have left do not belong to this one.
            await one.database.transact(lambda connection: connection.execute(delete(models.AlertChannel)).close())
            await look(one, receiver)

    asyncio.run(run())


async def rows(database: Database, model: type[kernel.Base]) -> list[dict[str, Any]]:
    async with database.read() as connection:
        return [dict(row) for row in (await connection.execute(select(model.__table__))).mappings()]


# --- turns


@with_receiver
async def test_a_player_is_told_of_a_turn_once_and_another_player_is_not(
    process: Process, receiver: HttpReceiver
) -> None:
    table = await game(process, receiver)
    await process.pass_time(DELAY + 1)
    assert receiver.requests == []
    await table.move(until=1)
    await process.alerting.run_once()
    assert len(receiver.requests) == 0, "a player who is reloading the page needs no message"
    await process.pass_time(DELAY + 1)
    message = receiver.requests[0].json
    assert (message["kind"], message["table"], message["waiting"]) == ("turn", table.table.info.id, 1)
    assert message["text"] == "It is your turn in the game “Friday”."
    assert message["link"] == f"https://iki.example/t/{table.table.info.id}"
    await process.pass_time(3600)
    # The second decision of the same turn is no news.
    if table.table.match.seat == 1:
        await table.move()
    await process.pass_time(3600)
    assert len(receiver.requests) == 1
    assert await rows(process.database, models.AlertDelivery) == []
    await table.move(until=0)
    await table.move(until=1)
    await process.pass_time(DELAY + 1)
    assert [request.json["kind"] for request in receiver.requests] == ["turn", "turn"]


@with_receiver
async def test_a_plain_webhook_is_signed(process: Process, receiver: HttpReceiver) -> None:
    table = await game(process, receiver, name="")
    await table.move(until=1)
    await process.pass_time(DELAY + 1)
    request = receiver.requests[0]
    timestamp, signature = (part.partition("=")[2] for part in request.headers["edokko-signature"].split(","))
    signed = f"{timestamp}.".encode() + request.body
    assert hmac.digest(b"edokko_key", signed, "sha256").hex() == signature
    assert request.headers["edokko-delivery"] == request.json["id"]
    assert request.json["text"] == "It is your turn in the game “Ann”."


@with_receiver
async def test_a_player_whose_table_is_open_is_not_told(process: Process, receiver: HttpReceiver) -> None:
    table = await game(process, receiver)
    listener = Listener(table.guests[1], "1.2.3.4")
    process.hub.enter(table.table.info.id, listener)
    await table.move(until=1)
    await process.pass_time(DELAY + 1)
    process.hub.leave(table.table.info.id, listener)
    await process.pass_time(3600)
    assert receiver.requests == []
    assert [alert["outcome"] for alert in await rows(process.database, models.Alert)].count("open") == 1


@with_receiver
async def test_a_turn_that_has_passed_is_not_told(process: Process, receiver: HttpReceiver) -> None:
    table = await game(process, receiver)
    await table.move(until=1)
    await process.alerting.run_once()
    await table.move(until=0)
    await process.pass_time(DELAY + 1)
    assert receiver.requests == []


@with_receiver
async def test_the_end_of_a_game_is_told_with_the_result(process: Process, receiver: HttpReceiver) -> None:
    table = await game(process, receiver)
    while not table.table.match.is_over:
        await table.move()
    await process.pass_time(DELAY + 1)
    await process.pass_time(3600)
    assert [request.json["kind"] for request in receiver.requests] == ["over"]
    scores = [sheet.total for sheet in table.table.match.game.score()]
    place = table.table.match.game.ranking.index(1) + 1
    text = f"The game “Friday” is over. You are in place {place} of 2, with {scores[1]} IKI."
    assert receiver.requests[0].json["text"] == text


# --- clocks


@with_receiver
async def test_one_reminder_comes_before_the_clock_runs_out(process: Process, receiver: HttpReceiver) -> None:
    table = await game(process, receiver, Clock(0, 0, 1, "easy"))
    await table.move(until=1)
    await process.pass_time(17 * 3600)
    await process.pass_time(1.2 * 3600)
    assert [request.json["kind"] for request in receiver.requests] == ["turn", "clock"]
    assert "5 hours left" in receiver.requests[1].json["text"]
    await process.pass_time(5 * 3600)
    assert len(receiver.requests) == 2


@with_receiver
async def test_a_reminder_waits_while_the_table_is_open(process: Process, receiver: HttpReceiver) -> None:
    table = await game(process, receiver, Clock(0, 0, 1, "easy"))
    listener = Listener(table.guests[1], "1.2.3.4")
    process.hub.enter(table.table.info.id, listener)
    await table.move(until=1)
    await process.pass_time(19 * 3600)
    assert receiver.requests == []
    process.hub.leave(table.table.info.id, listener)
    await process.pass_time(60)
    assert [request.json["kind"] for request in receiver.requests] == ["clock"]


# --- quiet hours


def minute_in(seconds: float) -> int:
    moment = datetime.fromtimestamp(time.time() + seconds, UTC)
    return moment.hour * 60 + moment.minute


@with_receiver
async def test_a_turn_in_quiet_hours_is_told_after_them(process: Process, receiver: HttpReceiver) -> None:
    table = await game(process, receiver)
    quiet = QuietHours(minute_in(-3600), minute_in(7200), "UTC")
    polish = Context("pl", SITE.origin)
    await channels.save_quiet_hours(process.database, table.guests[1], quiet, polish)
    await table.move(until=1)
    await process.pass_time(DELAY + 1)
    await process.pass_time(7000 - DELAY)
    assert receiver.requests == []
    await process.pass_time(300)
    assert [request.json["title"] for request in receiver.requests] == ["Twoja tura"]


@with_receiver
async def test_a_reminder_comes_before_quiet_hours_in_which_the_clock_runs_out(
    process: Process, receiver: HttpReceiver
) -> None:
    table = await game(process, receiver, Clock(600, 0, 0, "easy"))
    quiet = QuietHours(minute_in(6 * 3600), minute_in(11 * 3600), "UTC")
    await channels.save_quiet_hours(process.database, table.guests[1], quiet, SITE)
    await table.move(until=1)
    await process.pass_time(DELAY + 1)
    assert len(receiver.requests) == 1
    await process.pass_time(5.9 * 3600)
    assert [request.json["kind"] for request in receiver.requests] == ["turn", "clock"]


# --- failures


@with_receiver
async def test_a_delivery_is_retried_with_growing_delays_and_then_given_up(
    process: Process, receiver: HttpReceiver
) -> None:
    table = await game(process, receiver)
    await table.move(until=1)
    for _ in range(ATTEMPTS):
        receiver.answer(500)
    await process.pass_time(DELAY + 1)
    delay = FIRST_RETRY
    for attempt in range(1, ATTEMPTS):
        await process.pass_time(delay * 0.9)
        assert len(receiver.requests) == attempt
        await process.pass_time(delay * 0.1 + 1)
        assert len(receiver.requests) == attempt + 1
        delay *= RETRY_FACTOR
    (delivery,) = await rows(process.database, models.AlertDelivery)
    assert (delivery["due"], delivery["attempts"], delivery["error"]) == (None, ATTEMPTS, "status 500")
    (channel,) = await rows(process.database, models.AlertChannel)
    assert (channel["failures"], channel["error"]) == (1, "status 500")
    ids = {request.json["id"] for request in receiver.requests}
    assert len(ids) == 1, "a receiver can see that it is the same message"


@with_receiver
async def test_a_receiver_may_ask_for_a_later_retry_and_a_success_ends_the_count(
    process: Process, receiver: HttpReceiver
) -> None:
    table = await game(process, receiver)
    await table.move(until=1)
    receiver.answer(429, retry_after="600")
    await process.pass_time(DELAY + 1)
    await process.pass_time(500)
    assert len(receiver.requests) == 1
    await process.pass_time(110)
    assert len(receiver.requests) == 2
    (channel,) = await rows(process.database, models.AlertChannel)
    assert (channel["failures"], channel["error"]) == (0, None)
    assert channel["sent"] is not None


@with_receiver
async def test_redirects_are_not_followed_and_large_answers_not_read(process: Process, receiver: HttpReceiver) -> None:
    table = await game(process, receiver)
    await table.move(until=1)
    receiver.answer(302, location=f"{receiver.address}/elsewhere")
    await process.pass_time(DELAY + 1)
    await process.pass_time(3600)
    assert [request.path for request in receiver.requests] == ["/hook"]
    (delivery,) = await rows(process.database, models.AlertDelivery)
    assert delivery["error"] == "status 302"
    receiver.answer(200)
    await table.move(until=0)
    await table.move(until=1)
    await process.pass_time(DELAY + 1)
    assert len(receiver.requests) == 2


@with_receiver
async def test_a_channel_that_always_fails_pauses(process: Process, receiver: HttpReceiver) -> None:
    table = await game(process, receiver)
    values = {"failures": MOST_FAILURES - 1}
    await process.database.transact(
        lambda connection: connection.execute(update(models.AlertChannel).values(**values)).close()
    )
    for _ in range(3):
        receiver.answer(400)
        await table.move(until=0)
        await table.move(until=1)
        await process.pass_time(DELAY + 1)
    assert len(receiver.requests) == 1


@with_receiver
async def test_a_message_that_is_untrue_at_the_retry_is_dropped(process: Process, receiver: HttpReceiver) -> None:
    table = await game(process, receiver)
    await table.move(until=1)
    receiver.answer(500)
    await process.pass_time(DELAY + 1)
    await table.move(until=0)
    await process.pass_time(3600)
    assert len(receiver.requests) == 1
    assert await rows(process.database, models.AlertDelivery) == []


# --- Web Push


@with_receiver
async def test_a_push_message_is_encrypted_for_the_browser(process: Process, receiver: HttpReceiver) -> None:
    table = await game(process, receiver)
    await channels.delete_channel(process.database, table.channel["id"])
    browser = Subscription(f"{receiver.address}/push/abc")
    keys = shapes.PushKeys(**browser.keys)
    await channels.add_push(process.database, table.guests[1], shapes.NewPush(browser.endpoint, keys), SITE)
    await table.move(until=1)
    receiver.answer(503)
    await process.pass_time(DELAY + 1)
    await process.pass_time(FIRST_RETRY + 1)
    assert len(receiver.requests) == 2
    request = receiver.requests[1]
    table_id = table.table.info.id
    assert browser.decrypt(request) == {
        "title": "Your turn",
        "text": "It is your turn in the game “Friday”.",
        "path": f"/t/{table_id}",
        "table": table_id,
        "waiting": 1,
        "language": "en",
    }
    assert request.headers["authorization"].startswith("vapid t=")
    assert (request.headers["topic"], request.headers["ttl"]) == (table_id, "86400")


@pytest.mark.parametrize("status", [404, 410])
def test_a_push_subscription_that_has_ended_is_deleted(database: str, status: int) -> None:
    async def look(process: Process, receiver: HttpReceiver) -> None:
        table = await game(process, receiver)
        await channels.delete_channel(process.database, table.channel["id"])
        browser = Subscription(f"{receiver.address}/push/abc")
        keys = shapes.PushKeys(**browser.keys)
        await channels.add_push(process.database, table.guests[1], shapes.NewPush(browser.endpoint, keys), SITE)
        await table.move(until=1)
        receiver.answer(status)
        await process.pass_time(DELAY + 1)
        assert await rows(process.database, models.AlertChannel) == []
        assert await rows(process.database, models.AlertDelivery) == []

    run_with_receiver(database, look)


@with_receiver
async def test_a_browser_has_one_subscription(process: Process, receiver: HttpReceiver) -> None:
    first, second = await guest(process.database, "Ann"), await guest(process.database, "Bo")
    browser = Subscription(f"{receiver.address}/push/abc")
    new = shapes.NewPush(browser.endpoint, shapes.PushKeys(**browser.keys))
    for who in (first, first, second):
        await channels.add_push(process.database, who, new, SITE)
    assert [channel["guest"] for channel in await rows(process.database, models.AlertChannel)] == [second]


# --- several processes


def test_several_processes_send_each_message_once(postgres: str) -> None:
    async def look(process_one: Process, receiver: HttpReceiver) -> None:
        tables = [await game(process_one, receiver) for _ in range(12)]
        for table in tables:
            await table.move(until=1)
        async with process(postgres) as second, process(postgres) as third:
            everyone = (process_one, second, third)
            for _ in range(4):
                for each in everyone:
                    each.ahead[0] += DELAY + 1
                await asyncio.gather(*(each.alerting.run_once() for each in everyone))
            sent = [request.json["table"] for request in receiver.requests]
            assert sorted(sent) == sorted(table.table.info.id for table in tables)

    run_with_receiver(postgres, look)


@with_receiver
async def test_the_claim_of_a_dead_process_ends(process: Process, receiver: HttpReceiver) -> None:
    table = await game(process, receiver)
    await table.move(until=1)
    await process.alerting.run_once()
    process.ahead[0] += DELAY + 1

    async def dies(*arguments: object) -> None:
        raise asyncio.CancelledError

    process.alerting._try_to_deliver = dies  # type: ignore[method-assign, assignment]
    for _ in range(2):
        try:
            await process.alerting.run_once()
        except asyncio.CancelledError:
            break
    del process.alerting._try_to_deliver
    await process.pass_time(1)
    assert receiver.requests == []
    await process.pass_time(CLAIM + 1)
    assert len(receiver.requests) == 1


# --- a move never waits


@with_receiver
async def test_a_move_takes_no_statement_more(process: Process, receiver: HttpReceiver) -> None:
    """Alerts are found afterwards, so a move writes what it wrote before: no table of alerts."""
    table = await game(process, receiver)
    statements: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *others: Any) -> None:
        statements.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        await table.move(until=1)
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    assert not [statement for statement in statements if "alert" in statement.lower()]


# --- fairness


@asynccontextmanager
async def hanging_receiver(host: str) -> AsyncIterator[tuple[str, list[asyncio.StreamWriter]]]:
    """A receiver that accepts connections and never answers: its address, and its connections."""
    connections: list[asyncio.StreamWriter] = []

    async def hang(reader: asyncio.StreamReader, venue: asyncio.StreamWriter) -> None:
        connections.append(venue)

    server = await asyncio.start_server(hang, host, 0)
    try:
        yield f"http://{host}:{server.sockets[0].getsockname()[1]}", connections
    finally:
        server.close()
        for venue in connections:
            venue.close()


async def wait_for(condition: Callable[[], bool], seconds: float) -> bool:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while not condition():
                await asyncio.sleep(0.05)
    return condition()


async def hang_up_on(process: Process, table: Game, address: str, most: int) -> None:
    """Replace the webhook of a table's guest by many at a receiver that hangs."""
    await channels.delete_channel(process.database, table.channel["id"])
    for number in range(most):
        hook = shapes.NewWebhook(f"{address}/{number}")
        await channels.add_webhook(process.database, table.guests[1], hook, SITE, "key")


@with_receiver
async def test_one_guests_hanging_webhooks_do_not_delay_another_guests_alert(
    process: Process, receiver: HttpReceiver
) -> None:
    """Regression: they occupied all fifty places, for ten seconds each."""
    patience = patch.multiple(outgoing, CONNECT_TIMEOUT=60.0, TIMEOUT=60.0)
    async with hanging_receiver("127.0.0.2") as (address, connections):
        table = await game(process, receiver)
        await hang_up_on(process, table, address, channels.MOST_CHANNELS)
        # The guest plays at many tables, whose alerts are due earlier.
        for _ in range(7):
            other = await game(process, receiver)
            await channels.delete_channel(process.database, other.channel["id"])
            seats = update(kernel.Seat).where(kernel.Seat.guest == other.guests[1]).values(guest=table.guests[1])
            await process.database.transact(lambda connection, seats=seats: connection.execute(seats).close())  # type: ignore[misc]
            other.guests[1] = table.guests[1]
            await other.move(until=1)
        process.ahead[0] += DELAY + 1
        with patience:
            await process.alerting.start()
            assert await wait_for(lambda: bool(connections), 10)
        victim = await game(process, receiver)
        await victim.move(until=1)
        process.ahead[0] += DELAY + 1
        assert await wait_for(lambda: len(receiver.requests) == 1, 10), "the next alert after the hanging ones"
        assert 1 <= len(connections) <= MOST_IN_FLIGHT


@with_receiver
async def test_one_receiver_gets_few_requests_at_the_same_time(process: Process, receiver: HttpReceiver) -> None:
    async with hanging_receiver("127.0.0.2") as (address, connections):
        for _ in range(3):
            table = await game(process, receiver)
            await hang_up_on(process, table, address, 2)
            await table.move(until=1)
        process.ahead[0] += DELAY + 1
        await process.alerting.look()
        assert len(process.alerting._sending) == MOST_IN_FLIGHT
        assert await wait_for(lambda: len(connections) == MOST_IN_FLIGHT, 5)
        await process.alerting.look()
        assert len(process.alerting._sending) == MOST_IN_FLIGHT


@with_receiver
async def test_the_next_deliveries_begin_when_others_have_ended(process: Process, receiver: HttpReceiver) -> None:
    table = await game(process, receiver)
    await hang_up_on(process, table, receiver.address, channels.MOST_CHANNELS)
    await table.move(until=1)
    process.ahead[0] += DELAY + 1
    await process.alerting.start()
    assert await wait_for(lambda: len(receiver.requests) == channels.MOST_CHANNELS, POLL_INTERVAL + 5)
    assert len({request.path for request in receiver.requests}) == channels.MOST_CHANNELS


@with_receiver
async def test_a_channel_pauses_after_time_outs(process: Process, receiver: HttpReceiver) -> None:
    table = await game(process, receiver)
    attempts: list[float] = []

    class Senders:
        async def send(self, *arguments: Any) -> None:
            attempts.append(process.ahead[0])
            raise DeliveryError("no answer", is_timeout=True)

        async def close(self) -> None:
            pass

    process.alerting._senders = Senders()  # type: ignore[assignment]
    await table.move(until=1)
    await process.pass_time(DELAY + 1)
    await process.pass_time(FIRST_RETRY + 1)
    await process.pass_time(FIRST_RETRY * RETRY_FACTOR + 1)
    assert len(attempts) == MOST_TIMEOUTS
    await process.pass_time(PAUSE - 20)
    assert len(attempts) == MOST_TIMEOUTS
    await process.pass_time(40)
    assert len(attempts) == MOST_TIMEOUTS + 1


# --- e-mail


def test_an_email_has_the_headers_by_which_mail_programs_unsubscribe(database: str) -> None:
    migrate(database)

    async def run() -> None:
        async with smtp_receiver() as smtp, http_receiver() as receiver:
            settings = Settings("", smtp=smtp.address, smtp_from="Edokko <iki@iki.example>", alert_private=True)
            async with process(database, settings) as one:
                await one.database.transact(lambda connection: connection.execute(delete(models.AlertChannel)).close())
                table = await game(one, receiver)
                await channels.delete_channel(one.database, table.channel["id"])
                new = shapes.NewEmail("bo@mail.example")
                channel = await channels.add_email(one.database, table.guests[1], new, SITE)
                await table.move(until=1)
                await one.pass_time(DELAY + 1)
                assert smtp.mails == [], "nothing is sent before the address is confirmed"
                assert await channels.confirm_channel(one.database, channel["id"])
                await table.move(until=0)
                await table.move(until=1)
                smtp.answers.append("451 try again later")
                await one.pass_time(DELAY + 1)
                assert smtp.mails == []
                await one.pass_time(FIRST_RETRY + 1)
                (mail,) = smtp.mails
                stop = one.alerting.stop_link(channel)
                assert (mail["to"], mail["from"]) == ("bo@mail.example", "Edokko <iki@iki.example>")
                assert mail["subject"] == "Your turn"
                # A parser would decode what RFC 8058 and RFC 2369 forbid, so compare the bytes.
                assert len(f"List-Unsubscribe: <{stop}>") > 78
                assert f"\r\nList-Unsubscribe: <{stop}>\r\n".encode() in smtp.contents[0]
                assert b"\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in smtp.contents[0]
                assert mail.get_content_type() == "text/plain"
                text = mail.get_payload(decode=True)
                assert isinstance(text, bytes)
                assert f"https://iki.example/t/{table.table.info.id}" in text.decode()
                assert stop in text.decode()
                # A mailbox that does not exist is not tried again.
                smtp.answers.append("550 no such mailbox")
                await table.move(until=0)
                await table.move(until=1)
                await one.pass_time(DELAY + 1)
                await one.pass_time(4 * 3600)
                (delivery,) = await rows(one.database, models.AlertDelivery)
                assert (delivery["attempts"], delivery["due"]) == (1, None)
                assert "550" in delivery["error"]

    asyncio.run(run())


def test_a_server_without_encryption_is_not_used_where_it_is_required() -> None:
    from edokko.server.features.alerts import mail
    from edokko.server.features.alerts.message import Message
    from edokko.server.features.alerts.outgoing import DeliveryError

    message = Message("1", "test", "en", "A test", "Text", "https://a.example", None, 0, "https://a.example/stop")

    async def run() -> None:
        async with smtp_receiver() as smtp:
            server = smtp.address.replace("smtp:", "starttls:")
            with pytest.raises(DeliveryError):
                await mail.send(server, "iki@iki.example", "bo@mail.example", message, time.time())
            assert smtp.mails == []

    asyncio.run(run())


@with_receiver
async def test_alerts_are_deleted_with_their_guest(process: Process, receiver: HttpReceiver) -> None:
    table = await game(process, receiver)
    await channels.save_quiet_hours(process.database, table.guests[1], None, SITE)
    await table.move(until=1)
    receiver.answer(500)
    await process.pass_time(DELAY + 1)

    def remove(connection: Connection) -> None:
        connection.execute(delete(kernel.Guest).where(kernel.Guest.id == table.guests[1]))

    await process.database.transact(remove)
    for model in (models.AlertChannel, models.AlertSettings, models.Alert):
        guests = [row["guest"] for row in await rows(process.database, model)]
        assert table.guests[1] not in guests
    assert await rows(process.database, models.AlertDelivery) == []
