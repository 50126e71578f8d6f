"""One vocabulary in all displayed texts: the rules, the terminal and the page use the same terms."""

from __future__ import annotations

import re

import pytest

from edokko.components import load
from tests.helpers.paths import ROOT

CATALOGUES = ROOT / "src" / "edokko" / "catalogue"
PAGES = ("rules.md", "readings.md", "worked-examples.md")
SLOT = {
    "en": ("slot", "boat"),
    "fr": ("case Ikizama", "barque"),
    "es": ("casilla Ikizama", "barca"),
    "pl": ("pole ikizama", r"łód[źk]|łodzi"),
    "pt": ("espaço Ikizama", "barco"),
}
"""The term for a slot in each language, and the word for its picture."""


def texts(language: str) -> str:
    """Return the messages of a language without their ids."""
    lines = (CATALOGUES / f"{language}.ftl").read_text(encoding="utf-8").splitlines()
    return "\n".join(re.sub(r"^[\w-]+ =|\$[\w-]+|^#.*", "", line) for line in lines)


@pytest.mark.parametrize("language", SLOT)
def test_a_slot_is_called_slot_and_not_after_its_picture(language: str) -> None:
    name, picture = SLOT[language]
    assert name.casefold() in texts(language).casefold()
    assert re.findall(picture, texts(language), re.IGNORECASE) == []


def test_a_place_for_a_card_is_a_stall_in_every_text() -> None:
    """``room`` belongs to records and code."""
    assert re.findall(r".*\brooms?\b.*", texts("en")) == []
    for page in PAGES:
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        assert re.findall(r".*\brooms?\b.*", text.replace("`room`", "")) == [], page


def test_messages_name_the_actor() -> None:
    assert re.findall(r".*\b(?:who|some|no|every|any)(?:body|ever)\b.*", texts("en"), re.IGNORECASE) == []


def test_people_read_of_trade_deals_and_computer_players() -> None:
    """Each word has one meaning, as in docs/glossary.md."""
    assert re.findall(r".*\b(?:business|bots?|automatic)\b.*", texts("en"), re.IGNORECASE) == []


def test_the_glossary_gives_the_words_of_the_tables() -> None:
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    table = glossary.split("## The program's words")[0]
    rows = dict(re.findall(r"^\| `([a-z_]+)`[^|]* \| ([^|]+) \|", table, re.MULTILINE))
    assert {"room", "payday", "salary", "income", "neutral"} <= rows.keys()
    for term, names in load().terms.items():
        if term in rows:
            assert names["en"] in rows[term], term


def test_the_pages_name_the_types_as_the_tables_do() -> None:
    names = {names["en"].casefold() for names in load().types.values()}
    rules = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    appendix = rules.split("## Appendix")[1]
    assert {row[1] for row in re.findall(r"^\| ([^|]+) \| ([a-z ]+) \|", appendix, re.MULTILINE)} - {"type"} == names
    for page in PAGES:
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        assert re.findall(r".*\b(?:peddlers?|masters)\b.*|.*\bmaster (?!craftsm).*", text) == [], page


def test_the_rules_name_the_squares_as_the_tables_do() -> None:
    rules = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    components = load()
    for square, shop in enumerate(components.squares, start=1):
        assert f"| {square} | {components.shops[shop].names['en'].casefold()} |" in rules
