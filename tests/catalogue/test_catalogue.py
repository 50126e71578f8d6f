"""The lookup of texts: every message is complete, or an error."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from edokko.catalogue import (
    LONGEST_ARGUMENT,
    Catalogue,
    CatalogueError,
    _Messages,
    _shipped_ftl,
    default_language,
    language_named,
    languages,
    messages,
)

FTL = """
-game = Iki
hello = Hello
welcome = Welcome to { -game }, { $name }!
mon = { $count ->
    [one] { $count } coin
   *[other] { $count } coins
}
rate = { $share } of all
lost = { -nothing }
link = { hello }, { $name }
silent =
    .label = Only a label
"""


def catalogue_of(language: str, ftl: str) -> Catalogue:
    """Return a catalogue of messages other than the project's own."""
    catalogue = Catalogue(language)
    catalogue._messages = _Messages(language, ftl)
    catalogue._messages.parse_all()
    return catalogue


@pytest.fixture
def catalogue() -> Catalogue:
    return catalogue_of("en", FTL)


def test_a_message_is_written_with_its_variables(catalogue: Catalogue) -> None:
    assert catalogue.text("hello") == "Hello"
    assert catalogue.text("welcome", name="Hana") == "Welcome to Iki, Hana!"
    assert catalogue.text("link", name="Jiro") == "Hello, Jiro"


def test_nothing_is_put_around_variables(catalogue: Catalogue) -> None:
    assert catalogue.text("welcome", name="Hana").isascii()


def test_numbers_decide_plurals_and_are_never_grouped(catalogue: Catalogue) -> None:
    assert [catalogue.text("mon", count=count) for count in (0, 1, 1234567)] == ["0 coins", "1 coin", "1234567 coins"]
    assert catalogue.text("rate", share=1234.5) == "1234.5 of all"
    assert catalogue.text("mon", count=-3) == "-3 coins"


def test_plurals_are_those_of_the_language() -> None:
    ftl = "mon = { $count ->\n [one] moneta\n [few] monety\n [many] monet\n *[other] monety\n }\nbig = { $count }\n"
    polish = catalogue_of("pl", ftl)
    assert [polish.text("mon", count=count) for count in (1, 2, 5, 22)] == ["moneta", "monety", "monet", "monety"]
    assert [catalogue_of(language, ftl).text("big", count=54321) for language in ("fr", "es", "pt", "pl")] == [
        "54321"
    ] * 4


def test_a_missing_message_is_an_error_that_names_it(catalogue: Catalogue) -> None:
    with pytest.raises(CatalogueError, match=r"en\.ftl: no message 'helo'"):
        catalogue.text("helo")
    with pytest.raises(CatalogueError, match="the message 'silent' has no text of its own"):
        catalogue.text("silent")


@pytest.mark.parametrize(("message", "missing"), [("welcome", "name"), ("mon", "count"), ("link", "name")])
def test_a_missing_variable_is_an_error_that_names_it(catalogue: Catalogue, message: str, missing: str) -> None:
    with pytest.raises(CatalogueError, match=rf"the message '{message}' cannot be written: .*{missing}"):
        catalogue.text(message)


def test_a_missing_term_is_an_error(catalogue: Catalogue) -> None:
    with pytest.raises(CatalogueError, match=r"the message 'lost' cannot be written: .*nothing"):
        catalogue.text("lost")


@pytest.mark.parametrize("value", [True, None, ["Hana"]])
def test_a_variable_is_a_text_or_a_number(catalogue: Catalogue, value: object) -> None:
    with pytest.raises(CatalogueError, match=r"the variable 'name' of the message 'welcome' is a .*, expected a text"):
        catalogue.text("welcome", name=value)  # type: ignore[arg-type]


def test_a_long_variable_is_truncated_with_an_ellipsis(catalogue: Catalogue) -> None:
    longest = "a" * LONGEST_ARGUMENT
    assert catalogue.text("welcome", name=longest) == f"Welcome to Iki, {longest}!"
    for length in (LONGEST_ARGUMENT + 1, 3_000_000):
        assert catalogue.text("welcome", name="a" * length) == f"Welcome to Iki, {longest[:-1]}…!"


def test_a_catalogue_knows_its_messages(catalogue: Catalogue) -> None:
    assert "hello" in catalogue
    assert "helo" not in catalogue
    assert 3 not in catalogue


def test_a_file_that_is_not_fluent_is_refused_with_its_line() -> None:
    with pytest.raises(CatalogueError, match=r"pl\.ftl: line 2: not Fluent: Expected token"):
        catalogue_of("pl", "hello = Hej\nbroken\n")


def test_a_duplicate_message_is_refused_with_its_line() -> None:
    with pytest.raises(CatalogueError, match=r"en\.ftl: line 3: 'hello' is there twice"):
        catalogue_of("en", "hello = Hello\nbye = Bye\nhello = Hi\n")


def test_messages_may_refer_to_later_and_to_each_other() -> None:
    """A message is parsed when it is used, with all that it refers to."""
    ftl = 'first = { second } and { -name(case: "b") }\nsecond = { third }\nthird = three\n'
    terms = "-name = { $case ->\n  *[a] A\n   [b] { -last }\n  }\n-last = Z\nround = { missing }\nmissing = { gone }\n"
    catalogue = catalogue_of("en", ftl + terms)
    assert catalogue.text("first") == "three and Z"
    assert "-name" not in catalogue
    with pytest.raises(CatalogueError, match=r"the message 'round' cannot be written"):
        catalogue.text("round")


def test_threads_that_use_a_message_for_the_first_time_get_its_text() -> None:
    names = messages("en")[:200]
    # A catalogue of its own, whose messages have not been parsed.
    mine = _Messages("en", _shipped_ftl("en"))

    def text_or_error(name: str) -> str:
        try:
            return mine.text(name)
        except CatalogueError as error:
            return str(error)

    with ThreadPoolExecutor(8) as pool:
        texts = list(pool.map(text_or_error, names * 8))
    assert texts == texts[: len(names)] * 8


# The project's own messages


def test_english_is_there() -> None:
    assert "en" in languages()
    assert repr(Catalogue()) == "Catalogue('en')"
    assert list(languages()) == sorted(languages())


def test_an_unknown_language_is_refused_with_the_known_ones() -> None:
    for language in ("xx", "../en", ""):
        with pytest.raises(CatalogueError, match=f"no messages in the language '{language}'; there are .*en"):
            Catalogue(language)
        with pytest.raises(CatalogueError, match="no messages in the language"):
            messages(language)


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_messages_of_english(language: str) -> None:
    assert sorted(messages(language)) == sorted(messages("en"))
    for message in messages(language):
        assert message in Catalogue(language)


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "xx_XX.UTF-8"}, "en"),
        ({"EDOKKO_LANGUAGE": "EN-us", "LANG": "xx"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "de_DE@euro"}, "en"),
    ],
)
def test_the_default_language_falls_back_to_english(environ: dict[str, str], language: str) -> None:
    assert default_language(environ) == language


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({"EDOKKO_LANGUAGE": "pl", "LC_ALL": "fr_FR.UTF-8", "LANG": "es_ES"}, "pl"),
        ({"LC_ALL": "fr_FR.UTF-8", "LANG": "es_ES"}, "fr"),
        ({"LC_ALL": "", "LANG": "es_CL.UTF-8@x"}, "es"),
        ({"LANG": "pt_BR.UTF-8"}, "pt"),
        ({"EDOKKO_LANGUAGE": " pt-BR "}, "pt"),
        ({"LC_MESSAGES": "pl.UTF-8", "LANG": "fr"}, "pl"),
    ],
)
def test_the_strongest_variable_chooses_the_language(environ: dict[str, str], language: str) -> None:
    assert default_language(environ) == language


def test_the_environment_of_the_process_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDOKKO_LANGUAGE", "fr")
    assert default_language() == "fr"


@pytest.mark.parametrize(
    ("name", "language"),
    [("fr", "fr"), ("FR", "fr"), ("pt-BR", "pt"), ("pt_BR.UTF-8", "pt"), ("de", None), ("", None), ("frantic", None)],
)
def test_a_language_has_many_names(name: str, language: str | None) -> None:
    assert language_named(name) == language
