"""The referee plays every shipped lesson, and the texts say what the referee does."""

from __future__ import annotations

import re

import pytest

from edokko.catalogue import Catalogue, languages
from edokko.components import load
from edokko.game import Game
from edokko.lessons import LESSON_IDS, Lesson, LessonError, PlayedStep, lesson, lessons, play
from edokko.lessons.reading import read_lesson
from edokko.lessons.script import CHANCE
from edokko.move import Move
from edokko.rules.moves import KINDS

LONGEST = {"en": 14}
LONGEST_ELSEWHERE = 18
STEPS = range(5, 9)
SUMS = {
    "street": ["8 + 4 = 12 mon", "3 mon → 2 rice"],
    "hiring": ["7 + 1 − 4 = 4 mon", "4 − 2 = 2 mon"],
    "neighbours": ["2 of your kobun × 3 artisans = 6 IKI"],
    "trade": ["1 + 1 sandal = 2 squares", "3 mon → 2 rice", "+1 rice"],
    "payday": [
        "3 · 6 · 9 · 12",
        "Seamstress: 3 IKI · Soba Stand: 3 mon",
        "Cotton Peddler: 1 mon, 1 sandal",
        "3 characters − 2 rice = 1 hungry",
    ],
    "fire": [
        "5 · 8 · 11",
        "5 − 2 stalls = 3",
        "2 + 1 = 3",
        "firefighting 3 ≥ strength 3",
        "1 sandal → 4 mon · 3 mon → 5 IKI",
    ],
    "goods": [
        "−4 mon",
        "2 seasons = 6 IKI",
        "4 + 5 = 9 mon",
        "4 × 2 = 8 IKI",
        "1 mon + 1 koban + 1 wood",
        "Inn: 12 IKI",
    ],
    "end": [
        "28 IKI",
        "4 trades = 16 IKI",
        "10 + 1 + 7 = 18 IKI",
        "8 × 2 = 16 IKI",
        "Restaurant: 18 IKI",
        "28 + 16 + 18 + 16 + 18 + 3 + 1 = 100 IKI",
    ],
}
"""The sums of each lesson as a reader of English sees them."""


def played(lesson_id: str) -> list[PlayedStep]:
    taught = lesson(lesson_id)
    assert taught is not None
    return list(play(taught))


def name_of(component: str, language: str) -> str:
    shipped = load()
    if component in shipped.characters:
        return shipped.characters[component].names[language]
    return shipped.buildings[component].names[language]


def written(step: PlayedStep, message: str, language: str = "en") -> str:
    names = {variable: name_of(component, language) for variable, component in step.step.names.items()}
    return Catalogue(language).text(message, **step.numbers, **names)


def words(text: str) -> int:
    return sum(any(letter.isalnum() for letter in word) for word in text.split())


# --- the referee


def test_there_are_eight_lessons_in_order() -> None:
    assert LESSON_IDS == ("street", "hiring", "neighbours", "trade", "payday", "fire", "goods", "end")
    assert [taught.number for taught in lessons()] == list(range(1, 9))
    assert lesson("unknown") is None


@pytest.mark.parametrize("lesson_id", LESSON_IDS)
def test_the_referee_plays_the_lesson_and_its_sums_are_right(lesson_id: str) -> None:
    steps = played(lesson_id)
    assert len(steps) in STEPS
    assert [written(step, step.step.sum) for step in steps if step.step.sum] == SUMS[lesson_id]


@pytest.mark.parametrize("lesson_id", LESSON_IDS)
def test_a_step_goes_on_where_the_one_before_has_ended(lesson_id: str) -> None:
    """So a client that resumes sees the same board as one that has played on."""
    for step in played(lesson_id):
        taught = lesson(lesson_id)
        assert taught is not None
        game = Game.from_position(taught.scenes[step.scene].start, chance="manual")
        for entry in step.before:
            kind, *ids = entry.split()
            for item in ids if kind in CHANCE else ():
                game.reveal(f"{kind} {item}")
            if kind not in CHANCE:
                game.play(entry)
        assert game.position == step.game.position
        # A board that a player looks at never waits for chance.
        assert not game.is_chance


@pytest.mark.parametrize("lesson_id", LESSON_IDS)
def test_every_answer_is_to_a_legal_move_that_the_step_does_not_ask_for(lesson_id: str) -> None:
    for step in played(lesson_id):
        game = step.game.copy()
        other: set[str] = set()
        for move in step.step.moves:
            for legal in game.legal_moves:
                if legal.words != move:
                    other |= {legal.words, legal.kind}
            game.play(move)
        assert {answer.move for answer in step.step.answers} <= other, step.step.text


@pytest.mark.parametrize("lesson_id", LESSON_IDS)
def test_every_other_kind_of_move_has_an_answer(lesson_id: str) -> None:
    """The general reply is left for the next move alone, not for a choice that a newcomer would try."""
    for step in played(lesson_id):
        answered = {answer.move for answer in step.step.answers}
        for move in step.step.moves[:1]:
            kinds = {legal.kind for legal in step.game.legal_moves if legal.words != move}
            assert kinds - answered <= {"step"}, step.step.text


def test_t2_the_monk_in_a_corner_costs_six_and_raises_firefighting() -> None:
    steps = played("hiring")
    before, after = (game.position.players[0] for game in (steps[0].game, steps[-1].game))
    assert (before.mon - after.mon, after.fire - before.fire, before.kobun - after.kobun) == (5, 1, 1)


def test_t3_the_walk_and_the_trade_yield_three_rice_for_three_mon_and_a_sandal() -> None:
    steps = played("trade")
    before, after = (game.position.players[0] for game in (steps[0].game, steps[-1].game))
    gains = (after.sandals - before.sandals, after.mon - before.mon, after.rice - before.rice)
    assert gains == (-1, -3, 3)
    assert after.retired == ("cloth_dyer",)
    rooms = steps[-1].game.position.rooms
    assert (rooms["C4"].card, rooms["C4"].xp) == ("monk", 2)
    assert (rooms["A1"].owner, rooms["A1"].xp) == (2, 2)


def test_t5_harmony_pays_nine_six_and_two() -> None:
    end = played("neighbours")[-1].game
    totals = [0, 0, 0]
    for event in end.events:
        if event.kind == "harmony_scored":
            totals[event.seat or 0] += event.amount or 0
    assert totals == [6, 2, 9]


def test_t4_and_t6_the_salaries_and_the_yamabushi_that_leaves() -> None:
    steps = played("payday")
    before, after = (game.position.players[0] for game in (steps[0].game, steps[-1].game))
    assert (after.mon - before.mon, after.sandals - before.sandals, after.iki - before.iki) == (4, 1, 3)
    assert (after.rice, after.fire, after.kobun) == (0, before.fire, before.kobun + 1)


def test_t7_and_t9_the_fire_goes_out_at_the_third_stall_and_the_incense_shop_retires() -> None:
    steps = played("fire")
    rooms = steps[5].game.position.rooms
    assert "D1" not in rooms
    assert {"D3", "D4"} <= rooms.keys()
    end = steps[-1].after.position
    assert (end.players[0].mon, end.players[0].sandals, end.players[0].iki) == (1, 0, 46)
    assert "incense_shop" in end.players[1].retired


def test_t10_the_score_is_a_hundred_and_the_player_wins() -> None:
    end = played("end")[-1].after
    assert end.is_over
    assert end.score()[0].total == 100
    assert end.ranking[0] == 0


# --- the texts


@pytest.mark.parametrize("language", languages())
def test_every_message_can_be_written_and_sentences_are_short(language: str) -> None:
    longest = LONGEST.get(language, LONGEST_ELSEWHERE)
    for taught in lessons():
        assert Catalogue(language).text(taught.title)
        for step in play(taught):
            sentence = written(step, step.step.text, language)
            assert sentence.endswith("."), sentence
            assert words(sentence) <= longest, sentence
            # One sentence a step.
            assert not re.search(r"[.!?] ", sentence), sentence
            for message in (step.step.sum, *(answer.message for answer in step.step.answers)):
                assert message is None or written(step, message, language)
            assert Catalogue(language).text(step.step.otherwise, move="…")


@pytest.mark.parametrize("lesson_id", LESSON_IDS)
def test_every_number_and_name_is_used_in_a_text(lesson_id: str) -> None:
    for step in played(lesson_id):
        texts = [step.step.text, step.step.sum, *(answer.message for answer in step.step.answers)]
        for variable in (*step.step.numbers, *step.step.names):
            without = {name: 0 for name in (*step.step.numbers, *step.step.names) if name != variable}
            assert any(is_needed(text, without) for text in texts if text), (step.step.text, variable)


def is_needed(message: str, without: dict[str, int]) -> bool:
    try:
        Catalogue().text(message, **without)
    except ValueError:
        return True
    return False


# --- what is refused

SCENE = '[[scenes]]\nstart = "{start}"\n[[scenes.steps]]\ntext = "lesson-street-done"\n'


def a_lesson(text: str) -> Lesson:
    first = lessons()[0]
    return read_lesson("minutes = 3\n" + SCENE.format(start=first.scenes[0].start) + text, "01-street.toml", 1)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('moves = ["income"]', "01-street.toml: scenes[0].steps[0].moves[0]: 'income' is not legal"),
        ('moves = ["ikizama 2", "ikizama 3"]', "moves[1]: found 'ikizama 3', but seat 1 decides"),
        ('then = ["fire A"]', "then[0]: "),
        ('highlights = ["card carpenter"]', "highlights: found 'card carpenter', expected a target on the board"),
        ('highlights = ["stall E1"]', "highlights: found 'stall E1'"),
        ('numbers = { mon = "wealth" }', "numbers.mon: found 'wealth', expected a fact that begins with one of gain"),
        ('numbers = { mon = "has gold" }', "numbers.mon: found 'has gold', expected a fact that has a number"),
    ],
)
def test_what_the_referee_or_the_board_does_not_have_is_refused_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises(LessonError) as caught:
        list(play(a_lesson(text)))
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("minutes = ", "01-street.toml: not TOML: "),
        ("minutes = 3\nscenes = []", "01-street.toml: Expected `array` of length >= 1 - at `$.scenes`"),
        ("minutes = 3\nscene = []", "unknown field `scene`"),
        ('minutes = 3\n[[scenes]]\nstart = "x"\n[[scenes.steps]]\ntext = "hello"', "$.scenes[0].steps[0].text"),
    ],
)
def test_a_malformed_file_is_refused_with_its_key(content: str, complaint: str) -> None:
    with pytest.raises(LessonError) as caught:
        read_lesson(content, "01-street.toml", 1)
    assert complaint in str(caught.value)


def test_a_malformed_position_is_refused_with_its_place() -> None:
    taught = read_lesson("minutes = 3\n" + SCENE.format(start="edokko1"), "01-street.toml", 1)
    with pytest.raises(LessonError, match=re.escape("01-street.toml: scenes[0].start: ")):
        list(play(taught))


def test_the_moves_of_answers_are_words_or_kinds() -> None:
    for taught in lessons():
        for step in taught.steps:
            assert all(answer.move in KINDS or Move(answer.move) for answer in step.answers)
