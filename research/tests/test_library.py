"""The library of this project's rules: threads that need it at once build it once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from edokko.native import build
from edokko_research import engine


def test_threads_that_begin_together_build_the_library_once(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[Any] = []

    def counted(*words: Any, **options: Any) -> Any:
        built.append(build(*words, **options))
        return built[-1]

    monkeypatch.setattr(engine, "build", counted)
    engine._built.cache_clear()
    together = Barrier(4)

    def get(number: int) -> Any:
        together.wait()
        return engine.engine()

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(get, range(4)))
    assert len(built) == 1
    assert all(each is built[0] for each in found)
