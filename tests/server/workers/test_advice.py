"""Hints and the costs of moves: the limits of their queue."""

from __future__ import annotations

import asyncio
import threading

import pytest

from edokko.game import Game
from edokko.server.workers.advice import MOST_WAITING, Advice
from edokko.table.problems import ApiProblem


def test_the_queue_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    ending = threading.Event()
    monkeypatch.setattr(Game, "analyse", lambda *args, **options: ending.wait(20))
    monkeypatch.setattr("edokko.server.workers.advice.hint_of", lambda analysis, ply: None)

    async def run() -> None:
        advice, game = Advice(), Game(2)
        tasks = [asyncio.create_task(advice.hint(f"guest {number}", game, 0)) for number in range(MOST_WAITING)]
        try:
            await asyncio.sleep(0)
            for guest in ("another guest", "guest 1"):
                with pytest.raises(ApiProblem) as refused:
                    await asyncio.wait_for(advice.hint(guest, game, 0), 5)
                assert (refused.value.code, bool(refused.value.extra["retry"])) == ("too_many", True)
        finally:
            ending.set()
        await asyncio.gather(*tasks)
        advice.stop()

    asyncio.run(run())
