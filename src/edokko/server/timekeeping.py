"""Whose time is over: found in the database, by whichever process looks first."""

from __future__ import annotations

import asyncio
import logging
import time

from cachetools import TTLCache
from sqlalchemy import select

from edokko.server.database import models
from edokko.server.problems import ApiProblem
from edokko.server.tables import Tables

SWEEP = 1.0
"""Seconds between two looks: so much longer may somebody have who does nothing."""
MOST = 100
"""Tables of one look."""
AGAIN = 30.0
"""Seconds for which a table is left out that could not be looked at: others shall not wait behind it."""
MOST_LEFT_OUT = 1_000

log = logging.getLogger("edokko.server.timekeeping")


class Timekeeping:
    """Looks at the clocks as long as the server runs.

    Args:
        tables: where they are.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._left_out: TTLCache[str, bool] = TTLCache(MOST_LEFT_OUT, AGAIN)
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        """Stop; the clocks go on."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _sweep(self) -> None:
        while True:
            try:
                for table in await self._over():
                    await self._look_at(table)
            except Exception:
                log.exception("the clocks could not be looked at")
            await asyncio.sleep(SWEEP)

    async def _over(self) -> list[str]:
        kept = models.Table
        statement = select(kept.id).where(kept.deadline <= time.time(), kept.status == "running")
        if self._left_out:
            statement = statement.where(kept.id.not_in(list(self._left_out)))
        async with self._tables.database.read() as connection:
            return list((await connection.execute(statement.order_by(kept.deadline).limit(MOST))).scalars())

    async def _look_at(self, table: str) -> None:
        try:
            await self._tables.look_at_the_clock(table)
        except ApiProblem as problem:
            # That its time was over is what we came for; that there is no such table any more is as good.
            log.debug("the clock of a table was looked at: %s", problem.code)
        except Exception:
            log.exception("the clock of a table could not be looked at")
            self._left_out[table] = True
