"""The programs of examples/ run, most in a process of their own; tests/server/ tests the bot, which needs a server."""

from __future__ import annotations

import doctest
import gzip
import importlib.util
import json
import math
import os
import re
import runpy
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path
from statistics import fmean
from types import ModuleType

import numpy as np
import pytest

from edokko import Game, Move, check, read
from edokko.batch import game_seed
from tests.helpers.paths import ROOT

EXAMPLES = ROOT / "examples"
PAGE = EXAMPLES / "README.md"
SHOWN = re.findall(r"```console\n\$ python ([^\n]+)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
COMMANDS = {shlex.split(command)[0].partition("/")[2]: (command, output) for command, output in SHOWN}
"""By script: the command that the page shows, and its output."""
WITHOUT_SERVER = [
    "play_from_python.py",
    "write_a_player.py",
    "read_records.py",
    "many_games.py",
    "vector_environment.py",
]
NEEDS = {"open_spiel_mcts.py": "pyspiel", "ppo.py": "torch", "rllib_ppo.py": "ray.rllib"}
"""By script: the package of an extra that it needs; it is run where that is installed."""


def run(folder: Path, script: str, *arguments: str, expect: int = 0) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLES / script), *arguments]
    environment = {**os.environ, "PYTHONUTF8": "1"}
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=300)
    assert "Traceback" not in ended.stderr, ended.stderr
    assert ended.returncode == expect, ended.stderr
    return ended


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("examples")


@pytest.fixture(scope="module")
def outputs(folder: Path) -> dict[str, str]:
    """What the commands of the page print, in its order: one reads the file that another wrote."""
    return {script: run(folder, script, *shlex.split(COMMANDS[script][0])[1:]).stdout for script in WITHOUT_SERVER}


def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


# --- the page


def test_every_file_is_on_the_page_and_every_script_shows_its_output() -> None:
    files = {path.name for path in EXAMPLES.iterdir() if path.is_file()} - {"README.md"}
    assert files == set(re.findall(r"^\| \[([\w.]+)\]\(\1\) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert (
        {name for name in files if name.endswith(".py")}
        == set(COMMANDS)
        == {*WITHOUT_SERVER, *NEEDS, "bot_over_http.py", "play_over_stream.py"}
    )


@pytest.mark.parametrize("script", WITHOUT_SERVER)
def test_the_page_shows_what_a_script_prints(outputs: dict[str, str], script: str) -> None:
    shown, printed = (re.sub(r"(?m)^.* CPU time: .*$", "TIME", text) for text in (COMMANDS[script][1], outputs[script]))
    assert doctest.OutputChecker().check_output(shown, printed, doctest.ELLIPSIS), printed


@pytest.mark.parametrize("script", NEEDS)
def test_the_page_shows_what_a_script_with_an_extra_prints(script: str, tmp_path: Path) -> None:
    pytest.importorskip(NEEDS[script], reason=f"examples/{script} needs {NEEDS[script]}, which is not installed")
    command, shown = COMMANDS[script]
    printed = run(tmp_path, script, *shlex.split(command)[1:]).stdout
    assert doctest.OutputChecker().check_output(shown, printed, doctest.ELLIPSIS), printed


@pytest.mark.parametrize("script", ["open_spiel_mcts.py", "rllib_ppo.py"])
def test_the_examples_for_other_libraries_are_short(script: str) -> None:
    assert len((EXAMPLES / script).read_text(encoding="utf-8").splitlines()) < 50


# --- play_from_python.py


def test_the_record_of_the_game_replays_to_the_scores_printed(outputs: dict[str, str], folder: Path) -> None:
    printed = outputs["play_from_python.py"]
    (record,) = read(folder / "game.jsonl.gz")
    game = check(record)
    scores = re.findall(r"^(\d)\. (\w+) +(\d+) IKI  \((.*)\)$", printed, re.MULTILINE)
    places = [(str(place), game.seats[seat]) for place, seat in enumerate(game.ranking, 1)]
    assert [(place, name) for place, name, _, _ in scores] == places
    totals = {name: int(total) for _, name, total, _ in scores}
    assert totals == {game.seats[sheet.seat]: sheet.total for sheet in game.score()}
    assert all(sum(map(int, re.findall(r"\d+", lines))) == int(total) for _, _, total, lines in scores)
    assert re.findall(r"^> (?:Hana|Jiro|Kiku): (.+)$", printed, re.MULTILINE) == [str(move) for move in game.moves]
    assert f"after {game.ply} moves" in printed
    kinds = Counter(event.kind for event in game.events)
    assert printed.count("crosses the lap line") == kinds["lapped"] > 0
    assert len(re.findall(r"^    Month \d+ begins$", printed, re.MULTILINE)) == 12


def test_a_game_is_told_in_another_language_and_edition(tmp_path: Path) -> None:
    printed = run(
        tmp_path, "play_from_python.py", "--edition", "2015", "--language", "pl", "--record", "g.jsonl"
    ).stdout
    (record,) = read(tmp_path / "g.jsonl")
    assert record.edition == "2015"
    assert "Zaczyna się miesiąc 12\n" in printed
    assert "Month" not in printed


# --- write_a_player.py


def test_the_match_is_that_of_its_records(outputs: dict[str, str], folder: Path) -> None:
    lines = outputs["write_a_player.py"].splitlines()[1:]
    games = [check(record) for record in read(folder / "games.jsonl.gz")]
    assert len(lines) == 2
    for line, opponent in zip(lines, ("random", "greedy"), strict=True):
        own = [(game, game.seats.index("steward:2")) for game in games if opponent in game.seats]
        assert Counter((game.to_record().seed, seat) for game, seat in own) == {
            (hex(seed), seat): 1 for seed in (1, 2, 3) for seat in (0, 1)
        }
        name, count, won, low, to, high, mean, other = line.split()
        assert (name, int(count), to) == (opponent, 6, "to")
        share = fmean(game.ranking[0] == seat for game, seat in own)
        assert won == f"{share:.1%}"
        assert mean == f"{fmean(game.score()[seat].total for game, seat in own):.1f}"
        assert other == f"{fmean(game.score()[1 - seat].total for game, seat in own):.1f}"
        assert float(low[:-1]) <= 100 * share <= float(high[:-1])
    # The player is sensible: it wins against random moves.
    assert lines[0].split()[2] == "100.0%"


@pytest.mark.parametrize(("share", "rounds"), [(0.5, 20), (0.325, 20), (0.0, 7), (1.0, 4), (0.25, 2)])
def test_the_interval_ends_where_the_share_is_1_96_standard_errors_away(share: float, rounds: int) -> None:
    low, high = module("write_a_player").interval(share, rounds)
    assert 0 <= low <= share <= high <= 1
    for end in {low, high} - {0.0, 1.0}:
        assert abs(share - end) / math.sqrt(end * (1 - end) / rounds) == pytest.approx(1.959964, abs=1e-5)


@pytest.mark.parametrize(("players", "edition"), [(2, "2021"), (3, "2015"), (4, "2021"), (2, "2015")])
def test_the_player_plays_by_the_rules_and_sees_no_chance(players: int, edition: str) -> None:
    steward = module("write_a_player").Steward
    game = Game(players, edition, seed=players)
    deciding, twin = steward(1, "1"), steward(1, "1")
    while not game.is_over:
        before = game.position
        move = deciding.choose(game)
        assert move in game.legal_moves
        assert game.position == before
        if "done" in game.legal_moves:  # chance follows at the end of a month, a fire among it
            futures = (Game.from_position(before, seed=seed) for seed in (1, 2, 3))
            assert len({deciding._value(future, Move("done"), 1) for future in futures}) == 1
        # In the twin's game chance will bring something else, and it decides alike.
        assert twin.choose(Game.from_position(before, seed=99)) == move
        game.play(move)


# --- read_records.py


def burnt_in(game: Game) -> list[int]:
    """Count the cards that go from the board at the end of each month with a fire: nothing but the fire takes them."""
    replayed = Game(game.players, game.edition, seed=int(game.to_record().seed or "", 16))
    burnt, before_last = Counter[int](), ""
    for move in game.moves:
        before = replayed.position
        replayed.play(move)
        # A fire follows the last turn or, with two players, the placing of a neutral, which may burn at once.
        ends = move.kind in ("done", "neutral", "guard", "burn") or before_last == "neutral"
        if before.month in (5, 8, 11) and ends:
            cards = {room.card for room in before.rooms.values()} | {before.pending} - {None}
            burnt[before.month] += len(cards - {room.card for room in replayed.position.rooms.values()})
        before_last = move.kind
    return [burnt[month] for month in (5, 8, 11)]


def test_the_summary_is_that_of_a_direct_count(outputs: dict[str, str], folder: Path) -> None:
    printed = outputs["read_records.py"]
    rows = [json.loads(line) for line in gzip.decompress((folder / "games.jsonl.gz").read_bytes()).splitlines()]
    assert printed.startswith(f"{len(rows)} finished games, 0 unfinished\n")
    table = {line[:20].strip(): line[20:].split() for line in printed.splitlines()}
    for seat in (0, 1):
        iki, ranks = zip(*((row["result"]["iki"], row["result"]["ranking"]) for row in rows), strict=True)
        own = [scores[seat] for scores in iki]
        won = fmean(ranking[0] == seat for ranking in ranks)
        place = fmean(1 + ranking.index(seat) for ranking in ranks)
        assert table[f"seat {seat} of 2"] == [
            str(len(rows)), f"{won:.1%}", f"{place:.2f}", f"{fmean(own):.1f}", str(max(own))
        ]  # fmt: skip
    for name in ("random", "greedy", "steward:2"):
        own = [row["result"]["iki"][row["seats"].index(name)] for row in rows if name in row["seats"]]
        assert table[name][0] == str(len(own))
        assert table[name][3:] == [f"{fmean(own):.1f}", str(max(own))]
    hires = Counter(move.removeprefix("hire ") for row in rows for move in row["moves"] if move.startswith("hire "))
    listed = printed.partition("most hired")[2].splitlines()[1:6]
    assert [int(line.split()[1]) for line in listed] == sorted(hires.values(), reverse=True)[:5]
    assert all(hires[card] == int(count) for card, count, _ in map(str.split, listed))
    fires = [burnt for row in rows for burnt in burnt_in(Game.from_record(row))]
    told = f"{len(fires)} fires: {sum(map(bool, fires))} burnt something, {sum(fires)} cards in all"
    assert printed.splitlines()[-1] == told
    assert sum(fires) > 0


@pytest.fixture
def record_line(folder: Path, outputs: dict[str, str]) -> str:
    """A finished game as one line of text."""
    return next(read(folder / "game.jsonl.gz")).to_line()


def test_bad_lines_are_named_and_left_out(tmp_path: Path, record_line: str) -> None:
    game = json.loads(record_line)
    unfinished = {key: value for key, value in game.items() if key not in ("result", "seed")} | {
        "moves": game["moves"][:9],
        "chance": game["chance"][:2],
    }
    cheating = game | {"moves": [*game["moves"][:-1], "shop rice"]}
    lines = [record_line, "{", json.dumps(cheating), "", json.dumps(unfinished)]
    (tmp_path / "mixed.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    ended = run(tmp_path, "read_records.py", "mixed.jsonl", expect=1)
    assert ended.stdout.startswith("1 finished games, 1 unfinished\n")
    assert [line.partition(":")[0] for line in ended.stderr.splitlines()] == [
        "mixed.jsonl, line 2",
        "mixed.jsonl, line 3",
    ]
    assert "'shop rice' is not legal" in ended.stderr


def test_a_damaged_file_is_read_as_far_as_it_goes(tmp_path: Path, record_line: str) -> None:
    (tmp_path / "cut.gz").write_bytes(gzip.compress(f"{record_line}\n".encode() * 2)[:-4])
    ended = run(tmp_path, "read_records.py", "cut.gz", expect=1)
    assert ended.stdout.startswith("2 finished games")
    assert ended.stderr.startswith("cut.gz, line 3: the compressed file is damaged")


# --- many_games.py


def test_the_summary_is_that_of_the_same_games_in_plain_python(tmp_path: Path) -> None:
    arguments = ["--games", "5", "--batch", "3", "--players", "3", "--edition", "2015", "--seed", "6"]
    printed = run(tmp_path, "many_games.py", *arguments).stdout
    scores, winners, decisions = [], [], []
    for first, count in ((0, 3), (3, 2)):
        generator = np.random.default_rng((6, first))
        games = [Game(3, "2015", seed=game_seed(6 << 32 | first, index)) for index in range(count)]
        while not all(game.is_over for game in games):
            for game, share in zip(games, generator.random(count), strict=True):
                if not game.is_over:
                    game.play(game.legal_moves[int(share * len(game.legal_moves))])
        scores += [[sheet.total for sheet in game.score()] for game in games]
        decisions += [game.ply for game in games]
        winners += [game.ranking[0] for game in games]
    assert printed.startswith("5 games of 3 players, edition 2015\n")
    rows = re.findall(r"^seat (\d) +([\d.]+)% +[\d.]+% +([\d.]+) +([\d.]+)", printed, re.MULTILINE)
    assert rows == [
        (str(seat), f"{100 * winners.count(seat) / 5:.1f}", f"{np.mean(own):.2f}", f"{np.std(own):.2f}")
        for seat, own in enumerate(zip(*scores, strict=True))
    ]
    ranked = np.sort(scores)
    assert f"winning score: mean {ranked[:, 2].mean():.2f}, highest {ranked.max()}\n" in printed
    assert f"lead over the second: mean {(ranked[:, 2] - ranked[:, 1]).mean():.2f}\n" in printed
    told = f"decisions a game: mean {fmean(decisions):.1f}, {min(decisions)} to {max(decisions)}\n"
    assert printed.endswith(told)
    assert sum(decisions) > 500


def test_the_rate_is_that_of_the_cpu_time_printed(outputs: dict[str, str]) -> None:
    printed = outputs["many_games.py"]
    rate = re.search(r"^([\d.]+) s of CPU time: ([\d,]+) games/s, ([\d,]+) decisions/s$", printed, re.MULTILINE)
    assert rate is not None
    seconds, games, decisions = (float(number.replace(",", "")) for number in rate.groups())
    assert games * seconds == pytest.approx(4000, rel=0.05)
    mean = re.search(r"decisions a game: mean ([\d.]+)", printed)
    assert mean is not None
    assert decisions / games == pytest.approx(float(mean[1]), rel=0.01)


# --- what cannot be done


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with another folder and two files without a game."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "noise.gz").write_bytes(b"\x1f\x8bnoise")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("play_from_python.py --record folder", "cannot write folder: Is a directory"),
        ("write_a_player.py --rounds 0", "--rounds 0: at least one"),
        ("read_records.py .", "cannot read .: Is a directory"),
        ("many_games.py --seed -1", "--seed -1: a whole number"),
        ("bot_over_http.py http://127.0.0.1:9", "cannot reach http://127.0.0.1:9: "),
    ],
)
def test_mistakes_are_told_with_exit_code_2(files: Path, arguments: str, message: str) -> None:
    """One of each script, in a process of its own."""
    ended = run(files, *shlex.split(arguments), expect=2)
    assert message in ended.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("play_from_python.py --seed -1", "seed: -1 is not a whole number"),
        ("write_a_player.py --player steward:9", "steward:9: the moves to look ahead are 1, 2 or 3"),
        ("write_a_player.py --opponents nobody", "there is no player 'nobody'"),
        ("write_a_player.py --record no/such/file.gz", "cannot write no/such/file.gz: No such file"),
        ("read_records.py missing.jsonl", "cannot read missing.jsonl: No such file"),
        ("read_records.py empty.jsonl", "empty.jsonl holds no game"),
        ("read_records.py noise.gz", "noise.gz holds no game"),
        ("bot_over_http.py ftp://127.0.0.1", "'ftp://127.0.0.1' is no address"),
    ],
)
def test_further_mistakes_are_told_with_exit_code_2(
    files: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: str,
    message: str,
) -> None:
    script, *rest = shlex.split(arguments)
    monkeypatch.chdir(files)
    monkeypatch.setattr(sys, "argv", [script, *rest])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(EXAMPLES / script), run_name="__main__")
    assert ended.value.code == 2
    assert message in capsys.readouterr().err
