"""`edokko admin check`: tables with missing rows, on both databases."""

from __future__ import annotations

import asyncio

import httpx
from sqlalchemy import text

from edokko import check
from edokko.server.store import open_database
from tests.helpers.server import Launch, Visitor, admin, both_databases, first_move
from tests.helpers.terminal import edokko

pytestmark = both_databases


def execute(address: str, *statements: str) -> None:
    async def run() -> None:
        database = open_database(address)
        async with database.write() as connection:
            for statement in statements:
                await connection.execute(text(statement))
        await database.close()

    asyncio.run(run())


def test_gaps_are_found_and_repaired(empty_database: str, launch: Launch, visitor: Visitor) -> None:
    server = launch(empty_database)
    person = visitor(server)

    def play(count: int) -> str:
        view = person.table("you", "local")
        for _ in range(count):
            view = person.play(view["table"]["id"], view["table"].get("ply", 0), first_move(view))["view"]
        identifier: str = view["table"]["id"]
        return identifier

    whole, gap, tail, over = play(4), play(6), play(4), play(4)
    assert admin(server, "check") == "Every table is complete.\n"
    execute(
        empty_database,
        f"DELETE FROM rows WHERE \"table\" = '{gap}' AND row IN (5, 6)",
        f"DELETE FROM rows WHERE \"table\" = '{tail}' AND row = 5",
        f"DELETE FROM rows WHERE \"table\" = '{over}' AND row = 3",
        f"UPDATE tables SET status = 'closed' WHERE id = '{over}'",
    )
    found = admin(server, "check", code=1)
    # The report goes to the standard output, so the error output is empty.
    assert "Traceback" not in found
    assert server.stop() == 0
    repaired = _report(empty_database, "--repair")
    assert repaired == {(gap, "cut at row 5"), (tail, "cut at row 5"), (over, "row 3 is missing")}
    assert _report(empty_database) == {(over, "row 3 is missing")}
    server.start()
    person.http.base_url = httpx.URL(server.address)
    for table, moves in ((whole, 4), (gap, 3), (tail, 3)):
        view = person.view(table)
        assert view["table"]["ply"] == moves
        person.play(table, moves, first_move(view))
        check(person.get(f"/api/tables/{table}/record"))
    assert server.stop() == 0


def _report(address: str, *options: str) -> set[tuple[str, str]]:
    """Return each reported table with the beginning of its fault."""
    lines = edokko("admin", "check", *options, EDOKKO_DATABASE=address, EDOKKO_LANGUAGE="en").stdout.splitlines()
    parts = [line.removeprefix("Table ").partition("): ") for line in lines]
    return {(table.partition(" ")[0], fault.partition(" or")[0].partition(";")[0]) for table, _, fault in parts}
