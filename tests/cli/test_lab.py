"""The command group ``lab``: its outputs, its exit codes and its sentences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from edokko.cli.lab import COMMANDS
from tests.helpers.terminal import edokko

PLAN = 'entries = "random"\ngames = 20\ntables = ["games", "seats"]\nchunk = 8\n'


@pytest.fixture
def plan(tmp_path: Path) -> str:
    (tmp_path / "plan.toml").write_text(PLAN)
    return str(tmp_path / "plan.toml")


def test_the_group_lists_its_commands() -> None:
    listed = edokko("lab", "--help").stdout
    assert all(f"\n  {command} " in listed for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_in_every_language(command: str) -> None:
    for language in ("en", "pl"):
        assert f"edokko lab {command}" in edokko("lab", command, "--help", "--language", language).stdout


def test_chunks_are_listed_worked_and_gone(plan: str, tmp_path: Path) -> None:
    folder = str(tmp_path / "run")
    assert edokko("lab", "chunks", plan).stdout == "0\n1\n2\n"
    assert edokko("lab", "chunks", plan, "--count").stdout == "3\n"
    report = json.loads(edokko("lab", "work", plan, "--chunk", "2", "-o", folder).stdout)
    assert report == {"chunk": 2, "games": 4, "rows": {"seats": 16, "games": 4}}
    assert edokko("lab", "chunks", plan, "-o", folder).stdout == "0\n1\n"
    again = edokko("lab", "work", plan, "--chunk", "2", "-o", folder)
    assert (again.exit_code, again.stdout) == (0, "")
    assert again.stderr == "Chunk 2 was there already.\n"
    assert edokko("lab", "run", plan, "-o", folder).stdout.startswith("Played 16 of 20 games")
    assert edokko("lab", "chunks", plan, "-o", folder).stdout == ""
    assert edokko("lab", "run", plan, "-o", folder).stdout == f"All 20 games were there already: {folder}\n"


def test_sql_answers_as_a_table_and_as_csv(plan: str, tmp_path: Path) -> None:
    folder = str(tmp_path / "run")
    edokko("lab", "run", plan, "-o", folder)
    query = "SELECT seat, sum(win::INT) AS wins FROM seats GROUP BY seat ORDER BY seat LIMIT 2"
    lines = edokko("lab", "sql", folder, query, "--csv").stdout.splitlines()
    assert lines[0] == "seat,wins"
    assert [line.split(",")[0] for line in lines[1:]] == ["0", "1"]
    shown = edokko("lab", "sql", folder, query).stdout.splitlines()
    assert [line.split() for line in shown] == [line.split(",") for line in lines]
    assert "seat_advantage" in edokko("lab", "sql", folder).stdout


def test_sql_says_when_it_shows_not_all_rows(plan: str, tmp_path: Path) -> None:
    folder = str(tmp_path / "run")
    edokko("lab", "run", plan, "-o", folder)
    for rows, message in ((1000, ""), (1001, "Only the first 1000 rows are shown; --csv prints all.\n")):
        result = edokko("lab", "sql", folder, f"SELECT unnest(range({rows}))")
        assert (len(result.stdout.splitlines()), result.stderr) == (1001, message)
        assert len(edokko("lab", "sql", folder, f"SELECT unnest(range({rows}))", "--csv").stdout.split()) == rows + 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("run", "-o", "run"), "Name a plan, or say what to play with --entries and --games.\n"),
        (("run", "--entries", "random", "-o", "run"), "Name a plan, or say what to play"),
        (("run", "plan.toml", "--games", "4", "-o", "run"), "so --games cannot be used beside it.\n"),
        (("run", "plan.toml", "--records", "-o", "run"), "so --records cannot be used beside it.\n"),
        (("run", "--entries", "nobody", "--games", "4", "-o", "run"), "plan: entries: there is no player 'nobody'"),
        (("run", "--entries", "random", "--games", "0", "-o", "run"), "--games: expected a whole number, 1 or more.\n"),
        (("run", "--entries", "random", "--games", "4", "--players", "a", "-o", "run"), "--players is 'a'; numbers"),
        (("run", "--entries", "random", "--games", "4", "--overlay", "a", "-o", "run"), "--overlay is 'a'; a name"),
        (("run", "none.toml", "-o", "run"), "none.toml: cannot be read: No such file or directory\n"),
        (("run", "plan.toml", "-o", "plan.toml"), "plan.toml"),
        (("work", "plan.toml", "--chunk", "3", "-o", "run"), "chunk: 3; the plan has the chunks 0 to 2\n"),
        (("run", "plan.toml", "-o", "run", "--settle", "0.5"), "settle: a contest needs several players"),
        (("run", "plan.toml", "-o", "run", "--ray", "auto", "--workers", "2"), "--workers cannot be used beside --ray"),
        (("sql", "nowhere", "SELECT 1"), "nowhere: the folder holds no run\n"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_mistake_ends_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plan.toml").write_text(PLAN)
    result = edokko("lab", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""
    assert not Path("run").exists()


def test_a_wrong_query_is_a_sentence(plan: str, tmp_path: Path) -> None:
    folder = str(tmp_path / "run")
    edokko("lab", "run", plan, "-o", folder)
    result = edokko("lab", "sql", folder, "SELECT nothing FROM games")
    assert result.exit_code == 2
    assert result.stderr.startswith("edokko: The query cannot be answered: Binder Error")


@pytest.mark.parametrize("query", [";", "/* nothing */"])
def test_an_empty_query_is_a_sentence(plan: str, tmp_path: Path, query: str) -> None:
    folder = str(tmp_path / "run")
    edokko("lab", "run", plan, "-o", folder)
    result = edokko("lab", "sql", folder, query)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("edokko: The query cannot be answered: ")


def test_a_broken_file_is_a_sentence_that_names_it(plan: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    edokko("lab", "run", plan, "-o", str(folder))
    for table in ("games", "seats"):
        file = sorted(folder.glob(f"{table}/*/*/*.parquet"))[-1]
        whole = file.read_bytes()
        file.write_bytes(whole[:100])
        for command in (
            ("sql", str(folder), f"SELECT sum(game) FROM {table}"),
            ("report", str(folder), "-o", str(tmp_path / "page.html")),
            ("compare", str(folder), str(folder)),
        ):
            result = edokko("lab", *command)
            assert (result.exit_code, result.stdout) == (2, ""), (table, command, result.stderr)
            assert file.name in result.stderr
        file.write_bytes(whole)


def test_a_settled_run_says_so_and_stops(tmp_path: Path) -> None:
    options = ["--entries", "greedy,random", "--players", "2", "--games", "4000", "--tables", "games,seats"]
    line = ["lab", "run", *options, "--chunk", "20", "--settle", "0.3", "-o", str(tmp_path / "run")]
    output = edokko(*line).stdout
    assert output.startswith("Played ")
    assert output.endswith("Settled: the share of greedy is above 30 %.\n")
    facts = json.loads(edokko(*line, "--json").stdout)
    assert facts["played"] == 0
    assert facts["settle"] == {"share": 0.3, "answer": "above", "games": facts["settle"]["games"]}
    assert 0 < facts["settle"]["games"] < 400
    for settle, message in (
        ("1.5", "--settle: expected a number from 0 to 1."),
        ("1", "settle: 1.0 cannot be settled"),
    ):
        beyond = edokko("lab", "run", *options, "--chunk", "20", "--settle", settle, "-o", str(tmp_path / "run"))
        assert beyond.exit_code == 2
        assert message in beyond.stderr
