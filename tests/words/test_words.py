"""Every move, event and refusal has a text; every text on the command line comes from the catalogue."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from edokko import Game, Move, Record
from edokko.board import board_text
from edokko.catalogue import Catalogue, languages, messages
from edokko.cli.bench import figure_message, unit_message
from edokko.cli.group import OURS
from edokko.components import load
from edokko.events import KINDS, Event, ReasonName
from edokko.events import REASONS as REASON_NAMES
from edokko.explain.refusals import Refusal, RefusalCode
from edokko.lab.bench import engine as bench
from edokko.lessons import lessons
from edokko.rules.events import REASONS, EventReason
from edokko.rules.moves import WORDS
from edokko.words import (
    SeatWords,
    Words,
    building_worth,
    clean,
    describe_event,
    describe_events,
    describe_move,
    describe_refusal,
    good_worth,
    question,
    salary,
    skill,
)
from edokko.words.sentences import SENTENCES
from tests.helpers.messages import shipped, variables
from tests.helpers.paths import ROOT, SAMPLES, SOURCE

PACKAGE = SOURCE / "edokko"
PAGE = ROOT / "web" / "src"
CATALOGUE = Catalogue("en")
TRANSLATED = ("words/**/*.py", "board/*.py", "cli/**/*.py", "players/analysis/[tw]*.py")
"""The files of the package whose texts all come from the catalogue."""
CATALOGUE_USERS = (*TRANSLATED, "server/**/*.py", "table/**/*.py")
"""The files that use the catalogue; the server's log and the description of its API are in English only."""
IDS = re.compile(r"[a-z]_[a-z]")
"""A pattern of ids that matches no word."""

TABLES = [(2, "2021"), (3, "2021"), (4, "2021"), (2, "2015"), (4, "2015")]


def sample_games() -> Iterator[Record]:
    for path in sorted(SAMPLES.glob("games-*.jsonl")):
        yield Record.from_line(path.read_text().splitlines()[0])


def positions(record: Record, step: int) -> Iterator[Game]:
    """Yield the game before each ``step``-th decision, from the end."""
    game = Game.from_record(record)
    while game.ply:
        if game.ply % step == 0:
            yield game
        game.undo()


# --- the game in words


@pytest.mark.parametrize(("players", "edition"), TABLES)
def test_every_move_has_words(players: int, edition: str) -> None:
    game = Game(players, edition, seed=1)
    for words in WORDS:
        text = describe_move(game, words, CATALOGUE)
        assert text
        assert not IDS.search(text), (words, text)


def test_legal_moves_have_words_and_details_everywhere() -> None:
    kinds = set()
    for record in sample_games():
        for game in positions(record, 2):
            if game.seat is None:
                continue
            assert question(Words(CATALOGUE, game.components, game.seats), game)
            texts = [describe_move(game, move, CATALOGUE) for move in game.legal_moves]
            assert len(set(texts)) == len(texts), "no two choices read alike"
            assert not any(IDS.search(text) for text in texts)
            kinds |= {move.kind for move in game.legal_moves}
    assert kinds >= {Move(words).kind for words in WORDS} - {"stay", "step", "guard", "burn"}


def test_the_table_of_sentences_has_every_kind_of_move_except_the_shops() -> None:
    assert SENTENCES["move"].keys() == {Move(words).kind for words in WORDS} - {"shop"}


def test_a_hire_states_its_price_and_the_mon_on_it() -> None:
    game = Game.from_record(next(sample_games()))
    while not any(move.kind == "hire" and game.preview(move).gain for move in game.legal_moves):
        game.undo()
    move = next(move for move in game.legal_moves if move.kind == "hire" and game.preview(move).gain)
    assert re.match(r"Hire the .* — \d+ mon.*\d mon on the card", describe_move(game, move, CATALOGUE))


def test_every_kind_of_event_has_words() -> None:
    assert tuple(SENTENCES["event"]) == KINDS


def test_sentences_pass_the_variables_of_their_messages() -> None:
    expected = variables(shipped("en"))
    variants = [variant for section in SENTENCES.values() for rows in section.values() for variant in rows]
    assert len(variants) > 40
    for message, arguments, _ in variants:
        assert arguments.keys() == expected[message], message


def test_every_event_of_the_samples_has_words() -> None:
    seen = set()
    for record in sample_games():
        game = Game.from_record(record)
        for event in game.events:
            text = describe_event(event, CATALOGUE, game)
            assert text
            assert not IDS.search(text), text
            seen.add(event.kind)
        lines = list(describe_events(game.events, Words(CATALOGUE, game.components, game.seats)))
        assert 0 < len(lines) < len(game.events)
        assert all(line.text and not IDS.search(line.text) for line in lines)
    assert seen >= set(KINDS) - {"swapped", "token_spent"}


def lines_of(*events: Event, reader: int | None = None, language: str = "en") -> list[str]:
    words = SeatWords(Words(Catalogue(language), seats=["Hana", "Jiro"]), reader)
    return [line.text for line in describe_events(events, words)]


PIPE_AND_POUCH = [
    Event("gained", 0, resource="mon", amount=-4, reason="good", source="spring_pipe_1"),
    Event("good_bought", 0, good="spring_pipe_1"),
    Event("gained", 0, resource="mon", amount=-3, reason="good", source="spring_pouch_1"),
    Event("good_bought", 0, good="spring_pouch_1"),
    Event("fire_rose", 0, level=1, amount=1, reason="good", source="spring_pipe_1"),
]
HIRE = [
    Event("card_taken", 0, card="carpenter"),
    Event("gained", 0, resource="mon", amount=1, reason="card_mon", source="carpenter"),
    Event("gained", 0, resource="mon", amount=-4, reason="hire", source="carpenter"),
    Event("gained", 0, resource="mon", amount=-1, reason="surcharge", source="A1"),
    Event("placed", 0, card="carpenter", room="A1", reason="hire"),
    Event("fire_rose", 0, level=2, amount=1, reason="hire_bonus", source="carpenter"),
]


def test_an_act_shares_a_line_with_what_it_costs_and_yields() -> None:
    assert lines_of(*PIPE_AND_POUCH, reader=0) == [
        "You buy spring pipe 1: −4 mon, firefighting now 1",
        "You buy spring pouch 1: −3 mon",
    ]
    assert lines_of(*HIRE, reader=0) == [
        "You hire the Carpenter: −4 mon, +1 mon",
        "You place the Carpenter in A1: −1 mon, firefighting now 2",
    ]
    assert lines_of(*HIRE, reader=1)[0] == "Hana hires the Carpenter: −4 mon, +1 mon"
    move = Event("gained", 0, resource="sandals", amount=-2, reason="move")
    assert lines_of(move, Event("lapped", 0), Event("moved", 0, square=4, amount=5, reason="move", detail=7)) == [
        "Hana moves 5 squares to the Tobacco shop (4): −2 sandals",
        "Hana crosses the lap line",
    ]


def test_a_change_joins_no_act_of_another_seat_or_thing() -> None:
    bought = Event("good_bought", 0, good="spring_pipe_1")
    paid = Event("gained", 1, resource="mon", amount=-4, reason="good", source="spring_pipe_1")
    assert lines_of(bought, paid) == ["Hana buys spring pipe 1", "Jiro: −4 mon (spring pipe 1)"]
    other = Event("gained", 0, resource="mon", amount=-4, reason="good", source="spring_pipe_2")
    assert lines_of(bought, other) == ["Hana buys spring pipe 1", "Hana: −4 mon (spring pipe 2)"]


@pytest.mark.parametrize(
    ("language", "buys", "hires", "turn", "income"),
    [
        (
            "fr",
            "Vous achetez pipe 1 (printemps)\u00a0: −4 mons, lutte contre les incendies au niveau 1",
            "Hana recrute Charpentier\u00a0: −4 mons, +1 mon",
            "À vous de jouer, barque 2",
            "Vous percevez votre revenu\u00a0: +4 mons",
        ),
        (
            "es",
            "Compras pipa de primavera 1: −4 mons, combate de incendios en el nivel 1",
            "Hana contrata a Carpintero: −4 mons, +1 mon",
            "Tu turno, barca 2",
            "Cobras tus ingresos: +4 mons",
        ),
        (
            "pl",
            "Kupujesz: fajka 1 (wiosna), −4 mon, walka z ogniem na poziomie 1",
            "Hana zatrudnia: Cieśla, −4 mon, +1 mon",
            "Twoja tura, łódź 2",
            "Pobierasz przychód: +4 mon",
        ),
        (
            "pt",
            "Você compra cachimbo de primavera 1: −4 mons, combate a incêndio no nível 1",
            "Hana contrata Carpinteiro: −4 mons, +1 mon",
            "Seu turno, barco 2",
            "Você recebe seu rendimento: +4 mons",
        ),
    ],
)
def test_acts_are_told_to_their_reader_in_every_language(
    language: str, buys: str, hires: str, turn: str, income: str
) -> None:
    assert lines_of(*PIPE_AND_POUCH, reader=0, language=language)[0] == buys
    assert lines_of(*HIRE, language=language)[0] == hires
    turn_and_income = [
        Event("turn_began", 0, slot="2"),
        Event("gained", 0, resource="mon", amount=4, reason="income"),
    ]
    assert lines_of(*turn_and_income, reader=0, language=language) == [turn, income]


@pytest.mark.parametrize("language", languages())
def test_no_line_names_its_reader(language: str) -> None:
    for record in sample_games():
        game = Game.from_record(record)
        words = SeatWords(Words(Catalogue(language), seats=["Hana", "Jiro", "Kiku", "Maru"][: game.players]), 0)
        lines = [line.text for line in describe_events(game.events, words)]
        assert [line for line in lines if "Hana" in line] == []
        assert any("Jiro" in line for line in lines)


CHANGE = re.compile(r"([+−])(\d+) (mon|rice|sandals?|wood|koban|IKI)\b")
RESOURCE = {"IKI": "iki", "sandal": "sandals"}


def test_every_gain_and_loss_is_in_exactly_one_line() -> None:
    """The sums of each step are compared by seat, gains and losses apart."""
    for path in sorted(SAMPLES.glob("games-*.jsonl")):
        for text in path.read_text().splitlines():
            game = Game.from_record(Record.from_line(text))
            words = Words(CATALOGUE, game.components, game.seats)
            while game.ply:
                happened: Counter[tuple[int | None, str, bool]] = Counter()
                levels = {}
                for event in game.last_events:
                    if event.kind == "gained":
                        amount = event.amount or 0
                        happened[event.seat, event.resource or "", amount > 0] += abs(amount)
                    elif event.kind == "fire_rose":
                        levels[event.seat, event.source] = event.level
                told: Counter[tuple[int | None, str, bool]] = Counter()
                told_levels = []
                for line in describe_events(game.last_events, words):
                    for sign, count, resource in CHANGE.findall(line.text):
                        told[line.seat, RESOURCE.get(resource, resource), sign == "+"] += int(count)
                    told_levels += [
                        (line.seat, int(level)) for level in re.findall(r"firefighting now (\d+)", line.text)
                    ]
                assert told == happened, (game.moves[-1], game.last_events)
                assert sorted(told_levels) == sorted((seat, level) for (seat, _), level in levels.items())
                game.undo()


@pytest.mark.parametrize("language", languages())
def test_nothing_that_begins_a_sentence_stands_after_a_semicolon(language: str) -> None:
    """The terminal joins the news of a turn to one line; each of them begins with a capital."""
    assert ";" not in Catalogue(language).text("list-events")


@pytest.mark.parametrize(("name", "reason"), list(zip(REASON_NAMES, REASONS, strict=True)))
def test_every_reason_of_a_change_has_words(name: ReasonName, reason: EventReason) -> None:
    for source in (None, *reason.sources):
        event = Event("gained", 0, resource="mon", amount=-1, reason=name, source=source)
        text = describe_event(event, CATALOGUE)
        assert text.startswith("Seat 1")
        assert text.count("−1 mon") == 1
        assert not IDS.search(text)


@pytest.mark.parametrize("reason", ["use", "fire", "food", "season", "neutral"])
def test_every_way_of_leaving_has_words(reason: ReasonName) -> None:
    assert "Monk" in describe_event(Event("left", 1, card="monk", room="A1", reason=reason), CATALOGUE)


def test_every_refusal_has_words() -> None:
    assert tuple(SENTENCES["refusal"]) == get_args(RefusalCode)
    for reason in get_args(RefusalCode):
        bare = Refusal(reason=reason, card="monk", good="spring_fish_1", room="A1", slot="1", squares=(1,), limit=1)
        assert describe_refusal(bare, CATALOGUE)
        full = Refusal(
            reason=reason,
            card="inn",
            good="winter_pipe_2",
            slot="1-4",
            seat=1,
            squares=(1, 2),
            limit=3,
            missing=(("mon", 2), ("wood", 1)),
            asked=("shop", "work", "done"),
        )
        assert describe_refusal(full, CATALOGUE)


def test_refusals_of_the_samples_have_words() -> None:
    seen = set()
    for record in sample_games():
        for game in positions(record, 29):
            for words in WORDS:
                refusal = game.why_not(words)
                if refusal is not None:
                    text = describe_refusal(refusal, CATALOGUE, game)
                    assert text.endswith(".")
                    assert not IDS.search(text), text
                    seen.add(refusal.reason)
    assert len(seen) > 15


@pytest.mark.parametrize("edition", ["2021", "2015"])
def test_every_card_and_good_has_a_text(edition: str) -> None:
    words = Words(CATALOGUE, load(edition))
    for card in words.components.characters:
        assert skill(words, card)
        assert salary(words, card)
    assert all(building_worth(words, building) for building in words.components.buildings)
    goods = {good: (words.good(good), good_worth(words, good)) for good in words.components.goods}
    assert len({name for name, _ in goods.values()}) == len(goods), "no two goods have the same name"
    assert goods["spring_pipe_1"] == ("spring pipe 1", "+1 firefighting")
    assert goods["summer_fish_2"] == ("Bonito (expensive)", "+7 IKI")
    assert all(worth for good, (_, worth) in goods.items() if "fish" not in good)


def test_names_are_sanitised_and_unique() -> None:
    assert clean("a\x1b[31m\u202eb\n\u200bc") == "a[31mbc"
    words = Words(CATALOGUE, seats=["Hana", "Hana", "", "x" * 100])
    assert words.seats[:3] == ("Hana (1)", "Hana (2)", "Seat 3")
    assert len(words.seats[3]) == 24


# --- boards


@pytest.mark.parametrize(("players", "edition"), TABLES)
@pytest.mark.parametrize("width", [80, 120])
def test_board_text_shows_everything_in_its_width(players: int, edition: str, width: int) -> None:
    names = ["Hana", "Jiro", "[red]Kiku", "\x1b[2JMaru"][:players]
    game = Game(players, edition, seed=3, seats=names)
    for _ in range(30):
        game.play(game.legal_moves[-1])
    text = board_text(game, width=width)
    assert max(map(len, text.splitlines())) <= width
    assert "\x1b" not in text
    expected = [clean(name) for name in names] + ["Month ", "Fire tower", "To build", "On sale", "kobun", "Boats"]
    assert all(part in text for part in expected)
    assert str(game) == f"{board_text(game)}\n{game.position.to_line()}"


# --- the catalogue and the code


def trees(patterns: tuple[str, ...] = TRANSLATED) -> Iterator[tuple[Path, ast.Module]]:
    for pattern in patterns:
        for path in sorted(PACKAGE.glob(pattern)):
            yield path, ast.parse(path.read_text())


def figures() -> list[tuple[str, str]]:
    """Return the names and units of the benchmark's figures."""
    return re.findall(r'Figure\("([^"]+)", .*?, "([^"]+)"', Path(bench.__file__).read_text())


PREFIXES = "web|lesson|end|coach|study|puzzle|share|contest|together|notify|offline"
"""Of the messages that the page uses."""


def used_messages() -> tuple[set[str], list[re.Pattern[str]]]:
    """Return every string of the code and the page, and patterns of the strings with placeholders."""
    texts = {figure_message(name) for name, _ in figures()} | {unit_message(unit) for _, unit in figures()}
    gaps = {"move-shop-.+"}
    texts |= {message for taught in lessons() for message in taught.messages()}
    texts |= {variant.message for section in SENTENCES.values() for rows in section.values() for variant in rows}
    for _, tree in trees(CATALOGUE_USERS):
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in node.values]
                if re.match(r"[a-z]{3}", parts[0]):
                    gaps.add("".join(parts))
    for path in (*PAGE.rglob("*.svelte"), *PAGE.rglob("*.ts")):
        text = path.read_text()
        texts |= set(re.findall(rf"[`'\"]((?:{PREFIXES})-[a-z0-9-]+)[`'\"]", text))
        templates = re.findall(rf"`((?:{PREFIXES})-[^`\n]*?\$\{{[^`\n]*)`", text)
        gaps |= {".+".join(map(re.escape, re.split(r"\$\{[^}]*\}", template))) for template in templates}
    return texts, [re.compile(pattern) for pattern in gaps]


def test_every_message_is_used() -> None:
    texts, gaps = used_messages()
    rest = [message for message in messages("en") if message not in texts]
    assert [message for message in rest if not any(pattern.fullmatch(message) for pattern in gaps)] == []


def test_every_message_about_events_is_used_by_a_game() -> None:
    """The code builds the ids of these messages at run time, so only games can show that an id is unused."""
    used: set[str] = set()

    class Spy(Catalogue):
        def text(self, message_id: str, /, **args: str | int | float) -> str:
            used.add(message_id)
            return super().text(message_id, **args)

    catalogue = Spy("en")
    # No sample has a fire guard, a neutral without a room, or an event without a source.
    rare = [
        Event("token_spent", 1, token="fire_guard", room="A1", amount=1, reason="fire"),
        Event("left", card="monk", reason="neutral"),
        Event("gained", 0, resource="mon", amount=1, reason="shop"),
    ]
    for record in sample_games():
        game = Game.from_record(record)
        for event in (*game.events, *rare):
            describe_event(event, catalogue, game)
        list(describe_events(game.events, Words(catalogue, game.components, game.seats)))
    event_messages = [message for message in messages("en") if message.startswith(("event-", "reason-"))]
    assert len(event_messages) > 40
    assert [message for message in event_messages if message not in used] == []


def test_every_message_used_in_the_code_exists() -> None:
    known = set(messages("en"))
    used = []
    for path, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in (
                "text",
                "say",
            ):
                first = node.args[0] if node.args else None
                if isinstance(first, ast.Constant):
                    used.append((path.name, first.value))
    assert len(used) > 100
    assert [use for use in used if use[1] not in known] == []


def test_every_figure_of_the_benchmark_has_a_name() -> None:
    assert figures()
    for name, unit in figures():
        assert figure_message(name) in CATALOGUE
        assert unit_message(unit) in CATALOGUE


def docstrings(tree: ast.Module) -> set[int]:
    """Return the ids of the nodes of docstrings: strings that are statements."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def test_the_code_has_no_english_texts() -> None:
    # Allowed: examples, which are the same in every language; styles of Rich, HTML, SVG and matplotlib; and messages of
    # click, which we replace by our own.
    allowed = re.compile(r"edokko [a-z]+( .*)?|bold reverse|[a-z-]+:[a-z0-9].*|<.*|DejaVu Sans|offset points|.*serif")
    clicks = set(OURS)
    sentences = []
    for path, tree in trees():
        docs = docstrings(tree)
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in docs:
                continue
            text = node.value
            if re.search(r"[A-Za-z]{2,},? [A-Za-z]{2,}", text) and not allowed.fullmatch(text) and text not in clicks:
                sentences.append((path.name, node.lineno, text))
    assert sentences == []
