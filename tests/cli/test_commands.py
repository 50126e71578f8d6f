"""The other commands: output, exit codes, error messages."""

from __future__ import annotations

import gzip
import io
import json
import os
import signal
import subprocess
import sys
import time
import zlib
from contextlib import suppress
from pathlib import Path

import click
import pytest

from edokko import Game
from edokko.catalogue import Catalogue, languages
from edokko.cli import build_application
from edokko.cli.application import COMMANDS
from edokko.cli.problems import Problem, as_problem, value_problem
from edokko.players import RandomPlayer
from tests.helpers.forking import completed
from tests.helpers.paths import SAMPLES, SOURCE
from tests.helpers.terminal import edokko

ERRS = "policy:temperature=100"
"""A player of random moves in Python: fast, and without compilation."""


def process(*arguments: str, data: Path, **settings: object) -> subprocess.CompletedProcess[str]:
    """Run the command in a subprocess; `data` is its folder of data, which no other test may share."""
    command = [sys.executable, "-m", "edokko.cli", *arguments]
    env = {"PYTHONPATH": str(SOURCE), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "XDG_DATA_HOME": str(data)}
    return subprocess.run(command, env=env, text=True, capture_output=True, check=False, **settings)  # type: ignore[call-overload,no-any-return]


# --- help


def test_help_lists_commands_and_examples_and_version_prints_the_version() -> None:
    result = edokko("--help")
    assert result.exit_code == 0
    assert all(f"  {command} " in result.output for command in COMMANDS)
    assert "edokko simulate --games 1000 --players 4" in result.output
    assert edokko("--version").output.startswith("edokko ")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    result = edokko(command, "--help")
    assert result.exit_code == 0
    assert "Usage: edokko" in result.output


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from edokko.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "print([name for name in ('numpy', 'numba', 'rich', 'matplotlib') if name in sys.modules])"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(SOURCE)}, text=True, capture_output=True, check=True
    )
    assert process.stdout.splitlines()[-1] == "[]"


def test_version_loads_nothing_heavy() -> None:
    heavy = ("numpy", "scipy", "matplotlib", "litestar", "sqlalchemy")
    code = f"""
import sys
from edokko.cli import main
try:
    main(["--version"])
except SystemExit:
    print([name for name in {heavy} if name in sys.modules])
"""
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert output.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("pley",), "There is no command 'pley'. Did you mean play?"),
        (("record", "chek", "x"), "There is no command 'chek'. Did you mean check?"),
        (("zzz",), "There is no command 'zzz'; commands: serve, worker, admin, build-site, play,"),
        (("lab", "raport"), "There is no command 'raport'. Did you mean report?"),
    ],
)
def test_an_unknown_command_is_answered_with_a_similar_one(arguments: tuple[str, ...], message: str) -> None:
    result = edokko(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_an_unknown_command_is_refused_in_the_selected_language() -> None:
    assert "Vouliez-vous dire play" in edokko("pley", EDOKKO_LANGUAGE="fr").stderr


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (("simulate", "--record", ""), "--record"),
        (("play", "--record", ""), "--record"),
        (("play", "--resume", ""), "--resume"),
        (("arena", "--entries", "random,random", "--record", ""), "--record"),
        (("review", "x", "--plot", ""), "--plot"),
        (("hint", "--position", ""), "--position"),
        (("record", "check", ""), "FILE"),
        (("simulate", "--components", ""), "--components"),
    ],
)
def test_an_empty_file_name_is_refused(tmp_path: Path, arguments: tuple[str, ...], option: str) -> None:
    result = edokko(*arguments, data=tmp_path)
    assert result.exit_code == 2
    assert f"{option}" in result.stderr
    assert "expected the name of a file; this one is empty." in result.stderr


@pytest.mark.parametrize(
    "arguments", [("simulate", "--record", "-"), ("play", "--resume", "-"), ("play", "--components", "-")]
)
def test_a_dash_is_refused_as_a_file_to_write(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    result = edokko(*arguments, data=tmp_path)
    assert result.exit_code == 2
    assert f"{arguments[1]} -: expected the name of a file" in result.stderr


def test_a_dash_is_standard_input() -> None:
    line = next(SAMPLES.glob("games-2021-2.jsonl")).read_text().splitlines(keepends=True)[0]
    assert edokko("record", "check", "-", typed=line).output == "1 good game, 0 bad, in 1 file\n"
    bad = edokko("record", "check", "-", typed="junk\n")
    assert bad.exit_code == 1
    assert bad.output.startswith("standard input: line 1: not JSON")
    assert "The game is over" in edokko("record", "show", "-", typed=line).output
    hint = edokko("hint", "-", "--budget", "1sims", "--ply", "3", typed=line)
    assert hint.exit_code == 0, hint.output
    review = edokko("review", "-", "--budget", "1sims", "--brief", typed=json.dumps(cut(line, 8)))
    assert review.exit_code == 0, review.output
    overlay = edokko("components", "check", "-", typed="characters.monk.cost = 5\n")
    assert "standard input" in overlay.output
    assert overlay.exit_code == 0, overlay.output
    listed = edokko("components", "monk.cost", "--components", "-", typed="characters.monk.cost = 5\n")
    assert "5  [overlay]" in listed.output
    position = json.dumps(Game(3, seed=7).position.to_json())
    asked = edokko("hint", "--position", "-", "--budget", "1sims", typed=position)
    assert asked.exit_code == 0, asked.output


def cut(line: str, moves: int) -> dict[str, object]:
    """Return the record of the first moves of a game."""
    game = Game.from_record(line)
    while game.ply > moves:
        game.undo()
    return game.to_record().to_json()


def test_a_compressed_file_is_read_from_a_pipe() -> None:
    compressed = gzip.compress(next(SAMPLES.glob("games-2021-2.jsonl")).read_bytes())
    process = subprocess.run(
        [sys.executable, "-m", "edokko.cli", "record", "check", "-"],
        env={"PYTHONPATH": str(SOURCE), "LANG": "C.UTF-8"},
        input=compressed,
        capture_output=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr


# --- simulate


def test_simulate_json_is_one_object_with_the_promised_keys() -> None:
    result = edokko("simulate", "--games", "4", "--players", "3", "--seed", "7", "--json")
    assert result.exit_code == 0, result.output
    first = json.loads(result.stdout)
    assert first["games"] == 4
    assert len(first["win_share"]) == 3
    assert sum(first["win_share"]) == pytest.approx(1, abs=1e-5)
    keys = {"decisions", "seconds", "games_per_second", "decisions_per_second", "mean_score", "median_score"}
    assert keys <= first.keys()
    second = json.loads(edokko("simulate", "--games", "4", "--players", "3", "--seed", "7", "--json").stdout)
    assert {key: second[key] for key in second if "second" not in key} == {
        key: first[key] for key in first if "second" not in key
    }


def test_simulate_writes_records_that_check(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.gz"
    result = edokko(
        "simulate", "--games", "3", "--seats", "greedy,random", "--seed", "1", "--record", str(path), "--trace"
    )
    assert result.exit_code == 0, result.output
    assert "95 % interval" in result.output
    with gzip.open(path, "rt") as file:
        assert all("trace" in json.loads(line) for line in file)
    assert edokko("record", "check", str(path)).exit_code == 0


@pytest.mark.parametrize("seats", ["policy:temperature=2,random", "mcts:2sims,mcts:1sims:playout=0", "easy,greedy"])
def test_simulate_takes_players_with_options(seats: str) -> None:
    result = edokko("simulate", "--games", "1", "--seats", seats, "--seed", "1", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["seats"] == seats.split(",")


def test_simulate_takes_a_player_of_another_package_with_options(monkeypatch: pytest.MonkeyPatch) -> None:
    received: list[str] = []

    class Sage(RandomPlayer):
        def __init__(self, seed: int | None, options: str = "") -> None:
            super().__init__(seed)
            received.append(options)

    class Entry:
        value = "sages:Sage"

        def load(self) -> type[Sage]:
            return Sage

    monkeypatch.setattr("edokko.players._entry_points", lambda: {"sage": Entry()})
    result = edokko("simulate", "--games", "2", "--seats", "sage:deep,random", "--json")
    assert result.exit_code == 0, result.output
    assert received == ["deep", "deep"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--trace",), "--trace goes into records"),
        (("--seats", "human,greedy"), "--seats: there is no player 'human'; players: random,"),
        (
            ("--seats", "sage,greedy"),
            "--seats: there is no player 'sage'; players: random, greedy, planner, policy, mcts, champion,",
        ),
        (
            ("--seats", "greedy:2s,random"),
            "--seats: player 'greedy:2s': '2s' is not possible here; possible: nothing",
        ),
        (("--games", "0"), ": expected "),
        (("--record", "/no/such/folder/x"), "/no/such/folder/x: there is no folder /no/such/folder"),
        (("--seed", "seven"), "such as 7 or 0x1f2e"),
    ],
)
def test_user_errors_of_simulate_end_with_a_sentence(arguments: tuple[str, ...], message: str) -> None:
    result = edokko("simulate", "--games", "2", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_simulate_refuses_an_invalid_record_file_before_it_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(*arguments: object, **settings: object) -> None:
        raise AssertionError("it plays")

    monkeypatch.setattr("edokko.lab.simulation.runner.simulate", play)
    existing = tmp_path / "games.jsonl"
    existing.write_text("precious")
    for path, message in (
        (tmp_path, "exists already"),
        (existing, "exists already; choose another name"),
        (tmp_path / "none" / "games.jsonl", "there is no folder"),
    ):
        result = edokko("simulate", "--games", "2", "--record", str(path))
        assert result.exit_code == 2, result.output
        assert result.stderr.startswith(f"edokko: {path}")
        assert message in result.stderr
        assert ".partial" not in result.stderr
    assert existing.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [existing]


@pytest.mark.parametrize(("words", "seed"), [("007", "0x7"), ("7", "0x7"), ("0x1F2e", "0x1f2e"), ("0", "0x0")])
def test_a_seed_is_decimal_or_hexadecimal(words: str, seed: str) -> None:
    result = edokko("simulate", "--games", "1", "--seed", words, "--json")
    assert json.loads(result.stdout)["seed"] == seed


@pytest.mark.parametrize("command", [("simulate",), ("components", "list"), ("bench",)])
def test_help_describes_the_json_option(command: tuple[str, ...]) -> None:
    assert "Print only JSON." in " ".join(edokko(*command, "--help").output.split())


# --- record


def test_record_check_accepts_the_samples() -> None:
    files = [str(path) for path in sorted(SAMPLES.glob("games-*.jsonl"))][:2]
    result = edokko("record", "check", *files)
    assert result.exit_code == 0, result.output
    assert "0 bad, in 2 files" in result.output


def test_record_check_names_file_line_move_and_what_was_legal(tmp_path: Path) -> None:
    good = next(SAMPLES.glob("games-2021-3.jsonl")).read_text().splitlines()[0]
    record = json.loads(good)
    record["moves"][0] = "start monk"
    illegal = json.loads(good)
    place = illegal["moves"].index("income")
    illegal["moves"][place] = "done"
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join([good, json.dumps(record), json.dumps(illegal), "junk\x1b[2J", good]) + "\n")
    result = edokko("record", "check", str(path))
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0].startswith(f"{path}: line 2: move 0: 'start monk' is not legal")
    assert lines[1].startswith(f"{path}: line 3: move {place}: 'done' is not legal")
    assert "legal: income" in lines[1]
    assert lines[2].startswith(f"{path}: line 4: not JSON")
    assert lines[-1] == "2 good games, 3 bad, in 1 file"
    assert "\x1b" not in result.output


def test_record_check_of_unreadable_files_exits_with_2(tmp_path: Path) -> None:
    result = edokko("record", "check", str(tmp_path), str(tmp_path / "none"))
    assert result.exit_code == 2
    assert f"edokko: {tmp_path}: Is a directory." in result.stderr
    assert f"edokko: {tmp_path / 'none'}: No such file or directory." in result.stderr


def test_an_overlong_record_is_one_bad_game_among_others(tmp_path: Path) -> None:
    good = next(SAMPLES.glob("games-2021-3.jsonl")).read_text().splitlines()[0]
    move, overlay = json.loads(good), json.loads(good)
    move["moves"] = ["a" * 3_000_000]
    overlay["components"] = {f"{number}{'x' * 100}": 1 for number in range(2_000)}
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join([json.dumps(move), json.dumps(overlay), good]))
    result = edokko("record", "check", str(path))
    assert result.exit_code == 1, result.output
    first, second, summary = result.stdout.splitlines()
    assert first.startswith(f"{path}: line 1: move 0: 'aaa")
    assert second.startswith(f"{path}: line 2: components: ")
    assert max(len(first), len(second)) < 2_500
    assert summary == "1 good game, 2 bad, in 1 file"
    for game in ("1", "2"):
        result = edokko("record", "show", str(path), "--game", game)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"edokko: {path}: line {game}: ")


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="no /dev/stdin here")
def test_a_pipe_can_be_checked(tmp_path: Path) -> None:
    lines = next(SAMPLES.glob("games-2021-2.jsonl")).read_text().splitlines(keepends=True)[:2]
    check = process("record", "check", "/dev/stdin", data=tmp_path, input="".join(lines))
    assert (check.returncode, check.stdout) == (0, "2 good games, 0 bad, in 1 file\n"), check.stderr


def test_a_system_error_ends_with_a_single_full_stop() -> None:
    error = io.UnsupportedOperation("File or stream is not seekable.")
    problem = as_problem(error)
    assert problem is not None
    assert problem.message == "System error: File or stream is not seekable."
    error.filename = "pipe"
    problem = as_problem(error)
    assert problem is not None
    assert problem.message == "pipe: File or stream is not seekable."


@pytest.mark.parametrize("game", ["2", "3", "4"])
def test_a_damaged_file_is_reported_for_every_game_number(tmp_path: Path, game: str) -> None:
    path = tmp_path / "games.jsonl.gz"
    line = next(SAMPLES.glob("games-2021-3.jsonl")).read_text().splitlines()[0].encode() + b"\n"
    packer = zlib.compressobj(wbits=31)
    path.write_bytes(packer.compress(line) + packer.flush(zlib.Z_SYNC_FLUSH))
    assert edokko("record", "show", str(path)).exit_code == 0
    result = edokko("record", "show", str(path), "--game", game)
    assert result.exit_code == 2
    assert result.stderr == f"edokko: {path}: line 2: the compressed file is damaged\n"


def test_an_empty_file_holds_no_game(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_text("\n")
    result = edokko("record", "check", str(path))
    assert result.exit_code == 1
    assert "no game in it" in result.output


def test_record_show_prints_the_game(tmp_path: Path) -> None:
    path = next(SAMPLES.glob("games-2021-4.jsonl"))
    result = edokko("record", "show", str(path), "--game", "2")
    assert result.exit_code == 0, result.output
    for words in ("Game 2: ", "Month 1 begins", "Payday of month 12", "New Year", "The game is over", "IKI track"):
        assert words in result.output
    assert "game 100000; the file holds" in edokko("record", "show", str(path), "--game", "100000").stderr


def test_record_show_cleans_hostile_names(tmp_path: Path) -> None:
    record = json.loads(next(SAMPLES.glob("games-2021-3.jsonl")).read_text().splitlines()[0])
    record["seats"] = ["[bold]\x1b]0;x\x07A", "B\nC", ""]
    path = tmp_path / "game.jsonl"
    path.write_text(json.dumps(record))
    result = edokko("record", "show", str(path))
    assert result.exit_code == 0
    assert "\x1b" not in result.output
    assert "[bold]]0;xA, BC and Seat 3" in result.output


# --- components


def test_components_lists_values_with_their_provenance(tmp_path: Path) -> None:
    assert "characters.monk.cost             4  [printed]" in edokko("components", "monk").stdout
    only = edokko("components", "--only", "divergent", "--json")
    assert [value["key"] for value in json.loads(only.stdout)] == ["characters.construction_worker.hire_bonus"]
    overlay = tmp_path / "mine.toml"
    overlay.write_text("characters.ox_cart.cost = 9\n")
    result = edokko("components", "ox_cart.cost", "--components", str(overlay))
    assert "9  [overlay]" in result.stdout


def test_components_check_reports_every_problem(tmp_path: Path) -> None:
    overlay = tmp_path / "mine.toml"
    overlay.write_text("characters.monk.cost = 5\n")
    good = edokko("components", "check", str(overlay))
    assert good.exit_code == 0
    assert "Edition 2021: 1 value from the overlay" in good.output
    overlay.write_text("characters.monk.cost = -3\ncharacters.mong.cost = 1\n")
    bad = edokko("components", "check", str(overlay))
    assert bad.exit_code == 1
    assert len(bad.stderr.splitlines()) == 2
    assert 'did you mean "monk"' in bad.stderr
    missing = edokko("components", "check", str(tmp_path / "none"))
    assert missing.exit_code == 2
    assert missing.stderr == f"edokko: {tmp_path / 'none'}: No such file or directory.\n"


def test_an_invalid_overlay_is_one_sentence_in_every_command(tmp_path: Path) -> None:
    overlay = tmp_path / "broken.toml"
    overlay.write_text("= nonsense")
    for command in (("play",), ("simulate", "--games", "1"), ("components",)):
        result = edokko(*command, EDOKKO_COMPONENTS=str(overlay), data=tmp_path)
        assert result.exit_code == 2, result.output
        assert f"edokko: {overlay}: not TOML" in result.stderr


# --- the environment


def test_a_closed_pipe_prints_no_error() -> None:
    command = f"{sys.executable} -m edokko.cli components | head -1"
    completed = subprocess.run(
        command,
        shell=True,
        env={"PYTHONPATH": str(SOURCE), "PATH": "/usr/bin:/bin"},
        text=True,
        capture_output=True,
        check=False,
    )
    assert completed.stdout.count("\n") == 1
    assert "rror" not in completed.stderr


def shell(line: str, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which ``edokko`` is the command."""
    script = f'edokko() {{ "{sys.executable}" -m edokko.cli "$@"; }}; {line}'
    env = {"PYTHONPATH": str(SOURCE), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "XDG_DATA_HOME": str(tmp_path)}
    # Share this process's cache of machine code.
    env |= {name: value for name, value in os.environ.items() if name.startswith("NUMBA")}
    return subprocess.run(["/bin/bash", "-c", script], env=env, text=True, capture_output=True, check=False)


@pytest.mark.skipif(not Path("/bin/bash").exists(), reason="no bash here")
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("edokko play --seats human,random <&-", "Standard input is closed, and play reads your choices from it;"),
        ("edokko record check - <&-", "Standard input is closed; give the name of a file"),
        (f"edokko record show {SAMPLES}/games-2021-2.jsonl >&-", "Standard output is closed; run the command in a"),
        ("edokko --help >&-", "Standard output is closed"),
    ],
)
def test_a_closed_stream_is_one_sentence(tmp_path: Path, line: str, message: str) -> None:
    completed = shell(line, tmp_path)
    assert completed.returncode == 2
    assert completed.stderr.startswith(f"edokko: {message}")
    assert completed.stderr.count("\n") == 1
    assert not list(tmp_path.rglob("*.json"))


@pytest.mark.skipif(not Path("/bin/bash").exists(), reason="no bash here")
def test_a_closed_error_output_does_not_matter(tmp_path: Path) -> None:
    completed = shell(f"edokko record check {SAMPLES}/games-2021-2.jsonl 2>&-", tmp_path)
    assert (completed.returncode, completed.stderr) == (0, "")


@pytest.mark.parametrize("host", ["no.such.host.invalid", "192.0.2.1", "a..b"])
def test_a_foreign_host_is_refused(tmp_path: Path, host: str) -> None:
    environment = {"LANG": "C.UTF-8", "XDG_DATA_HOME": str(tmp_path)}
    refused = completed(("serve", "--no-browser", "--host", host), environment)
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"edokko: --host '{host}': this computer has no such address;")
    assert "Traceback" not in refused.stderr


@pytest.mark.parametrize("pause", ["nan", "-1", "inf", "11"])
def test_a_pause_is_a_number_in_its_range(tmp_path: Path, pause: str) -> None:
    result = edokko("play", "--seats", "random,random", "--pause", pause, data=tmp_path)
    assert result.exit_code == 2
    assert result.stderr == "edokko: --pause: expected a number from 0 to 10.\n"


@pytest.mark.parametrize("language", languages())
def test_a_wrong_value_of_an_option_gets_a_sentence_in_the_language(language: str) -> None:
    catalogue = Catalogue(language)
    cases = {
        ("play", "--players", "three"): catalogue.text("problem-whole-range", option="--players", low=2, high=4),
        ("play", "--players", "9"): catalogue.text("problem-whole-range", option="--players", low=2, high=4),
        ("play", "--edition", "2014"): catalogue.text("problem-choice", option="--edition", known="2021, 2015"),
        ("play", "--seats", " "): catalogue.text("problem-seats-empty"),
        ("lab", "run", "--games", "0"): catalogue.text("problem-whole-from", option="--games", low=1),
        ("lab", "run", "--share", "2"): catalogue.text("problem-number-range", option="--share", low=0, high=1),
    }
    for arguments, sentence in cases.items():
        result = edokko("--language", language, *arguments)
        assert (result.exit_code, result.stderr) == (2, f"edokko: {sentence}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("record", "show"),
        ("hint", "--ply", "9", "--budget", "2sims"),
        ("review", "--budget", "1sims"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_no_line_ends_with_blanks(arguments: tuple[str, ...]) -> None:
    command, *rest = arguments
    words = ("record", "show") if command == "record" else (command,)
    result = edokko(*words, str(SAMPLES / "games-2021-2.jsonl"), *(rest if command != "record" else ()), COLUMNS="80")
    assert result.exit_code == 0, result.output
    assert [line for line in result.stdout.splitlines() if line != line.rstrip()] == []


def test_every_option_with_a_range_has_a_sentence_for_a_wrong_value() -> None:
    checked = 0

    def check(command: click.Command | None, ctx: click.Context) -> None:
        nonlocal checked
        assert command is not None
        if isinstance(command, click.Group):
            for name in command.list_commands(ctx):
                check(command.get_command(ctx, name), ctx)
        for param in command.params:
            if not isinstance(param.type, (click.Choice, click.types.IntParamType, click.types.FloatParamType)):
                continue
            problem = value_problem(click.BadParameter("wrong", param=param))
            assert isinstance(problem, Problem), param.opts
            assert problem.message.startswith(f"{param.opts[0]}: expected "), problem.message
            checked += 1

    application = build_application([])
    check(application, click.Context(application))
    assert checked > 35


def test_an_invalid_constant_is_refused_before_the_game(tmp_path: Path) -> None:
    result = edokko("play", "--seats", "human,mcts:2sims:exploration=nan", data=tmp_path)
    assert result.exit_code == 2
    assert "player 'mcts:2sims:exploration=nan': exploration: nan is not a number from 0" in result.stderr


@pytest.mark.parametrize("delay", [0, 0.1, 0.2, 0.4])
@pytest.mark.parametrize("command", [("simulate", "--games", "100000000"), ("play", "--seats", "human,greedy")])
def test_ctrl_c_at_the_start_leaves_no_traceback(tmp_path: Path, command: tuple[str, ...], delay: float) -> None:
    env = {"PYTHONPATH": str(SOURCE), "LANG": "C.UTF-8", "XDG_DATA_HOME": str(tmp_path)} | {
        name: value for name, value in os.environ.items() if name.startswith("NUMBA")
    }
    pipe = subprocess.PIPE
    # Python's own handler answers the signal until the command is imported, so the delay counts from there.
    script = (
        "from edokko.cli import interrupts, main; interrupts.exit_on_interrupt(); print('begin', flush=True); main()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, *command], env=env, stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        assert child.stdout.readline() == "begin\n"
        time.sleep(delay)
        while child.poll() is None:
            child.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                child.wait(2)
        assert "Traceback" not in child.stderr.read()
    assert child.returncode == 130


@pytest.mark.skipif(not Path("/bin/bash").exists(), reason="no bash here")
def test_a_closed_pipe_is_not_a_bad_game(tmp_path: Path) -> None:
    assert shell("edokko components | head -1; exit ${PIPESTATUS[0]}", tmp_path).returncode == 141


@pytest.mark.skipif(not Path("/bin/bash").exists(), reason="no bash here")
@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "--games", "2", "--players", "2", "--seats", f"{ERRS},{ERRS}", "--record"),
        ("review", str(SAMPLES / "games-2021-2.jsonl"), "--budget", "1sims", "--brief", "--plot"),
        ("play", "--seats", f"{ERRS},{ERRS}", "--record"),
    ],
)
def test_a_full_disk_leaves_no_empty_file(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    # A limit on file sizes acts like a full disk.
    completed = shell(f"ulimit -f 0; edokko {' '.join(arguments)} {tmp_path}/out.svg", tmp_path / "data")
    assert completed.returncode == 2, completed.stderr
    assert "out.svg" in completed.stderr
    assert "File too large" in completed.stderr
    assert [path for path in tmp_path.iterdir() if path.is_file()] == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_reported() -> None:
    with open("/dev/full", "w") as full:
        completed = subprocess.run(
            [sys.executable, "-m", "edokko.cli", "components", "monk"],
            env={"PYTHONPATH": str(SOURCE)},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert completed.returncode == 2
    assert "No space left on device" in completed.stderr
    assert "Traceback" not in completed.stderr


def test_a_terminal_with_ascii_only_gets_fallback_characters() -> None:
    completed = subprocess.run(
        [sys.executable, "-m", "edokko.cli", "record", "show", str(next(SAMPLES.glob("games-2021-2.jsonl")))],
        env={"PYTHONPATH": str(SOURCE), "PYTHONIOENCODING": "ascii"},
        text=True,
        capture_output=True,
        check=False,
    )
    assert completed.returncode == 0, completed.stderr
    assert "random 1 buys spring pouch 1: -3 mon" in completed.stdout
    assert "?" not in completed.stdout
