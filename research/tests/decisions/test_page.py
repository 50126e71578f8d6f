"""The page of a sample's tables follows the schema."""

from __future__ import annotations

import re

from edokko.lab.data.schema import BINARY, TYPE_NAMES
from edokko_research.decisions.page import page
from edokko_research.decisions.schema import TABLES
from helpers.paths import DOCS


def test_the_page_is_written_from_the_schema() -> None:
    text = (DOCS / "decision-data.md").read_text(encoding="utf-8")
    assert text == page(), "python -m edokko_research.decisions.page > docs/decision-data.md"


def test_every_column_has_a_type_and_a_sentence() -> None:
    for table in TABLES.values():
        assert set(table.key) <= set(table.names)
        for column in table.columns:
            assert column.type in TYPE_NAMES or column.type.startswith(BINARY)
            assert re.match(r"^[A-Z`].*\.$", column.meaning), column.meaning
