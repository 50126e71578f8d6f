"""The other commands: their output, their exit codes, what they say when something is wrong."""

from __future__ import annotations

import gzip
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from terminal import SOURCE, edokko

from edokko import Game
from edokko.catalogue import Catalogue
from edokko.cli.problems import as_problem
from edokko.players import RandomPlayer

ERRS = "greedy:mistakes=100"
"""A quick player that needs no compiler."""
SAMPLES = Path(__file__).parents[1] / "samples"
COMMANDS = (
    "serve",
    "play",
    "hint",
    "review",
    "simulate",
    "arena",
    "compile",
    "record",
    "components",
    "bench",
    "soak",
    "tune",
)


def process(*arguments: str, **settings: object) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "edokko.cli", *arguments]
    env = {"PYTHONPATH": str(SOURCE), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    return subprocess.run(command, env=env, text=True, capture_output=True, check=False, **settings)  # type: ignore[call-overload,no-any-return]


# --- help


def test_help_teaches_and_version_says_the_version() -> None:
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
    look = (
        "import sys; from edokko.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "print([name for name in ('numpy', 'numba', 'rich', 'matplotlib') if name in sys.modules])"
    )
    found = subprocess.run(
        [sys.executable, "-c", look], env={"PYTHONPATH": str(SOURCE)}, text=True, capture_output=True, check=True
    )
    assert found.stdout.splitlines()[-1] == "[]"


def test_version_answers_at_once() -> None:
    """Nothing heavy is imported for it."""
    heavy = ("numba", "numpy", "scipy", "optuna", "matplotlib")
    code = f"""
import sys
from edokko.cli import main
try:
    main(["--version"])
except SystemExit:
    print([name for name in {heavy} if name in sys.modules])
"""
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("pley",), "There is no command 'pley'. Did you mean play?"),
        (("record", "chek", "x"), "There is no command 'chek'. Did you mean check?"),
        (("zzz",), "There is no command 'zzz'; commands: serve, admin, play, hint,"),
        (("tune", "waits"), "There is no command 'waits'. Did you mean weights?"),
    ],
)
def test_an_unknown_command_is_answered_with_one_that_reads_like_it(arguments: tuple[str, ...], says: str) -> None:
    result = edokko(*arguments)
    assert result.exit_code == 2
    assert says in result.stderr


def test_an_unknown_command_is_refused_in_the_language_of_the_reader() -> None:
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
def test_an_empty_name_of_a_file_is_a_mistake(tmp_path: Path, arguments: tuple[str, ...], option: str) -> None:
    result = edokko(*arguments, data=tmp_path)
    assert result.exit_code == 2
    assert f"{option}" in result.stderr
    assert "expected the name of a file; this one is empty." in result.stderr


@pytest.mark.parametrize(
    "arguments", [("simulate", "--record", "-"), ("play", "--resume", "-"), ("play", "--components", "-")]
)
def test_standard_input_is_no_file_to_write(tmp_path: Path, arguments: tuple[str, ...]) -> None:
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
    hint = edokko("hint", "-", "--plain", "--budget", "1sims", "--ply", "3", typed=line)
    assert hint.exit_code == 0, hint.output
    review = edokko("review", "-", "--plain", "--budget", "1sims", "--brief", typed=json.dumps(cut(line, 8)))
    assert review.exit_code == 0, review.output
    overlay = edokko("components", "check", "-", typed="characters.monk.cost = 5\n")
    assert "standard input" in overlay.output
    assert overlay.exit_code == 0, overlay.output
    listed = edokko("components", "monk.cost", "--components", "-", typed="characters.monk.cost = 5\n")
    assert "5  [overlay]" in listed.output
    position = json.dumps(Game(3, seed=7).position.to_json())
    asked = edokko("hint", "--position", "-", "--plain", "--budget", "1sims", typed=position)
    assert asked.exit_code == 0, asked.output


def cut(line: str, moves: int) -> dict[str, object]:
    """The first moves of a recorded game."""
    game = Game.from_record(line)
    while game.ply > moves:
        game.undo()
    return game.to_record().to_json()


def test_a_compressed_file_is_read_from_a_pipe() -> None:
    packed = gzip.compress(next(SAMPLES.glob("games-2021-2.jsonl")).read_bytes())
    checked = subprocess.run(
        [sys.executable, "-m", "edokko.cli", "record", "check", "-"],
        env={"PYTHONPATH": str(SOURCE), "LANG": "C.UTF-8"},
        input=packed,
        capture_output=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr


# --- simulate


def test_simulate_json_is_one_object_with_the_promised_keys() -> None:
    result = edokko("simulate", "--games", "4", "--players", "3", "--seed", "7", "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["games"] == 4
    assert len(found["win_share"]) == 3
    assert sum(found["win_share"]) == pytest.approx(1, abs=1e-5)
    wanted = {"decisions", "seconds", "games_per_second", "decisions_per_second", "mean_score", "median_score"}
    assert wanted <= found.keys()
    again = json.loads(edokko("simulate", "--games", "4", "--players", "3", "--seed", "7", "--json").stdout)
    assert {key: again[key] for key in again if "second" not in key} == {
        key: found[key] for key in found if "second" not in key
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


@pytest.mark.parametrize("seats", ["greedy:mistakes=20,random", "mcts:2sims,mcts:1sims:threads=1", "easy,greedy"])
def test_simulate_takes_players_with_options(seats: str) -> None:
    result = edokko("simulate", "--games", "1", "--seats", seats, "--seed", "1", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["seats"] == seats.split(",")


def test_simulate_takes_a_player_of_another_package_with_options(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    class Sage(RandomPlayer):
        def __init__(self, seed: int | None, options: str = "") -> None:
            super().__init__(seed)
            asked.append(options)

    class Entry:
        value = "sages:Sage"

        def load(self) -> type[Sage]:
            return Sage

    monkeypatch.setattr("edokko.players._entry_points", lambda: {"sage": Entry()})
    result = edokko("simulate", "--games", "2", "--seats", "sage:deep,random", "--json")
    assert result.exit_code == 0, result.output
    assert asked == ["deep", "deep"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--trace",), "--trace goes into records"),
        (("--seats", "human,greedy"), "--seats: there is no player 'human'; players: random,"),
        (("--seats", "sage,greedy"), "--seats: there is no player 'sage'; players: random, greedy, planner, mcts,"),
        (
            ("--seats", "greedy:2s,random"),
            "--seats: player 'greedy:2s': '2s' is not possible here; possible: mistakes=",
        ),
        (("--games", "0"), "Invalid value"),
        (("--record", "/no/such/folder/x"), "/no/such/folder/x: there is no folder /no/such/folder"),
        (("--seed", "seven"), "such as 7 or 0x1f2e"),
    ],
)
def test_simulate_says_what_is_wrong(arguments: tuple[str, ...], says: str) -> None:
    result = edokko("simulate", "--games", "2", *arguments)
    assert result.exit_code == 2
    assert says in result.stderr


def test_simulate_refuses_a_bad_place_for_records_before_it_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(*arguments: object, **settings: object) -> None:
        raise AssertionError("it plays")

    monkeypatch.setattr("edokko.lab.simulation.simulate", play)
    there = tmp_path / "games.jsonl"
    there.write_text("precious")
    for path, says in (
        (tmp_path, "exists already"),
        (there, "exists already; choose another name"),
        (tmp_path / "none" / "games.jsonl", "there is no folder"),
    ):
        result = edokko("simulate", "--games", "2", "--record", str(path))
        assert result.exit_code == 2, result.output
        assert result.stderr.startswith(f"edokko: {path}")
        assert says in result.stderr
        assert ".partial" not in result.stderr
    assert there.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [there]


@pytest.mark.parametrize(("words", "seed"), [("007", "0x7"), ("7", "0x7"), ("0x1F2e", "0x1f2e"), ("0", "0x0")])
def test_a_seed_is_decimal_or_hexadecimal(words: str, seed: str) -> None:
    result = edokko("simulate", "--games", "1", "--seed", words, "--json")
    assert json.loads(result.stdout)["seed"] == seed


@pytest.mark.parametrize("command", [("simulate",), ("components", "list"), ("bench",)])
def test_json_is_promised_in_true_words(command: tuple[str, ...]) -> None:
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


def test_what_is_far_too_long_is_one_bad_game_among_others(tmp_path: Path) -> None:
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
        shown = edokko("record", "show", str(path), "--game", game)
        assert shown.exit_code == 2
        assert shown.stderr.startswith(f"edokko: {path}: line {game}: ")


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="no /dev/stdin here")
def test_a_pipe_can_be_checked() -> None:
    lines = next(SAMPLES.glob("games-2021-2.jsonl")).read_text().splitlines(keepends=True)[:2]
    found = process("record", "check", "/dev/stdin", input="".join(lines))
    assert (found.returncode, found.stdout) == (0, "2 good games, 0 bad, in 1 file\n"), found.stderr


def test_a_problem_of_the_system_ends_with_one_full_stop() -> None:
    error = io.UnsupportedOperation("File or stream is not seekable.")
    problem = as_problem(error, Catalogue())
    assert problem is not None
    assert problem.message == "System error: File or stream is not seekable."
    error.filename = "pipe"
    problem = as_problem(error, Catalogue())
    assert problem is not None
    assert problem.message == "pipe: File or stream is not seekable."


@pytest.mark.parametrize("game", ["2", "3", "4"])
def test_a_damaged_file_is_called_damaged_whichever_game_is_asked_for(tmp_path: Path, game: str) -> None:
    path = tmp_path / "games.jsonl.gz"
    line = next(SAMPLES.glob("games-2021-3.jsonl")).read_text().splitlines()[0].encode() + b"\n"
    packer = gzip.zlib.compressobj(wbits=31)
    path.write_bytes(packer.compress(line) + packer.flush(gzip.zlib.Z_SYNC_FLUSH))
    assert edokko("record", "show", str(path)).exit_code == 0
    result = edokko("record", "show", str(path), "--game", game)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"edokko: {path}: line 2: the compressed file is damaged: ")


def test_an_empty_file_holds_no_game(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_text("\n")
    result = edokko("record", "check", str(path))
    assert result.exit_code == 1
    assert "no game in it" in result.output


def test_record_show_tells_the_game(tmp_path: Path) -> None:
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


def test_components_lists_values_with_where_they_come_from(tmp_path: Path) -> None:
    assert "characters.monk.cost             4  [printed]" in edokko("components", "monk").stdout
    only = edokko("components", "--only", "divergent", "--json")
    assert [value["key"] for value in json.loads(only.stdout)] == ["characters.construction_worker.hire_bonus"]
    overlay = tmp_path / "mine.toml"
    overlay.write_text("characters.ox_cart.cost = 9\n")
    result = edokko("components", "ox_cart.cost", "--components", str(overlay))
    assert "9  [overlay]" in result.stdout


def test_components_check_tells_every_problem(tmp_path: Path) -> None:
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


def test_a_broken_overlay_is_one_sentence_in_every_command(tmp_path: Path) -> None:
    overlay = tmp_path / "broken.toml"
    overlay.write_text("= nonsense")
    for command in (("play",), ("simulate", "--games", "1"), ("components",), ("soak", "--games", "1")):
        result = edokko(*command, EDOKKO_COMPONENTS=str(overlay), data=tmp_path)
        assert result.exit_code == 2, result.output
        assert f"edokko: {overlay}: not TOML" in result.stderr


# --- the surroundings


def test_a_closed_pipe_ends_in_silence() -> None:
    command = f"{sys.executable} -m edokko.cli components | head -1"
    found = subprocess.run(
        command,
        shell=True,
        env={"PYTHONPATH": str(SOURCE), "PATH": "/usr/bin:/bin"},
        text=True,
        capture_output=True,
        check=False,
    )
    assert found.stdout.count("\n") == 1
    assert "rror" not in found.stderr


def shell(line: str, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """A line of bash in which ``edokko`` is the command."""
    script = f'edokko() {{ "{sys.executable}" -m edokko.cli "$@"; }}; {line}'
    env = {"PYTHONPATH": str(SOURCE), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "XDG_DATA_HOME": str(tmp_path)}
    # The machine code that this process has compiled is there for the command.
    env |= {name: value for name, value in os.environ.items() if name.startswith("NUMBA")}
    return subprocess.run(["/bin/bash", "-c", script], env=env, text=True, capture_output=True, check=False)


@pytest.mark.skipif(not Path("/bin/bash").exists(), reason="no bash here")
@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("edokko play --seats human,random <&-", "Standard input is closed, and play reads your choices from it;"),
        ("edokko record check - <&-", "Standard input is closed; give the name of a file"),
        (f"edokko record show {SAMPLES}/games-2021-2.jsonl >&-", "Standard output is closed; run the command in a"),
        ("edokko --help >&-", "Standard output is closed"),
    ],
)
def test_a_closed_stream_is_one_sentence(tmp_path: Path, line: str, says: str) -> None:
    found = shell(line, tmp_path)
    assert found.returncode == 2
    assert found.stderr.startswith(f"edokko: {says}")
    assert found.stderr.count("\n") == 1
    assert not list(tmp_path.rglob("*.json"))


@pytest.mark.skipif(not Path("/bin/bash").exists(), reason="no bash here")
def test_a_closed_error_output_changes_nothing(tmp_path: Path) -> None:
    found = shell(f"edokko record check {SAMPLES}/games-2021-2.jsonl 2>&-", tmp_path)
    assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.parametrize("host", ["no.such.host.invalid", "192.0.2.1", "a..b"])
def test_a_host_that_is_not_here_is_refused(tmp_path: Path, host: str) -> None:
    found = process("serve", "--no-browser", "--host", host, timeout=60)
    assert found.returncode == 2
    assert found.stderr.startswith(f"edokko: --host '{host}': this computer has no such address;")
    assert "Traceback" not in found.stderr


@pytest.mark.parametrize("pause", ["nan", "-1", "inf", "11"])
def test_a_pause_is_a_number_in_its_range(tmp_path: Path, pause: str) -> None:
    result = edokko("play", "--seats", "random,random", "--pause", pause, data=tmp_path)
    assert result.exit_code == 2
    assert "is not in the range" in result.stderr or "--pause: expected a number from 0 to 10." in result.stderr


def test_a_constant_that_is_impossible_is_refused_before_the_game(tmp_path: Path) -> None:
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
    # Until Python has imported the command, its own handler answers the signal: the delay counts from there.
    script = "from edokko.cli import interrupts, main; interrupts.leave(); print('begin', flush=True); main()"
    with subprocess.Popen(
        [sys.executable, "-c", script, *command], env=env, stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        assert child.stdout.readline() == "begin\n"
        time.sleep(delay)
        while child.poll() is None:
            child.send_signal(signal.SIGINT)
            time.sleep(2)
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
        ("review", str(SAMPLES / "games-2021-2.jsonl"), "--plain", "--budget", "1sims", "--brief", "--plot"),
        ("play", "--seats", f"{ERRS},{ERRS}", "--record"),
    ],
)
def test_a_full_disk_leaves_no_empty_file(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    # Files may not grow, as on a full disk.
    found = shell(f"ulimit -f 0; edokko {' '.join(arguments)} {tmp_path}/out.svg", tmp_path / "data")
    assert found.returncode == 2, found.stderr
    assert "out.svg" in found.stderr
    assert "File too large" in found.stderr
    assert [path for path in tmp_path.iterdir() if path.is_file()] == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_told() -> None:
    with open("/dev/full", "w") as full:
        found = subprocess.run(
            [sys.executable, "-m", "edokko.cli", "components", "monk"],
            env={"PYTHONPATH": str(SOURCE)},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert found.returncode == 2
    assert "No space left on device" in found.stderr
    assert "Traceback" not in found.stderr


def test_a_terminal_without_the_letters_gets_signs_of_its_own() -> None:
    found = subprocess.run(
        [sys.executable, "-m", "edokko.cli", "record", "show", str(next(SAMPLES.glob("games-2021-2.jsonl")))],
        env={"PYTHONPATH": str(SOURCE), "PYTHONIOENCODING": "ascii"},
        text=True,
        capture_output=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    assert "random 1: -3 mon" in found.stdout
    assert "?" not in found.stdout


# --- soak


def test_soak_compares_the_engines_and_names_what_it_has_not_seen() -> None:
    result = edokko("soak", "--games", "1", "--players", "2", "--seed", "3")
    assert result.exit_code == 0, result.output
    assert "Both engines agree: 1 game, " in result.output
    assert "_" not in result.stdout
