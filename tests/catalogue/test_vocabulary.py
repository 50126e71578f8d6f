"""One vocabulary in all displayed texts: the rules, the terminal and the page use the same terms."""

from __future__ import annotations

import re

import pytest

from edokko.catalogue import messages
from edokko.components import load
from tests.helpers.messages import written
from tests.helpers.paths import ROOT

CATALOGUES = ROOT / "src" / "edokko" / "catalogue"
PAGES = ("play/rules.md", "play/readings.md", "develop/engine.md#worked examples")
WORDS_OF_OLD = {
    "en": r"slots?|ways? of life|ikizamas?|types?|trading",
    "fr": r"cases? ikizama|modes? de vie|ikizama|types?",
    "es": r"casillas? ikizama|caminos? de la vida|ikizama|tipos?",
    "pl": r"pol\w+ ikizama|dr[oó]g\w* życia|ikizama|typ(?:u|y|ów|em|ie|ami)?",
    "pt": r"espaços? ikizama|modos? de vida|ikizama|tipos?",
}
"""Words that stood for a boat or a trade. A boat is a boat and a trade is a trade on the whole path."""
ONCE = "rules-month-text"
"""The rules say once that the boats are the track which the rulebooks call the way of life."""
PROGRAM = re.compile(r"(?:(?:api|problem|lab|play)-|help-play)")
"""Messages about files, numbers and what a person types: a type is no trade there."""


def texts(language: str) -> str:
    """Return the messages of a language without their ids."""
    lines = (CATALOGUES / f"{language}.ftl").read_text(encoding="utf-8").splitlines()
    return "\n".join(re.sub(r"^[\w-]+ =|\$[\w-]+|^#.*", "", line) for line in lines)


@pytest.mark.parametrize("language", WORDS_OF_OLD)
def test_a_boat_and_a_trade_have_one_name_each(language: str) -> None:
    found = {
        message: words
        for message in messages(language)
        if message != ONCE and not PROGRAM.match(message)
        if (words := re.findall(rf"\b(?:{WORDS_OF_OLD[language]})\b", written(language, message), re.IGNORECASE))
    }
    assert found == {}
    assert re.search(r"ikizama", written(language, ONCE), re.IGNORECASE)


def page_of(name: str) -> str:
    """Return the text of a page, or of the section that the name has after ``#``."""
    path, _, section = name.partition("#")
    text = (ROOT / "docs" / path).read_text(encoding="utf-8")
    return text.split(f"\n## {section.capitalize()}\n")[1].split("\n## ")[0] if section else text


def test_a_place_for_a_card_is_a_stall_in_every_text() -> None:
    """``room`` belongs to records and code."""
    assert re.findall(r".*\brooms?\b.*", texts("en")) == []
    for page in PAGES:
        text = page_of(page)
        assert re.findall(r".*\brooms?\b.*", text.replace("`room`", "")) == [], page


def test_messages_name_the_actor() -> None:
    assert re.findall(r".*\b(?:who|some|no|every|any)(?:body|ever)\b.*", texts("en"), re.IGNORECASE) == []


def test_people_read_of_trade_deals_and_computer_players() -> None:
    """Each word has one meaning, as in docs/develop/glossary.md."""
    assert re.findall(r".*\b(?:business|bots?|automatic)\b.*", texts("en"), re.IGNORECASE) == []


def test_the_glossary_gives_the_words_of_the_tables() -> None:
    glossary = (ROOT / "docs" / "develop/glossary.md").read_text(encoding="utf-8")
    table = glossary.split("## The program's words")[0]
    rows = dict(re.findall(r"^\| `([a-z_]+)`[^|]* \| ([^|]+) \|", table, re.MULTILINE))
    assert {"room", "payday", "salary", "income", "neutral"} <= rows.keys()
    for term, names in load().terms.items():
        if term in rows:
            assert names["en"] in rows[term], term


def test_the_pages_name_the_types_as_the_tables_do() -> None:
    names = {names["en"].casefold() for names in load().types.values()}
    rules = (ROOT / "docs" / "play/rules.md").read_text(encoding="utf-8")
    appendix = rules.split("## Appendix")[1]
    assert {row[1] for row in re.findall(r"^\| ([^|]+) \| ([a-z ]+) \|", appendix, re.MULTILINE)} - {"trade"} == names
    for page in PAGES:
        text = page_of(page)
        assert re.findall(r".*\b(?:peddlers?|masters)\b.*|.*\bmaster (?!craftsm).*", text) == [], page


def test_the_rules_name_the_squares_as_the_tables_do() -> None:
    rules = (ROOT / "docs" / "play/rules.md").read_text(encoding="utf-8")
    components = load()
    for square, shop in enumerate(components.squares, start=1):
        assert f"| {square} | {components.shops[shop].names['en'].casefold()} |" in rules
