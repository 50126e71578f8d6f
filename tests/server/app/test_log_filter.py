"""Rate limit of repeated log entries."""

from __future__ import annotations

import logging
import time

import pytest

from edokko.server.app.log_filter import RepeatFilter


def entry(message: str, *values: object, error: BaseException | None = None) -> logging.LogRecord:
    exc_info = (type(error), error, None) if error else None
    return logging.LogRecord("edokko", logging.ERROR, "", 0, message, values, exc_info)


def test_an_entry_is_written_once_a_minute_with_a_count() -> None:
    now = [0.0]
    repeats = RepeatFilter(lambda: now[0], is_timed=False)
    assert repeats.filter(entry("a request failed", error=ValueError()))
    assert not any(repeats.filter(entry("a request failed", error=ValueError())) for _ in range(5))
    now[0] = 61
    later = entry("a request failed", error=ValueError())
    assert repeats.filter(later)
    assert later.getMessage() == "a request failed (and 5 times more)"
    now[0] = 122
    last = entry("a request failed", error=ValueError())
    assert repeats.filter(last)
    assert last.getMessage() == "a request failed"


def test_other_entries_pass() -> None:
    repeats = RepeatFilter(is_timed=False)
    assert repeats.filter(entry("a request failed", error=ValueError()))
    assert repeats.filter(entry("a request failed", error=OSError()))
    assert repeats.filter(entry("%s: %d after %d ms", "GET", 500, 3))
    assert not repeats.filter(entry("%s: %d after %d ms", "GET", 500, 4))


def test_the_count_is_written_after_the_flood_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edokko.server.app.log_filter.MINUTE", 0.2)
    log, written = logging.getLogger("edokko.test"), logging.StreamHandler()
    # A server that another test has started in this process has a filter of its own on the root logger.
    monkeypatch.setattr(log, "propagate", False)
    lines: list[str] = []
    monkeypatch.setattr(written, "emit", lambda record: lines.append(record.getMessage()))
    written.addFilter(RepeatFilter())
    log.addHandler(written)
    try:
        for _ in range(4):
            log.error("the disk is full")
        time.sleep(0.6)
    finally:
        log.removeHandler(written)
    assert lines == ["the disk is full", "3 times more: the disk is full"]
