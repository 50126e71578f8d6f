"""Operations of tables: creation, views, the log, the record and the components."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from edokko.components import load
from edokko.components.model import LANGUAGES
from edokko.rules.tables import tables_for
from edokko.table.api.operation import Answer, Caller, Operations, watched
from edokko.table.commands import lifecycle
from edokko.table.commands.making import new_table
from edokko.table.problems import ApiProblem
from edokko.table.record import record_of
from edokko.table.replay import steps_after
from edokko.table.setup import components_and_tables
from edokko.table.shapes.base import iso_timestamp
from edokko.table.shapes.components import ComponentsShape
from edokko.table.shapes.requests import NewTable
from edokko.table.shapes.tables import Log, TableView
from edokko.table.venue import Venue
from edokko.table.views.components import components_of
from edokko.table.views.live_table import LiveTable
from edokko.table.views.running import running_of
from edokko.table.views.steps import steps_of
from edokko.table.views.table import table_of, view_of, you_of

Edition = Annotated[str, Meta(pattern="^(2021|2015)$")]
Players = Annotated[int, Meta(ge=2, le=4)]
Language = Annotated[str | None, Meta(pattern=f"^({'|'.join(LANGUAGES)})$")]
Ply = Annotated[int | None, Meta(ge=0, le=100_000)]
Version = Annotated[int, Meta(ge=0, le=1_000_000)]
operations = Operations("tables")


@operations.get("/components", "All components of an edition, with their names", is_packed=True)
async def components(
    venue: Venue, caller: Caller, edition: Edition = "2021", players: Players = 4
) -> Answer[ComponentsShape]:
    loaded = load(edition)
    shape = components_of(loaded, tables_for(loaded, players))
    return Answer(shape, headers={"cache-control": "public, max-age=3600"})


@operations.post("/tables", "Create a table", 201, grows=True)
async def create(venue: Venue, caller: Caller, data: NewTable) -> TableView:
    person = caller.known
    if data.rated:
        await venue.check_rated(person.id)
    # A position may be that of any table, also of a rated one that the guest plays now.
    if data.start is not None and await venue.store.plays_rated(person.id):
        raise ApiProblem("rated_game")
    caller.admission.check()
    # Parsing the overlay and the position takes time.
    info, seats = await venue.aside(lambda: new_table(data, person, venue.now()))
    info.origin = caller.admission.take()
    caller.admission.take_body()
    return view_of(await lifecycle.create(venue, info, seats), venue.hub, person.id)


@operations.get("/tables/{table}", "A table, now or at an earlier ply")
async def view(venue: Venue, caller: Caller, table: str, ply: Ply = None) -> TableView:
    await watched(venue, caller, table)
    if ply is not None:
        return await _replayed(venue, caller, table, ply)
    await venue.refresh(table)
    if not venue.hub.listener_count(table):
        # Without listeners this process ignores notifications of presence, so read it.
        await venue.guests(table)
    return view_of(await venue.current(table), venue.hub, caller.guest)


@operations.get("/tables/{table}/components", "A table's components, named in one or all languages", is_packed=True)
async def table_components(venue: Venue, caller: Caller, table: str, language: Language = None) -> ComponentsShape:
    live_table = await watched(venue, caller, table)
    return components_of(*components_and_tables(live_table.info.setup), language)


@operations.get("/tables/{table}/log", "All steps of the game, in order")
async def log(venue: Venue, caller: Caller, table: str, after: Version = 0) -> Log:
    setup = (await watched(venue, caller, table)).info.setup
    rows = await venue.store.rows(table)
    return Log(len(rows), await venue.aside(lambda: steps_of(steps_after(setup, rows, after))))


@operations.get("/tables/{table}/record", "The game as a record")
async def record(venue: Venue, caller: Caller, table: str) -> Answer[dict[str, Any]]:
    live_table = await watched(venue, caller, table)
    if live_table.info.setup.start is not None:
        raise ApiProblem("no_record")
    rows = await venue.store.rows(table)
    if not any(row.kind == "start" for row in rows):
        raise ApiProblem("not_started")
    setup, names = live_table.info.setup, [seat.name for seat in live_table.seats]
    json = await venue.aside(lambda: record_of(setup, names, rows).to_json())
    return Answer(json, headers={"content-disposition": f'attachment; filename="{_file_name(live_table)}"'})


def _file_name(live_table: LiveTable) -> str:
    day = iso_timestamp(live_table.info.created).partition("T")[0]
    return f"iki-{live_table.info.setup.edition}-{day}.json"


async def _replayed(venue: Venue, caller: Caller, table: str, ply: int) -> TableView:
    live_table = await venue.get(table)
    replay = await venue.replay_of(live_table)
    match = await venue.aside(lambda: replay.at(ply))
    game = running_of(match, live_table.changes)
    past = table_of(live_table.info, live_table.seats, match, venue.hub.guests(table), game)
    return TableView(you_of(live_table, venue.hub, caller.guest), past)
