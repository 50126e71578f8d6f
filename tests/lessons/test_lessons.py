"""The referee plays every shipped lesson, and the texts say what the referee does."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from edokko.catalogue import Catalogue, languages
from edokko.components import load
from edokko.game import Game
from edokko.lessons import LESSON_IDS, Lesson, LessonError, PlayedStep, lesson, lessons, play
from edokko.lessons.model import read_lesson
from edokko.lessons.script import CHANCE, PlayedChoice
from edokko.move import Move
from edokko.rules.moves import KINDS
from tests.helpers.paths import ROOT

LONGEST = {"en": 14}
LONGEST_ELSEWHERE = 18
STEPS = range(6, 9)
READING_SPEED = 200
"""Words a minute."""
DECIDING = 8
"""Seconds for a decision, or for a move that the player makes."""
LONGEST_ANSWER = 20
ALL_LESSONS = 25 * 60
"""The longest time that all lessons may take, in seconds."""
JUDGING = re.compile(
    r"\b(wrong|incorrect|mistake|faux|fausse|erreur|incorrecta?|error|equivocad[oa]|źle|błąd|błędn\w+|errad[oa]|erro)\b",
    re.I,
)
"""Words that scold."""
ARITHMETIC = re.compile(r"^[-+*/0-9 <>=.]+$")


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


def choices_of(step: PlayedStep) -> Iterator[tuple[PlayedChoice, bool]]:
    """Yield the answers to the question of a step, and whether each is right."""
    for index, choice in enumerate(step.choices):
        yield choice, index == step.right


def says(step: PlayedStep, choice: PlayedChoice, language: str = "en") -> str:
    names = {variable: name_of(component, language) for variable, component in step.step.names.items()}
    return Catalogue(language).text(choice.choice.says, **step.numbers, **choice.numbers, **names)


def is_true(total: str) -> bool:
    """Return whether the equations and comparisons of a calculation hold."""
    plain = " ".join(word for word in total.split() if not word.startswith(":"))
    for part in re.split("[·→]", plain):
        signs = part.replace("×", "*").replace("−", "-").replace("≥", ">=").replace("≤", "<=")
        equation = re.sub(r"(?<![<>])=", "==", signs.replace("#", " ")).strip()
        if re.search("[<>=]", equation) and not (ARITHMETIC.match(equation) and eval(equation)):
            return False
    return True


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
    totals = [step.sum for step in steps if step.sum] + [choice.sum for step in steps for choice in step.choices]
    assert totals
    for total in totals:
        assert "{" not in total
        assert is_true(total), total


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
        for move in step.step.moves[:1] if step.step.question is None else ():
            kinds = {legal.kind for legal in step.game.legal_moves if legal.words != move}
            assert kinds - answered <= {"step"}, step.step.text


def test_t2_the_monk_costs_three_with_his_mon_and_raises_firefighting() -> None:
    steps = played("hiring")
    before, after = (game.position.players[0] for game in (steps[0].game, steps[-1].game))
    assert (before.mon - after.mon, after.fire - before.fire, before.kobun - after.kobun) == (3, 1, 1)


def test_a_sum_that_does_not_hold_is_found() -> None:
    assert is_true("2 :kobun × 3 :artisan = 6 :iki")
    assert not is_true("2 :kobun × 3 :artisan = 7 :iki")
    assert not is_true("1 = 1 · :fire 2 ≥ 3")


# --- the questions


def test_half_of_the_steps_ask_and_every_lesson_asks_several_times() -> None:
    steps = {taught.id: list(play(taught)) for taught in lessons()}
    asking = {lesson_id: sum(bool(step.choices) for step in own) for lesson_id, own in steps.items()}
    assert sum(asking.values()) * 2 >= sum(map(len, steps.values()))
    assert min(asking.values()) >= 3, asking


@pytest.mark.parametrize("lesson_id", LESSON_IDS)
def test_the_right_answer_is_what_the_step_plays_and_each_other_answer_is_worth_less(lesson_id: str) -> None:
    for step in played(lesson_id):
        if step.step.question is None:
            assert step.right is None
            continue
        assert step.right is not None
        question = step.step.question
        right = step.choices[step.right]
        assert right.choice.line[: len(step.step.moves)] == step.step.moves, step.step.text
        sign = 1 if question.want == "most" else -1
        for choice, is_right in choices_of(step):
            assert is_right or sign * choice.worth < sign * right.worth, step.step.text
            assert choice.choice.says != right.choice.says or is_right
        targets = [choice.at for choice in question.choices]
        assert len(set(targets)) == len(targets)


@pytest.mark.parametrize("language", languages())
def test_a_wrong_try_hears_what_is_true_and_never_that_it_is_wrong(language: str) -> None:
    for taught in lessons():
        for step in play(taught):
            question = step.step.question
            if question is None:
                continue
            assert written(step, question.ask, language).rstrip().endswith("?")
            for choice, is_right in choices_of(step):
                said = says(step, choice, language)
                assert words(said) <= LONGEST_ANSWER, said
                assert not JUDGING.search(said), said
                # It also says where to look.
                assert is_right or re.search("[;,:]", said), said


@pytest.mark.parametrize("language", languages())
def test_all_lessons_take_at_most_twenty_five_minutes(language: str) -> None:
    """Every text is read once, and every wrong answer is tried."""
    seconds = 0.0
    for taught in lessons():
        count = words(Catalogue(language).text(taught.learned))
        for step in play(taught):
            count += words(written(step, step.step.text, language)) + words(step.sum or "")
            seconds += DECIDING * len(step.step.moves or step.choices[:1])
            if step.step.question:
                count += words(written(step, step.step.question.ask, language))
                seconds += DECIDING * (len(step.choices) - 1)
                count += sum(words(says(step, choice, language)) + words(choice.sum) for choice in step.choices)
        seconds += count / READING_SPEED * 60
    assert seconds <= ALL_LESSONS, f"{seconds / 60:.1f} minutes"


@pytest.mark.parametrize("language", languages())
def test_the_aim_comes_first_and_nothing_says_iki_before(language: str) -> None:
    first = played("street")[0]
    assert (first.step.text, first.step.picture) == ("lesson-street-aim", "aim")
    assert "IKI" in written(first, first.step.text, language)
    for step in played("street"):
        # Harmony has a lesson of its own, which says in the same sentence what it is good for.
        assert "armon" not in written(step, step.step.text, language).lower()
    harmony = played("neighbours")
    meeting = next(step for step in harmony if "armon" in written(step, step.step.text, language).lower())
    assert "IKI" in written(meeting, meeting.step.text, language)


def test_the_checklist_of_the_documentation_names_steps_that_exist() -> None:
    page = (ROOT / "docs" / "play/lessons.md").read_text(encoding="utf-8")
    checklist = page.split("## What a newcomer can answer")[1].split("\n## ")[0]
    named = re.findall(r"`(lesson-[a-z-]+)`", checklist)
    steps = {step.text: step for taught in lessons() for step in taught.steps}
    assert set(named) <= steps.keys()
    rows = [line.split("|") for line in checklist.splitlines() if line.startswith("| ") and "`" in line]
    assert len(rows) == 5
    for _, question, taught, practised, *_ in rows:
        assert re.findall("`(lesson-[a-z-]+)`", taught), question
        practice = re.findall("`(lesson-[a-z-]+)`", practised)
        assert practice, question
        assert all(steps[text].question for text in practice), question


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
        assert Catalogue(language).text(taught.learned)
        for step in play(taught):
            sentence = written(step, step.step.text, language)
            assert sentence.endswith("."), sentence
            assert words(sentence) <= longest, sentence
            # One sentence a step.
            assert not re.search(r"[.!?] ", sentence), sentence
            assert all(written(step, answer.message, language) for answer in step.step.answers)
            assert Catalogue(language).text(step.step.otherwise, move="…")


@pytest.mark.parametrize("lesson_id", LESSON_IDS)
def test_every_number_and_name_is_used_in_a_text(lesson_id: str) -> None:
    for step in played(lesson_id):
        texts = [step.step.text, *(answer.message for answer in step.step.answers)]
        for choice in step.step.question.choices if step.step.question else ():
            texts.append(choice.says)
            others = dict.fromkeys((*step.step.numbers, *step.step.names), 0)
            for variable in choice.numbers:
                assert is_needed(choice.says, {**others, **dict.fromkeys(set(choice.numbers) - {variable}, 0)})
        for variable in (*step.step.numbers, *step.step.names):
            without = {name: 0 for name in (*step.step.numbers, *step.step.names) if name != variable}
            assert any(is_needed(text, without) for text in texts), (step.step.text, variable)


def is_needed(message: str, without: dict[str, int]) -> bool:
    try:
        Catalogue().text(message, **without)
    except ValueError:
        return True
    return False


# --- what is refused

SCENE = '[[scenes]]\nstart = "{start}"\n[[scenes.steps]]\ntext = "lesson-street-done"\n'


QUESTION = """
[scenes.steps.question]
ask = "lesson-street-done"
choices = [
  {{ at = "player 0", says = "lesson-street-done", sum = "1", worth = "has mon" }},
  {{ at = "player 1", says = "lesson-street-done", sum = "1", worth = "{second}" }},
]"""


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
        ('sum = "{wealth}"', "sum: found 'wealth', expected a fact that begins with one of gain"),
        (QUESTION.format(second="has mon"), "found the worths [8, 8], expected one answer that is worth the most"),
        (QUESTION.format(second="wealth"), "question.choices[1].worth: found 'wealth'"),
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
