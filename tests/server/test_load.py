"""The load test at a small scale: it loses nothing, counts missed updates and reports missed targets."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

import load
from load_people import Counts

SMALL = load.LoadCase(tables=6, connections=22, rate=30, seconds=2)


def test_a_small_load_causes_no_error() -> None:
    measured = asyncio.run(load.measure_table(replace(SMALL, bots=2)))
    assert measured.counts.errors == []
    assert measured.counts.missing == 0
    assert len(measured.counts.latencies) > 10
    # All three or four channels of a table get every move.
    assert measured.counts.views >= 3 * len(measured.counts.latencies)
    assert 0 < measured.latency(0.5) <= measured.latency(1)
    assert measured.cpu > 0


@pytest.mark.parametrize("processes", [0, 1, 2])
def test_the_echo_server_handles_the_same_load(processes: int, request: pytest.FixtureRequest) -> None:
    """On SQLite, and with ``processes`` processes on PostgreSQL."""
    address = request.getfixturevalue("postgres") if processes else None
    measured = asyncio.run(load.measure_echo(replace(SMALL, database=address, processes=max(1, processes)), 5_000))
    assert measured.counts.errors == []
    assert measured.counts.missing == 0
    assert measured.counts.bytes / measured.counts.views == pytest.approx(5_000, rel=0.1)


def test_missed_targets_are_reported() -> None:
    good = load.Measurement(Counts([0.01] * 100, [0.01] * 100, views=100, bytes=1000), 1, 0.02, (100, 120, 121))
    echo = replace(good, cpu=0.005)
    assert load.missed_targets(SMALL, [(good, echo)]) == []
    counts = Counts([0.2] * 100, [], views=100, bytes=1000, missing=1, errors=["x"])
    bad = load.Measurement(counts, 1, 1, (100, 120, 300))
    assert [
        line.split(":")[1].split(",")[0].rsplit(" ", 1)[0].strip() for line in load.missed_targets(SMALL, [(bad, echo)])
    ] == [
        "p99 in ms",
        "errors",
        "missing updates",
        "CPU ms a view beyond the echo",
        "MB",
        "MB more in the second half",
    ]
    # For processor time the best run counts, for everything else each run.
    assert [line for line in load.missed_targets(SMALL, [(good, echo), (bad, echo)]) if "CPU" in line] == []
    assert len(load.missed_targets(SMALL, [(good, echo), (bad, echo)])) == 5
    # The echo server's processor time is deducted.
    most = 1e-3 * (load.MOST_CPU_MS + echo.cpu_per_view) * good.counts.views
    assert load.missed_targets(SMALL, [(replace(good, cpu=most - 1e-6), echo)]) == []
    assert len(load.missed_targets(SMALL, [(replace(good, cpu=most + 1e-6), echo)])) == 1
    assert "| 200.0 | 200.0 | 200.0 |" in load.row(SMALL, bad, good)


def test_a_run_longer_than_its_games_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["load.py", "--seconds", "600"])
    with pytest.raises(SystemExit) as ended:
        load.main()
    assert ended.value.code == 2
    assert "at 200 moves a second 300 games last 225; try a lower --rate" in capsys.readouterr().err


def test_a_view_in_an_answer_is_a_delivered_view() -> None:
    measured = load.Measurement(Counts([0.01] * 100, views=300, answered=100), 1, 0.12, (100, 120, 121))
    assert (measured.cpu_per_view, measured.cpu_per_channel_view) == pytest.approx((0.3, 0.4))
    assert "| 0.30 (0.30) | 0.40 (0.40) |" in load.row(SMALL, measured, measured)
