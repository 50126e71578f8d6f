"""The translations: no English text is left, the game's terms equal the tables', plurals are right."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

import pytest
from babel import Locale
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

from edokko.catalogue import Catalogue, languages, messages
from edokko.components import load
from tests.helpers.messages import Texts, parsed, shipped, variables, written

OTHERS = tuple(language for language in languages() if language != "en")


class Selectors(Visitor):
    """The variables of a message's select expressions, with their variants."""

    def __init__(self, node: ast.BaseNode) -> None:
        self.selects: list[tuple[str, dict[str, ast.Pattern]]] = []
        self.visit(node)

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:  # noqa: N802
        keys = [key.name if isinstance(key := variant.key, ast.Identifier) else key.value for variant in node.variants]
        variants = dict(zip(keys, (variant.value for variant in node.variants), strict=True))
        assert not isinstance(node.selector, ast.StringLiteral | ast.NumberLiteral)
        self.selects.append((node.selector.id.name, variants))
        self.generic_visit(node)


def test_the_five_languages_are_there() -> None:
    assert languages() == ("en", "es", "fr", "pl", "pt")


@pytest.mark.parametrize("language", OTHERS)
def test_messages_stand_in_the_order_of_english(language: str) -> None:
    assert messages(language) == messages("en")


# --- nothing is left in English

ALIKE: dict[str, dict[str, str]] = {
    "A Japanese word of the game is the same everywhere.": {
        "amount-iki": "es fr pl pt",
        "amount-koban": "pl",
        "amount-mon": "pl",
        "board-iki": "es fr pl pt",
        "board-koban": "es fr pl pt",
        "board-kobun": "es fr pl pt",
        "board-mon": "es fr pl pt",
        "board-surcharge": "pl",
        "brief-iki": "es fr pl pt",
        "brief-koban": "es fr pl pt",
        "brief-kobun": "es fr pl pt",
        "brief-mon": "es fr pl pt",
        "group-nagaya": "es fr pl pt",
        "web-nagaya": "es fr pl pt",
        "plot-label-score": "es fr pl pt",
        "score-koban": "pl",
        "score-mon": "pl",
    },
    "The name of the program.": {"version": "es fr pl pt"},
    "The symbol of a unit.": {
        "arena-milliseconds": "es fr pl pt",
        "contest-pause-minutes": "es fr pl pt",
        "unit-ns": "es fr pl pt",
        "unit-s": "es fr pl pt",
    },
    "The word is the same in both languages.": {
        "arena-score": "fr",
        "arena-variance": "fr",
        "board-bonus": "fr",
        "board-neutral": "es",
        "contest-points": "fr",
        "contest-table": "fr",
        "brief-pipe": "fr",
        "brief-retired": "fr",
        "help-options": "fr",
        "notify-email": "fr pl pt",
        "notify-webhook": "es fr pl pt",
        "notify-webhook-style": "fr pl",
        "provenance-divergent": "fr",
        "score-total": "es fr pt",
        "seat-neutral": "es",
        "token-joker": "fr pl",
        "unit-bytes": "es pt",
        "unit-positions-per-s": "fr",
        "unit-simulations-per-s": "fr",
        "web-lobby": "pl",
        "web-menu": "fr pl pt",
        "web-motion": "fr",
        "web-pause": "fr",
        "web-start": "pl",
        "web-start-step": "pl",
        "web-tab-tables": "fr",
        "web-level-expert": "fr",
    },
}
"""Messages that may be the same as in English, by reason and language. Signs and variables alone always may."""


def is_alike(language: str, message: str) -> bool:
    is_equal: bool = parsed(language)[message].equals(parsed("en")[message])
    return is_equal and any(letter.isalpha() for letter in written("en", message))


@pytest.mark.parametrize("language", OTHERS)
def test_what_reads_as_in_english_is_on_the_list_with_its_reason(language: str) -> None:
    listed = {message for group in ALIKE.values() for message, where in group.items() if language in where.split()}
    assert {message for message in messages("en") if is_alike(language, message)} == listed


# --- what is typed stays as it is

TYPED = re.compile(
    r"--[a-z-]+"  # options
    r"|\b(?:FILE|PART|SHARE|WORDS|COMMAND|N(?!’\w)|EDOKKO_\w+)\b"  # what stands for something
    r"|\bedokko (?:play|hint|review|simulate|arena|record show|components)\b"
    r"|\b(?:human|easy|medium|hard|master|random|greedy|planner|mcts)\b(?=[,:.; ]|$)"
    r"|\b(?:hire monk|move 3|done|place A4|shop koban)\b"
    r"|\.(?:toml|csv|gz|png|svg|study|partial)\b"
)
PROSE = {
    "refusal-wrong-square": "what is done at a square",
    "lesson-kept": "praise",
    "web-no-end": "a turn that is not done",
    "web-level-easy": "a level as people call it",
    "web-level-hard": "a level as people call it",
    "web-level-master": "a level as people call it",
    "web-level-medium": "a level as people call it",
}
"""Messages with one of these words as a word of English."""


@pytest.mark.parametrize("language", OTHERS)
def test_options_commands_and_names_of_players_are_not_translated(language: str) -> None:
    for message in messages("en"):
        if message in PROSE:
            continue
        english = sorted(set(TYPED.findall(written("en", message))))
        assert sorted(set(TYPED.findall(written(language, message)))) == english, message


# --- the game's words

TERMS: dict[str, tuple[str, dict[str, str]]] = {
    # The word in English as a pattern, and in each language what all forms of the word have in common, or each of them.
    "mon": (r"\bmon\b", {"fr": "mon", "es": "mon", "pl": "mon", "pt": "mon"}),
    "rice": (r"\brice\b", {"fr": "riz", "es": "arroz", "pl": "ryż", "pt": "arroz"}),
    "sandals": (r"\bsandals?\b", {"fr": "sandale", "es": "sandalia", "pl": "sandał", "pt": "sandália"}),
    "wood": (r"\bwood\b", {"fr": "bois", "es": "madera", "pl": "drew", "pt": "madeira"}),
    "koban": (r"\bkoban\b", {"fr": "koban", "es": "koban", "pl": "koban", "pt": "koban"}),
    "iki": (r"\bIKI\b", {"fr": "iki", "es": "iki", "pl": "iki", "pt": "iki"}),
    "fish": (r"\bfish\b", {"fr": "poisson", "es": "pescado", "pl": "ryb", "pt": "peixe"}),
    "pipe": (r"\bpipe\b", {"fr": "pipe", "es": "pipa", "pl": "fajk", "pt": "cachimbo"}),
    "pouch": (
        r"\bpouch(es)?\b",
        {"fr": "blague à tabac", "es": "bolsa de tabaco", "pl": "tytoń|tytoni", "pt": "trouxinha de tabaco"},
    ),
    "character": (r"\bcharacters?\b", {"fr": "personnage", "es": "personaje", "pl": "posta", "pt": "personage"}),
    "building": (r"\bbuildings?\b", {"fr": "bâtiment", "es": "edificio", "pl": "budyn", "pt": "edifica"}),
    "main_street": (
        r"main\s+street",
        {"fr": "grande rue", "es": "calle principal", "pl": "główn ulic", "pt": "rua principal"},
    ),
    "room": (r"\bstalls?\b", {"fr": "arrière-salle", "es": "puesto", "pl": "stoisk", "pt": "tenda"}),
    "shop": (r"\bshops?\b", {"fr": "boutique", "es": "tienda", "pl": "sklep", "pt": "loja"}),
    "firefighting": (
        r"\bfirefighting\b",
        {
            "fr": "lutte contre les incendies",
            "es": "combate de incendio",
            "pl": "walk ogniem|walc ogniem",
            "pt": "combate a incêndio",
        },
    ),
    "fire": (r"\bfires?\b", {"fr": "incendie", "es": "incendio", "pl": "pożar", "pt": "incêndio"}),
    "experience": (
        r"\bexperience\b",
        {"fr": "expérience", "es": "experiencia", "pl": "doświadczeni", "pt": "experiência"},
    ),
    "retirement": (r"\bretire[sd]?\b", {"fr": "retraite", "es": "jubila", "pl": "emerytu", "pt": "aposent"}),
    "salary": (r"\bsalar(y|ies)\b", {"fr": "revenu", "es": "salario", "pl": "pensj", "pt": "salário"}),
    "payday": (
        r"\bpayday\b",
        {
            "fr": "bilan des comptes",
            "es": "día de pago",
            "pl": "dzień wypłaty|dni wypłaty|dniu wypłaty",
            "pt": "dia de pagamento",
        },
    ),
    "harmony": (r"\bharmony\b", {"fr": "harmonie", "es": "armonía", "pl": "harmoni", "pt": "harmonia"}),
    "food": (r"\bfood\b", {"fr": "repas", "es": "comida", "pl": "karmieni", "pt": "comida"}),
    "income": (r"\bincome\b", {"fr": "revenu", "es": "ingresos", "pl": "przych", "pt": "rendimento"}),
    "hire": (r"\bhir(es?|ing)\b", {"fr": "recrut", "es": "contrata", "pl": "zatrudni", "pt": "contrat"}),
    "way_of_life": (
        r"\bway of life\b",
        {"fr": "mode de vie", "es": "camino de la vida", "pl": "drog życia", "pt": "modo de vida"},
    ),
    "boat": (r"\bboats?\b", {"fr": "barque", "es": "barca", "pl": "łódź|łodzi", "pt": "barco"}),
    "trade": (r"\btrades?\b", {"fr": "métier", "es": "oficio", "pl": "zaw", "pt": "ofício"}),
    "new_year": (r"\bNew Year\b", {"fr": "nouvel an", "es": "año nuevo", "pl": "now rok", "pt": "ano novo"}),
    "neutral": (r"\bneutral\b", {"fr": "neutre", "es": "neutral", "pl": "neutraln", "pt": "neutro"}),
}

OTHERWISE: dict[str, dict[str, str]] = {
    "The token has a name of its own, with a shorter word for fire.": {
        "token-fire-guard": "fire",
        "move-guard": "fire",
        "kind-guard": "fire",
        "rare-guard-spent": "fire",
        "rare-guard-kept": "fire",
    },
    "The tower is named after the shop of that name.": {
        "lesson-fire-tower": "fire firefighting",
        "lesson-hiring-land-yes": "fire",
        "lesson-street-month-no": "fire",
        "lesson-street-month-yes": "fire",
        "move-shop-fire": "fire",
    },
    "The heading of a narrow column.": {"board-fire": "fire", "board-fire-order": "firefighting"},
    "An abbreviation, for a board of 80 columns.": {
        "brief-fire": "fire",
        "brief-fish": "fish",
        "brief-food": "food",
        "brief-koban": "koban",
        "brief-pouch": "pouch",
        "brief-pipe": "pipe",
        "brief-wood": "wood",
    },
    "The strip over a few tokens.": {"web-bar-pouch": "pouch"},
    "What is typed, and the heading of a narrow column.": {"play-help": "food hire shop", "play-why-what": "hire"},
    "Building is an activity here.": {"help-edokko": "building"},
    "A character of a text.": {"problem-seat-name": "character", "api-bad-name": "character"},
}
"""Messages that use an English term of the game and other languages do not, by reason, with the terms."""


def has_term(text: str, common: str) -> bool:
    return any(all(word in text.casefold() for word in form.split()) for form in common.split("|"))


@pytest.mark.parametrize("language", OTHERS)
def test_the_words_of_this_test_are_those_of_the_tables(language: str) -> None:
    for term, (english, common) in TERMS.items():
        names = load().terms[term]
        assert re.search(english, names["en"], re.IGNORECASE) or term == "retirement"
        assert has_term(names[language], common[language]), (term, names[language])
        assert len(common[language]) >= min(3, len(names[language]))


@pytest.mark.parametrize("language", OTHERS)
def test_the_games_words_are_those_of_the_tables(language: str) -> None:
    excused = {
        (message, term) for group in OTHERWISE.values() for message, terms in group.items() for term in terms.split()
    }
    checked, wrong, all_messages = 0, [], messages("en")
    for term, (english, common) in TERMS.items():
        for message in all_messages:
            if (message, term) in excused or not re.search(english, written("en", message), re.IGNORECASE):
                continue
            checked += 1
            if not has_term(written(language, message), common[language]):
                wrong.append((term, message, written(language, message)))
    assert wrong == []
    assert checked > 150


# --- every message can be written

COUNTS = (0, 1, 2, 5, 12, 22)


@functools.cache
def numbers(message: str) -> set[str]:
    """Return the variables that a language selects a variant by: they have to be numbers."""
    return {name for language in languages() for name, _ in Selectors(parsed(language)[message]).selects}


@pytest.mark.parametrize("language", languages())
def test_every_message_is_written_without_an_error(language: str) -> None:
    catalogue = Catalogue(language)
    expected = variables(shipped("en"))
    for message in messages(language):
        # Without a number all texts are one.
        for count in COUNTS if numbers(message) else COUNTS[:1]:
            args = {name: count if name in numbers(message) else f"<{name}>" for name in expected[message]}
            text = catalogue.text(message, **args)
            assert text
            assert "{" not in text
            assert all(f"<{name}>" in text for name in args if name not in numbers(message)), message


# --- plurals

FORMS = {
    "amount-rice": ("1 ryż", "2 ryżu", "5 ryżu", "12 ryżu", "22 ryżu"),
    "amount-sandals": ("1 sandał", "2 sandały", "5 sandałów", "12 sandałów", "22 sandały"),
    "amount-wood": ("1 drewno", "2 drewna", "5 drewna", "12 drewna", "22 drewna"),
    "per-types": ("każdy zawód", "każde 2 zawody", "każde 5 zawodów", "każde 12 zawodów", "każde 22 zawody"),
    "move-move": (
        "Przesuń się o 1 pole",
        "Przesuń się o 2 pola",
        "Przesuń się o 5 pól",
        "Przesuń się o 12 pól",
        "Przesuń się o 22 pola",
    ),
    "list-summary": ("1 wartość", "2 wartości", "5 wartości", "12 wartości", "22 wartości"),
    "advice-effort": ("1 symulacja", "2 symulacje", "5 symulacji", "12 symulacji", "22 symulacje"),
}


@pytest.mark.parametrize("message", FORMS)
def test_polish_has_four_forms(message: str) -> None:
    names = variables(shipped("en"))[message]
    for count, form in zip((1, 2, 5, 12, 22), FORMS[message], strict=True):
        text = Catalogue("pl").text(message, **dict.fromkeys(names, count))
        assert text == form


def test_polish_choices_know_all_forms_unless_two_do() -> None:
    """After “w” or “po”, and if only the verb follows, Polish needs two forms."""
    two = {"detail-learns", "play-not-understood", "play-resumed", "per-mon", "per-koban"}
    two |= {"check-summary", "problem-arena-count"}
    for message, entry in parsed("pl").items():
        for name, variants in Selectors(entry).selects:
            if name in ("id", "who"):  # a choice by a name or a person, not by a number
                continue
            forms = {variant for variant in variants if not variant.isdigit()}
            short = message in two and forms == {"one", "other"}
            is_spelled_out = forms == {"other"} != set(variants)
            assert short or is_spelled_out or forms == {"one", "few", "many", "other"}, (message, name)


ZERO_IS_SINGULAR = [language for language in languages() if Locale(language).plural_form(0) == "one"]


def test_zero_is_singular_in_french_and_portuguese_only() -> None:
    assert ZERO_IS_SINGULAR == ["fr", "pt"]


@pytest.mark.parametrize("language", ZERO_IS_SINGULAR)
def test_a_number_is_spelled_out_only_where_no_other_number_has_the_same_form(language: str) -> None:
    """Where 0 takes the form of 1, the form has to show the number."""
    for message, entry in parsed(language).items():
        for name, variants in Selectors(entry).selects:
            if "one" in variants:
                assert "1" not in " ".join(Texts(variants["one"]).parts), (message, name)


# --- how it is written


def lines(language: str) -> Iterator[str]:
    return (line for line in shipped(language).splitlines() if not line.startswith("#"))


def test_french_keeps_its_signs_with_the_word_before() -> None:
    """A non-breaking space stands before : ; ! ? % and inside the quotes."""
    keys = re.compile(r"^ {6}\? ")
    for line in lines("fr"):
        if not keys.match(line):
            assert not re.search(r"\S [:;!?%»]|« ", line), line


@pytest.mark.parametrize("language", languages())
def test_no_line_ends_in_blanks(language: str) -> None:
    assert [line for line in lines(language) if line != line.rstrip()] == []


@pytest.mark.parametrize("language", languages())
def test_a_sentence_ends_as_in_english(language: str) -> None:
    for message in messages("en"):
        if message.startswith(("problem-", "refusal-", "ask-", "undo-")):
            english, other = written("en", message), written(language, message)
            assert english[-1] == other[-1] or not {english[-1], other[-1]} & set(".?"), message
