"""Two processes on one PostgreSQL, one without notifications: its stale cache causes no refusals."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx

from edokko.server.app.application import application
from edokko.server.app.preparing import prepare
from edokko.server.services import Services
from edokko.server.settings import Settings
from tests.helpers.server import first_move


@asynccontextmanager
async def at(services: Services, cookies: httpx.Cookies) -> AsyncIterator[httpx.AsyncClient]:
    """Yield a client of a process without notifications."""
    transport = httpx.ASGITransport(app=application(services))
    async with httpx.AsyncClient(transport=transport, base_url="http://here", cookies=cookies) as http:
        yield http


def test_a_stale_cache_causes_no_refusal(postgres: str) -> None:
    settings = Settings(postgres, rate=0)
    writes, knows_nothing = prepare(settings), prepare(settings)

    async def look() -> None:
        host_cookies, guest_cookies = httpx.Cookies(), httpx.Cookies()
        async with at(writes, host_cookies) as host, at(writes, guest_cookies) as guest:
            for client in (host, guest):
                assert (await client.get("/api/guest")).status_code == 200
            body = {"seats": [{"kind": "you"}, {"kind": "open"}], "spectators": False, "random_seats": False}
            table = f"/api/tables/{(await host.post('/api/tables', json=body)).json()['table']['id']}"
            async with at(knows_nothing, guest.cookies) as elsewhere:
                assert (await elsewhere.get(table)).json()["table"]["status"] == "waiting"
                await guest.post(f"{table}/join", json={"name": "", "ready": True})
                view = (await host.post(f"{table}/start")).json()["view"]
                log = await elsewhere.get(f"{table}/log")
                assert log.status_code == 200, log.text
                while view["table"]["status"] == "running":
                    decides = (host, guest)[view["table"]["seat"]]
                    view = (await decides.get(table)).json()
                    move = {"ply": view["table"].get("ply", 0), "moves": [first_move(view)]}
                    played = await decides.post(f"{table}/moves", json=move)
                    assert played.status_code == 200, played.text
                    view = played.json()["view"]
                assert (await elsewhere.get(f"{table}/review")).status_code == 202
                assert (await elsewhere.post(f"{table}/rematch")).status_code == 201
        for services in (writes, knows_nothing):
            await services.database.close()

    asyncio.run(look())


def test_another_process_begins_with_the_terms_that_the_host_has_changed(postgres: str) -> None:
    settings = Settings(postgres, rate=0)
    writes, knows_nothing = prepare(settings), prepare(settings)

    async def look() -> None:
        async with at(writes, httpx.Cookies()) as host:
            assert (await host.get("/api/guest")).status_code == 200
            body = {"seats": [{"kind": "you"}, {"kind": "open"}]}
            table = f"/api/tables/{(await host.post('/api/tables', json=body)).json()['table']['id']}"
            async with at(knows_nothing, host.cookies) as elsewhere:
                assert (await elsewhere.get(table)).json()["table"]["edition"] == "2021"
                terms = {"edition": "2015", "pace": "live", "clock": {"minutes": 10}, "chat": True}
                assert (await host.post(f"{table}/terms", json=terms)).status_code == 200
                await host.post(f"{table}/seats", json={"seat": 1, "kind": "bot"})
                view = (await elsewhere.post(f"{table}/start")).json()["view"]["table"]
                assert (view["edition"], view["clock"]["minutes"], view["status"]) == ("2015", 10, "running")
                record = (await host.get(f"{table}/record")).json()
                assert record["edition"] == "2015"
        for services in (writes, knows_nothing):
            await services.database.close()

    asyncio.run(look())
