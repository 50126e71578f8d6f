"""The strength page: matches that go on where they stopped, and figures that are never older than they say."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from tests.helpers.networks import random_network

from edokko.lab.arena.runner import arena
from edokko.players import check_name
from edokko.players.champion.stored import write_network
from edokko_research.commands import strength
from edokko_research.strength import numbers as strength_numbers
from edokko_research.strength.floors import of_interval
from edokko_research.strength.matches import Match, Refused, against, of_itself
from edokko_research.strength.numbers import differing, fingerprint, read
from edokko_research.strength.page import PICTURE, SCORES_PICTURE, TABLES, rendered, timed
from edokko_research.strength.play import play
from edokko_research.strength.results import is_fresh, read_results
from helpers.command import research
from helpers.paths import DOCS

ERRS, OTHER = "policy:temperature=100", "policy:temperature=99"
"""Players in Python that are quick and think with the weights."""
QUICK = against("ladder", 4, ERRS, OTHER, 8, floor=0.6)
RANDOM = of_itself(4, "random", 8, floor=20)
SEARCH = against("ladder", 4, "mcts:20sims", "random", 4, floor=0.6)


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page without results, and matches that are soon played."""
    monkeypatch.setattr(strength, "MATCHES", (QUICK, RANDOM))
    shutil.copy(DOCS / "strength.md", tmp_path)
    return tmp_path / "strength.md"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


def run(page: Path, data: Path, *options: str) -> Result:
    return research("strength", "--page", page, "--data", data, *options)


def play_here(match: Match, folder: Path, **options: Any) -> dict[str, Any]:
    return play(match, folder, fingerprint(match.players, match.entries), **options)


def timeless(result: dict[str, Any]) -> dict[str, Any]:
    """A result without the clock."""
    entries = [{key: value for key, value in one.items() if key != "milliseconds"} for one in result["standings"]]
    return result | {"standings": entries}


def change(monkeypatch: pytest.MonkeyPatch, file: str, **numbers: Any) -> None:
    """Let a file of the package say something else from now on."""
    monkeypatch.setattr(strength_numbers, "read", lambda name: read(name) | (numbers if name == file else {}))


def result_of(match: Match, **changes: Any) -> dict[str, Any]:
    """A result as a file has it."""
    names = list(dict.fromkeys(match.entries))
    standing = {
        "win_share": 0.7,
        "win_share_interval": [0.61, 0.78],
        "mean_score": 100.04,
        "mean_rank": 1.5,
        "rating": 1612.3,
        "rating_interval": [1590.0, 1634.0],
        "milliseconds": 12.6,
    }
    return {
        "players": match.players,
        "entries": list(match.entries),
        "edition": match.edition,
        "games": match.games,
        "standings": [standing | {"name": name} for name in names],
        "mean_winning_score": 101.0,
        "mean_winning_score_interval": [99.0, 103.0],
        "mean_scores_by_place": [101, 90, 80, 70],
        "version": "1",
        "rules_version": 1,
        "machine": "a machine",
        "numbers": fingerprint(match.players, match.entries),
    } | changes


def row_of(match: Match, result: dict[str, Any] | None) -> str:
    """The row of a match in a page."""
    text = rendered((DOCS / "strength.md").read_text(), [match], {} if result is None else {match.key: result})
    (row,) = [line for line in text.splitlines() if line.startswith("| ") and f"`{match.entries[0]}`" in line]
    return row


# --- the page as it is


def test_the_page_shows_what_its_results_say() -> None:
    text = (DOCS / "strength.md").read_text(encoding="utf-8")
    again = rendered(text, strength.MATCHES, read_results(DOCS / "strength.md"))
    assert text == again, "run: edokko-research strength --render"


def test_the_page_has_a_place_for_every_table_and_no_other() -> None:
    text = (DOCS / "strength.md").read_text(encoding="utf-8")
    assert re.findall(r"<!-- strength: (\w+) -->", text) == list(TABLES)
    assert {match.table for match in strength.MATCHES} < set(TABLES)


def test_a_page_without_a_marker_is_refused() -> None:
    with pytest.raises(ValueError, match=r"needs one '<!-- strength: summary -->'"):
        rendered("# Nothing", strength.MATCHES, {})


def test_every_result_belongs_to_a_match() -> None:
    assert set(read_results(DOCS / "strength.md")) <= {match.key for match in strength.MATCHES}


def test_the_matches_can_be_played_and_told_apart() -> None:
    keys = [match.key for match in strength.MATCHES]
    assert len(set(keys)) == len(keys)
    for match in strength.MATCHES:
        assert len(match.entries) == match.players
        assert match.games % match.players == 0
        for name in match.entries:
            check_name(name)


def test_time_runs_from_10_ms_to_1_s() -> None:
    names = [match.entries[0] for match in timed(strength.MATCHES)]
    assert names == [f"mcts:{time}" for time in ("10ms", "20ms", "50ms", "100ms", "200ms", "500ms", "1s")]


# --- playing


def test_a_match_is_what_the_arena_makes(data: Path, tmp_path: Path) -> None:
    result = play_here(QUICK, data)
    there = arena(QUICK.entries, 4, 8, 2026, record=tmp_path / "there.jsonl")
    games, others = (
        sorted(re.sub(r'"seconds": \[.*?\]', "", line) for line in path.read_text().splitlines())
        for path in (data / f"{QUICK.key}.jsonl", tmp_path / "there.jsonl")
    )
    assert games == others
    assert (result["games"], result["blocks"], result["seed"]) == (8, 2, 2026)
    assert [one["win_share"] for one in result["standings"]] == [
        pytest.approx(entry.win_share, abs=1e-6) for entry in there.entries
    ]
    assert result["mean_winning_score"] == pytest.approx(there.mean_winning_score)


def test_a_search_is_played_and_gone_on_with(data: Path) -> None:
    result = play_here(SEARCH, data)
    path = data / f"{SEARCH.key}.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:2]))
    done: list[int] = []
    assert timeless(play_here(SEARCH, data, progress=done.append)) == timeless(result)
    assert done[0] == 2
    assert path.read_text().splitlines(keepends=True)[:2] == lines[:2]
    assert set(result["numbers"]) == {"weights.toml", "settings.toml", "outlook.toml"}


def test_a_match_that_is_complete_plays_nothing(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = play_here(QUICK, data)
    monkeypatch.setattr("edokko.lab.arena.matches._play_driven", lambda *_: pytest.fail("a game was played"))
    assert play_here(QUICK, data) == result


def test_mean_scores_by_place_and_the_winners_interval_come_from_the_games(data: Path) -> None:
    result = play_here(RANDOM, data)
    places = result["mean_scores_by_place"]
    assert places[0] == pytest.approx(result["mean_winning_score"])
    assert places == sorted(places, reverse=True)
    assert sum(places) / 4 == pytest.approx(result["standings"][0]["mean_score"], abs=1e-5)
    low, high = result["mean_winning_score_interval"]
    assert low < places[0] < high


def test_one_block_has_no_interval_of_the_winners_score(data: Path) -> None:
    assert play_here(of_itself(4, "random", 4), data)["mean_winning_score_interval"] is None


# --- refusing


def test_records_of_another_match_are_refused_before_anything_else(data: Path) -> None:
    path = data / f"{QUICK.key}.jsonl"
    arena(["random"] * 4, 4, 4, 2026, record=path)
    before = path.read_bytes()
    with pytest.raises(Refused, match=r"line 1: belongs to another arena: entries is .*; move the file away"):
        play_here(QUICK, data)
    assert path.read_bytes() == before
    assert [one.name for one in data.iterdir()] == [path.name]


def test_a_later_foreign_game_is_refused_too(data: Path, tmp_path: Path) -> None:
    play_here(QUICK, data)
    arena(["random"] * 4, 4, 4, 2026, record=tmp_path / "other.jsonl")
    path = data / f"{QUICK.key}.jsonl"
    path.write_text(path.read_text() + (tmp_path / "other.jsonl").read_text())
    with pytest.raises(Refused, match=r"line 9: belongs to another arena.*; move the file away"):
        play_here(QUICK, data)


def test_records_that_nothing_is_known_of_are_taken_only_when_told_so(data: Path) -> None:
    arena(QUICK.entries, 4, 8, 2026, record=data / f"{QUICK.key}.jsonl")
    with pytest.raises(Refused, match=r"nothing says which numbers .* --adopt takes them"):
        play_here(QUICK, data)
    assert play_here(QUICK, data, adopt=True)["games"] == 8
    assert play_here(QUICK, data)["games"] == 8


def test_records_of_other_numbers_are_refused_and_stay(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_here(QUICK, data)
    before = (data / f"{QUICK.key}.jsonl").read_bytes()
    change(monkeypatch, "weights.toml", joker=1)
    with pytest.raises(Refused, match=r"other numbers than the package has now \(weights.toml\); move the file away"):
        play_here(QUICK, data, adopt=True)
    assert (data / f"{QUICK.key}.jsonl").read_bytes() == before


def test_numbers_that_change_during_a_match_spoil_it(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def progress(done: int) -> None:
        change(monkeypatch, "weights.toml", joker=1)

    with pytest.raises(Refused, match=r"weights.toml changed while .* was played"):
        play_here(QUICK, data, progress=progress)
    with pytest.raises(Refused, match=r"other numbers"):
        play_here(QUICK, data)


# --- fingerprints


def test_a_champion_is_known_by_its_network(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    entry = f"champion:net={path}:10sims"
    prints = []
    for seed in (1, 1, 2):
        write_network(path, random_network(seed))
        prints.append(fingerprint(4, [entry, "planner"]))
    assert prints[0] == prints[1] != prints[2]
    assert differing(prints[0], prints[2]) == ["champion.npz"]
    assert "outlook.toml" not in fingerprint(4, [entry])


@pytest.mark.parametrize(
    ("entry", "file", "numbers", "counts"),
    [
        ("random", "weights.toml", {"joker": 1}, False),
        ("greedy", "weights.toml", {"joker": 1}, True),
        ("greedy", "settings.toml", {"lines": 9}, False),
        ("mcts:200ms", "weights.toml", {"joker": 1}, True),
        ("mcts:200ms", "settings.toml", {"lines": 9}, True),
        ("mcts:200ms", "outlook.toml", {"4": {}}, True),
        ("mcts:200ms", "outlook.toml", {"2": {}}, False),
        ("mcts:200ms", "levels.toml", {"hard": "planner"}, False),
        ("hard", "levels.toml", {"hard": "mcts:1s"}, True),
        ("hard", "levels.toml", {"easy": "planner"}, False),
        ("hard", "weights.toml", {"joker": 1}, True),
    ],
)
def test_a_change_of_numbers_counts_for_those_who_think_with_them(
    entry: str, file: str, numbers: dict[str, Any], counts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = of_itself(4, entry, 8)
    result = result_of(match)
    assert is_fresh(match, result)
    change(monkeypatch, file, **numbers)
    assert is_fresh(match, result) is not counts


def test_a_result_that_is_out_of_date_is_marked_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    result = result_of(QUICK)
    change(monkeypatch, "weights.toml", joker=1)
    text = rendered((DOCS / "strength.md").read_text(), [QUICK], {QUICK.key: result})
    assert "| 8 † |" in text
    assert f"† marks results whose players have changed since, by what is named: `{QUICK.key}` (weights.toml)." in text


# --- the tables


@pytest.mark.parametrize(
    ("interval", "verdict"),
    [
        ((0.61, 0.7), "held"),
        ((0.6, 0.7), "open"),
        ((0.5, 0.6), "open"),
        ((0.55, 0.65), "open"),
        ((0.5, 0.59), "not held"),
    ],
)
def test_a_floor_is_open_as_long_as_the_interval_contains_it(interval: tuple[float, float], verdict: str) -> None:
    assert of_interval(0.6, interval) == verdict
    assert f"| 60 %: {verdict} |" in row_of(QUICK, _with_interval(interval))


def _with_interval(interval: tuple[float, float]) -> dict[str, Any]:
    result = result_of(QUICK)
    result["standings"][0]["win_share_interval"] = list(interval)
    return result


def test_a_match_that_is_not_played_shows_no_number_but_its_floor() -> None:
    assert row_of(QUICK, None) == f"| 4 | `{ERRS}` against 3 `{OTHER}` | not played yet | 60 % |"


@pytest.mark.parametrize("changes", [{"games": 4}, {"players": 3}, {"entries": ["random"] * 4}])
def test_a_result_of_another_match_does_not_show(changes: dict[str, Any]) -> None:
    assert "not played yet" in row_of(QUICK, result_of(QUICK, **changes))


def test_a_row_of_a_match() -> None:
    assert row_of(QUICK, result_of(QUICK)) == (
        f"| 4 | `{ERRS}` against 3 `{OTHER}` | 8 | **70.0 %** | 61.0–78.0 | 25 % | 100.0 : 100.0 | 1.50 : 1.50 "
        "| 1612 ±22 | 13 : 13 | 60 %: held |"
    )


def test_a_row_of_a_table_of_one_kind() -> None:
    assert row_of(RANDOM, result_of(RANDOM)) == (
        "| `random` | 8 | 100.0 | **101.0** | 99.0–103.0 | 101 · 90 · 80 · 70 | 20: held |"
    )


# --- the command


def test_the_command_plays_writes_results_and_page_and_lists_them(page: Path, data: Path) -> None:
    assert run(page, data, "--only", "*self*").exit_code == 0
    results = json.loads(page.with_suffix(".json").read_text())
    assert list(results) == [RANDOM.key]
    text = page.read_text()
    assert "1 of 2 matches are played, 8 games." in text
    assert f"`{ERRS}` against 3 `{OTHER}` | not played yet" in text
    assert text.split("## How it is measured")[1].split("## The ladder")[0] in (DOCS / "strength.md").read_text()
    listed = run(page, data, "--list")
    assert listed.exit_code == 0
    assert [line.split() for line in listed.stdout.splitlines()] == [
        [QUICK.key, "not", "played", "yet", "0/8"],
        [RANDOM.key, "played", "8/8"],
    ]


def test_the_command_renders_without_any_record(page: Path, data: Path) -> None:
    run(page, data, "--only", "*self*")
    there = page.read_text()
    shutil.copy(DOCS / "strength.md", page)
    shutil.rmtree(data)
    assert run(page, data, "--render").exit_code == 0
    assert page.read_text() == there
    assert not data.exists()


def test_what_is_refused_is_named_at_the_end_and_the_rest_is_played(page: Path, data: Path) -> None:
    arena(["random"] * 4, 4, 4, 1, record=data / f"{QUICK.key}.jsonl")
    result = run(page, data, "--only", "4-*")
    assert result.exit_code == 1
    assert f"{QUICK.key} was not played: " in result.stderr
    assert list(read_results(page)) == [RANDOM.key]


def test_an_unknown_match_is_told_with_those_there_are(page: Path, data: Path) -> None:
    result = run(page, data, "--only", "5-*")
    assert result.exit_code == 2
    assert f"there is no match '5-*'; matches: {QUICK.key}, {RANDOM.key}" in result.stderr


def test_stopped_it_says_how_to_go_on(page: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(strength, "play", stop)
    result = run(page, data)
    assert result.exit_code == 130
    assert "Stopped. The same command goes on." in result.stderr


def test_the_picture_is_drawn_of_what_is_played_and_is_the_same_again(
    page: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (against("time", 4, f"mcts:{time}", "planner", 8) for time in ("10ms", "1s"))
    monkeypatch.setattr(strength, "MATCHES", (first, second))
    page.with_suffix(".json").write_text(json.dumps({first.key: result_of(first)}))
    run(page, data, "--render")
    picture = page.parent / PICTURE
    one = picture.read_bytes()
    assert b">10 ms<" in one
    assert b">1 s<" not in one
    assert f"({PICTURE})" in page.read_text()
    run(page, data, "--render")
    assert picture.read_bytes() == one
    page.with_suffix(".json").write_text(json.dumps({key.key: result_of(key) for key in (first, second)}))
    run(page, data, "--render")
    assert b">1 s<" in picture.read_bytes()


def test_the_scores_are_drawn_beside_those_of_people(page: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (of_itself(4, name, 8) for name in ("random", "greedy"))
    monkeypatch.setattr(strength, "MATCHES", (first, second))
    run(page, data, "--render")
    picture = page.parent / SCORES_PICTURE
    assert not picture.exists()
    assert SCORES_PICTURE not in page.read_text()
    page.with_suffix(".json").write_text(json.dumps({first.key: result_of(first)}))
    run(page, data, "--render")
    drawn = picture.read_bytes()
    assert b">random<" in drawn
    assert b">greedy<" not in drawn
    assert b">a published game of four people<" in drawn
    assert f"({SCORES_PICTURE})" in page.read_text()
