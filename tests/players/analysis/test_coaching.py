"""What the coach says: words for the best moves, one reason each, and a look back that praises before it wishes."""

from __future__ import annotations

import random
import re

import pytest

import coach
from edokko import Game
from edokko.catalogue import Catalogue, languages
from edokko.move import Move
from edokko.native.backends import PLAIN
from edokko.players.analysis.coaching import Act, Remark, acts_of, advise, fact_of, look_back
from edokko.players.analysis.position import Analysis, Analyst, MoveAnalysis
from edokko.players.analysis.reasons import Reason
from edokko.players.analysis.text import describe_reason
from edokko.players.budget import Budget
from edokko.table.shapes.position import Room
from edokko.table.views.position import position_of
from edokko.table.views.thinking import look_back_view_of
from edokko.words import Words

FEW = Budget(simulations=12)
LETTERS = 60


def at_hire(month: int = 1) -> Game:
    """Return a game of two in which a seat hires or takes its income, in a month or later."""
    game, chance = Game(2, seed=1, seats=["Hana", "Jiro"]), random.Random(2)
    while game.month < month or "hire" not in {move.kind for move in game.legal_moves}:
        game.play(chance.choice(list(game.legal_moves)))
    return game


def entry(line: str, win: float, visits: int = 4000, final: float = 60.0) -> MoveAnalysis:
    moves = tuple(Move(words) for words in line.split(", "))
    return MoveAnalysis(moves[0], visits, 0.3, (final, final), (win, win), moves)


def analysed(game: Game, *entries: MoveAnalysis) -> Analysis:
    return Analysis(game.seat, entries, (60.0, 60.0), (0.5, 0.5), 9000, "plain", game)


def hires(game: Game, count: int) -> list[str]:
    """Return different hires, each with the first room it may take."""
    lines = []
    for move in [move for move in game.legal_moves if move.kind == "hire"][:count]:
        after = game.copy()
        after.play(move)
        lines.append(f"{move.words}, {after.legal_moves[0].words}")
    return lines


def test_words_say_how_far_a_move_is_from_the_strongest() -> None:
    game = at_hire()
    first, second, third = hires(game, 3)
    advice = advise(analysed(game, entry(first, 0.5), entry(second, 0.475), entry(third, 0.4), entry("income", 0.3)))
    assert [each.grade for each in advice] == ["strongest", "good", "fair", "fair"]
    # A difference within the error of the search is none.
    advice = advise(analysed(game, entry(first, 0.5, 70), entry(second, 0.42, 60)))
    assert [each.grade for each in advice] == ["strongest", "good"]
    # The search has left the second move after a look: that is no error of counting.
    advice = advise(analysed(game, entry(first, 0.5, 90), entry(second, 0.42, 2)))
    assert [each.grade for each in advice] == ["strongest", "fair"]


def hungry_game() -> Game:
    """Return a game at the hire of a payday's month, in which one more character gets no rice."""
    position = at_hire(3).position.to_json()
    for player in position["players"]:
        player |= {"rice": 0, "mon": 12}
    game = Game.from_position(position, seed=1)
    assert game.month == 3
    return game


def test_a_move_that_loses_a_character_at_this_payday_is_risky_and_says_so() -> None:
    game = hungry_game()
    income, *others = ("income", *hires(game, 4))
    advice = advise(analysed(game, entry(income, 0.5), *(entry(line, 0.49) for line in others)))
    assert advice[0].grade == "strongest"
    assert [each.grade for each in advice].count("risky") == 2
    risky = next(each for each in advice if each.grade == "risky")
    assert risky.reason is not None
    assert (risky.reason.kind, risky.reason.hungry > 0) == ("food", True)
    # In a month without a payday there is time to buy rice.
    early = at_hire()
    assert "risky" not in {
        each.grade for each in advise(analysed(early, *(entry(line, 0.5) for line in hires(early, 3))))
    }


def test_two_moves_with_equal_reasons_get_different_ones_or_the_second_gets_none() -> None:
    game = at_hire()
    (line,) = hires(game, 1)
    same = [entry(line, 0.5)] * 12
    reasons = [each.reason for each in advise(analysed(game, *same))]
    said = [reason for reason in reasons if reason is not None]
    assert reasons[0] is not None
    assert None in reasons
    words = Words(Catalogue("en"), game.components, game.seats)
    texts = [describe_reason(words, game, reason) for reason in said]
    assert len(set(texts)) == len(texts)


@pytest.fixture(scope="module")
def said() -> list[tuple[Game, Reason]]:
    """Return what the coach says in a whole game."""
    analyst, chance = Analyst(0, backend=PLAIN), random.Random(5)
    game, found = Game(3, seed=4, seats=["Aya", "Bram", "Chiyo"]), []
    while not game.is_over:
        moves = list(game.legal_moves)
        if len(moves) > 1 and chance.random() < 0.1:
            reasons = [each.reason for each in advise(analyst.analyse(game, Budget(simulations=8)))]
            found += [(game.copy(), reason) for reason in (*reasons, fact_of(game)) if reason is not None]
        game.play(chance.choice(moves))
    return found


@pytest.mark.parametrize("language", languages())
def test_a_reason_is_short_and_has_one_number(said: list[tuple[Game, Reason]], language: str) -> None:
    game = said[0][0]
    words = Words(Catalogue(language), game.components, game.seats)
    texts = {describe_reason(words, game, reason): reason.kind for game, reason in said}
    assert len(set(texts.values())) > 5
    for text, kind in texts.items():
        assert len(text) <= LETTERS, text
        # The name of a stall or of a boat is no number.
        assert kind == "leads" or len(re.findall(r"\d+", text)) <= 1, text


def test_the_same_position_gets_the_same_words() -> None:
    game = at_hire(2)
    analyst = Analyst(0, backend=PLAIN)
    first = advise(analyst.analyse(game, FEW))
    # Neither another search nor another way to the position changes them.
    analyst.analyse(at_hire(4), FEW)
    assert advise(analyst.analyse(game, FEW)) == first
    again = Game.from_position(game.position.to_line())
    assert advise(Analyst(0, backend=PLAIN).analyse(again, FEW)) == first


# --- the look back


def costly(monkeypatch: pytest.MonkeyPatch, loss: float = 0.2) -> None:
    """Let every decision with a choice cost so much, and the first other legal move be the better one."""

    def judge(analyst: Analyst, game: Game, move: Move, budget: Budget) -> tuple[Analysis, MoveAnalysis]:
        played = entry(move.words, 0.4)
        other = next(each for each in game.legal_moves if each != move)
        best = entry(other.words, 0.4 + loss)
        return analysed(game, best, played), played

    monkeypatch.setattr(Analyst, "judge", judge)


def own_month(month: int, seed: int = 3) -> list[Act]:
    """Return what seat 0 does in a month of a random game."""
    chance = random.Random(seed)
    game, decisions = Game(3, seed=seed), []
    while game.month <= month and not game.is_over:
        move = chance.choice(list(game.legal_moves))
        if game.seat == 0 and game.month == month:
            decisions.append((game.ply, game.copy(), move))
        game.play(move)
    return acts_of(decisions)


def test_a_hire_and_its_room_are_one_act() -> None:
    game = at_hire()
    (line,) = hires(game, 1)
    hire, place = line.split(", ")
    after = game.copy()
    after.play(hire)
    acts = acts_of([(7, game, Move(hire)), (8, after, Move(place)), (12, after, Move("move 1"))])
    assert [(act.ply, len(act.moves)) for act in acts] == [(7, 2), (12, 1)]


def test_month_1_has_no_wish_and_later_ones_at_most_one_after_praise(monkeypatch: pytest.MonkeyPatch) -> None:
    costly(monkeypatch)
    analyst = Analyst(0, backend=PLAIN)
    first = look_back(analyst, own_month(1), 1, FEW)
    assert first.good
    assert first.wish is None
    wishes = 0
    for seed in range(8):
        acts = own_month(2, seed)
        look = look_back(analyst, acts, 2, FEW)
        assert len(look.good) <= 2
        if look.wish is not None:
            wishes += 1
            assert look.good
            assert isinstance(look.wish, Remark)
    assert wishes
    # Nothing good was seen: then nothing is said.
    assert look_back(analyst, [], 2, FEW) == look_back(analyst, [], 1, FEW)


def test_a_loss_within_the_error_is_no_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    costly(monkeypatch, 0.02)
    analyst = Analyst(0, backend=PLAIN)
    assert all(look_back(analyst, own_month(2, seed), 2, FEW).wish is None for seed in range(4))


def test_praise_names_the_move_and_its_number() -> None:
    game = Game(2, seed=1, seats=["Hana", "Jiro"])
    while "hire" not in {move.kind for move in game.legal_moves}:
        game.play(game.legal_moves[0])
    act = Act(4, game, (Move("hire book_lender"), Move("place A2")))
    look = look_back(Analyst(0, backend=PLAIN), [act], 1, FEW)
    assert look.good[0].moves == act.moves
    reason = look.good[0].reason
    assert reason is not None
    assert (reason.kind, reason.count) == ("harmony", 4)


def test_a_remark_has_the_card_that_has_left_its_room_since() -> None:
    game, chance = Game(2, seed=1), random.Random(2)
    while True:
        before, move = game.copy(), chance.choice(list(game.legal_moves))
        game.play(move)
        if move.kind == "work" and not rooms_of(game)[move.words.split()[1]].card:
            break
    room = move.words.split()[1]
    look = look_back(Analyst(0, backend=PLAIN), [Act(4, before, (move,))], 1, FEW)
    assert look_back_view_of(look, 1).good[0].rooms == [rooms_of(before)[room]]


def rooms_of(game: Game) -> dict[str, Room]:
    return {room.id: room for room in position_of(game).rooms}


def test_whole_games_have_praise_and_keep_the_rules_of_wishes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every decision is made costly, without a search; `python benchmarks/coach.py` plays fifty games with one."""
    costly(monkeypatch)
    analyst, months, wishes = Analyst(0, backend=PLAIN), [], 0
    for number in range(3):
        for month, look in coach.looks_back(number, analyst, FEW):
            coach.check(month, look)
            months.append((number, month))
            wishes += look.wish is not None
            assert all(remark.reason is not None for remark in look.good)
    assert len(months) == len(set(months))
    assert len(months) >= 36
    assert wishes
