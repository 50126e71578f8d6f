"""The pages of runs: the tables' page follows the schema, and the examples of the other work."""

from __future__ import annotations

import re
import runpy
import subprocess
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from edokko.lab.data.plan import Layout, PlanFile, plan_of, read_plan
from edokko.lab.data.schema import PARTITIONS, TABLES, TYPE_NAMES
from tests.helpers.paths import DOCS
from tests.helpers.runs import played

TEXT = (DOCS / "study/lab.md").read_text(encoding="utf-8").split("\n## Reports")[0]


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def test_the_tables_page_is_written_from_the_schema() -> None:
    page = runpy.run_path(str(DOCS / "columns.py"))["page"]
    assert (DOCS / "study/columns.md").read_text(encoding="utf-8") == page(), (
        "python docs/columns.py > docs/study/columns.md"
    )


def test_every_column_has_a_type_and_a_sentence() -> None:
    for table in TABLES.values():
        assert set(table.key) <= set(table.names)
        assert len(set(table.names)) == len(table.names)
        for column in (*table.columns, *PARTITIONS):
            assert column.type in TYPE_NAMES
            assert column.meaning.endswith(".")
            assert re.match(r"^[A-Z`0-9]|^mon", column.meaning), column.meaning


def test_the_plans_on_the_page_are_plans(tmp_path: Path) -> None:
    (tmp_path / "cheap.toml").write_text("[characters.monk]\ncost = 1\n")
    first, second = blocks("toml")
    (tmp_path / "plan.toml").write_text(first)
    assert Layout(read_plan(tmp_path / "plan.toml")).games == 40000
    assert set(tomllib.loads(first)) | {"decisions", "chunk"} == set(PlanFile.__struct_fields__)
    assert plan_of({"entries": "random", "games": 1, **tomllib.loads(second)}).decisions.share == 0.01


def test_the_examples_read_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played(tmp_path / "run", games=2, players=2)
    monkeypatch.chdir(tmp_path)
    for code in blocks("python"):
        exec(code, {})
        assert "_peddler" in capsys.readouterr().out


def test_the_scripts_are_scripts() -> None:
    for script in blocks("sh"):
        subprocess.run(["sh", "-n"], input=script, text=True, check=True)
    [job] = map(import_module("yaml").safe_load, blocks("yaml"))
    assert job["kind"] == "Job"
    assert job["spec"]["template"]["spec"]["containers"][0]["command"][0] == "sh"
