"""The reasons for a move: counts of the game now, at the next payday and at the end, and what opponents are denied."""

from __future__ import annotations

from typing import get_args

import pytest

from edokko import Game
from edokko.catalogue import Catalogue, languages, messages
from edokko.move import Move
from edokko.players.analysis.position import Analysis, MoveAnalysis
from edokko.players.analysis.reasons import FEWEST_VISITS, Reason, ReasonKind, reasons_of
from edokko.players.analysis.text import describe_reason
from edokko.words import Words


def game_at() -> Game:
    """Return a game of two in month 1, in which seat 1 on slot 1 takes its income or hires."""
    game = Game(2, seed=1, seats=["Hana", "Jiro"])
    while "hire" not in {move.kind for move in game.legal_moves}:
        game.play(game.legal_moves[0])
    assert game.seat == 1
    return game


def entry(line: str, visits: int = 100, finals: tuple[float, ...] = (50.0, 60.0)) -> MoveAnalysis:
    moves = tuple(Move(words) for words in line.split(", "))
    return MoveAnalysis(moves[0], visits, 0.5, finals, (0.4, 0.6), moves)


def reasons(game: Game, *entries: MoveAnalysis) -> list[dict[str, Reason]]:
    analysis = Analysis(game.seat, entries, (50.0, 60.0), (0.4, 0.6), 200, "plain", game)
    return [{reason.kind: reason for reason in of} for of in reasons_of(analysis)]


def test_income_is_a_gain_now() -> None:
    (found,) = reasons(game_at(), entry("income, move 1"))
    assert found == {"gains": Reason(kind="gains", amounts={"mon": 4}), "expected": Reason(kind="expected", count=60)}


def test_a_hire_is_judged_with_its_stall() -> None:
    """The Book Lender stands beside the player's other peddler: two kobun times two cards."""
    (found,) = reasons(game_at(), entry("hire book_lender, place A2, move 1"))
    assert found["pays"].count == 3
    assert found["harmony"] == Reason(kind="harmony", count=4, type="peddler", alike=2, month=3)
    assert found["salary"] == Reason(kind="salary", amounts={"mon": 1}, month=3)
    assert found["food"] == Reason(kind="food", needs=2, has=1, month=3)
    apart = reasons(game_at(), entry("hire book_lender, place D2, move 1"))[0]
    assert "harmony" not in apart


def test_another_type_counts_at_the_end() -> None:
    (found,) = reasons(game_at(), entry("hire kite_maker, place D2"))
    assert found["end"].line == "types"
    assert found["end"].count > 0


def before_another_hire() -> tuple[Game, str]:
    """Return a game of three, and a line in which the next seat hires the Monk."""
    game = Game(3, seed=1)
    while "hire" not in {move.kind for move in game.legal_moves}:
        game.play(game.legal_moves[0])
    ahead, line = game.copy(), []
    while ahead.seat == game.seat:
        words = "done" if "done" in {move.kind for move in ahead.legal_moves} else ahead.legal_moves[0].words
        line.append(words)
        ahead.play(words)
    assert Move("hire monk") in ahead.legal_moves
    return game, ", ".join([*line, "hire monk"])


def denied(loss: float, visits: int) -> Reason | None:
    """Return what a hire of the Monk denies the next seat, if that seat has so much less after it."""
    game, line = before_another_hire()
    others = entry(line, finals=(50.0, 50.0, 50.0))
    taken = entry("hire monk, place D2", visits, finals=(50.0 - loss,) * 3)
    return reasons(game, taken, others)[0].get("denies-card")


def test_what_an_opponent_would_take_is_denied_with_its_loss() -> None:
    found = denied(3.4, 100)
    assert found is not None
    assert (found.card, found.count) == ("monk", 3)
    assert found.seat != before_another_hire()[0].seat


def test_nothing_is_denied_without_a_measured_loss() -> None:
    assert denied(0.4, 100) is None
    assert denied(3.4, FEWEST_VISITS - 1) is None


def test_a_move_without_a_number_says_what_it_leads_to() -> None:
    game = game_at()
    game.play("income")
    (found,) = reasons(game, entry("move 1, shop sandals"))
    assert found["leads"] == Reason(kind="leads", move="shop sandals")
    (found,) = reasons(game, entry("move 1"))
    assert list(found) == ["expected"]


def test_a_slot_reaches_squares() -> None:
    game = Game(3, seed=2)
    while "ikizama" not in {move.kind for move in game.legal_moves}:
        game.play(game.legal_moves[0])
    (found,) = reasons(game, MoveAnalysis(Move("ikizama 1-4"), 9, 1.0, (1.0,) * 3, (0.3,) * 3, (Move("ikizama 1-4"),)))
    assert found["chooses"].squares == (1, 2, 3, 4)
    assert found["gains"].amounts == {"mon": 1}


def test_a_search_and_its_reasons_agree_on_every_decision_of_a_game() -> None:
    """Every move of an analysis has reasons, the last of which is the expected score."""
    game, kinds = Game(2, seed=3), set()
    while not game.is_over:
        if len(game.legal_moves) > 1 and game.ply % 9 == 0:
            analysis = game.analyse("40sims")
            for of, move in zip(reasons_of(analysis), analysis.moves, strict=True):
                assert of[-1] == Reason(kind="expected", count=round(move.finals[analysis.seat or 0]))
                kinds |= {reason.kind for reason in of}
        game.play(game.legal_moves[game.ply * 7 % len(game.legal_moves)])
    assert {"pays", "gains", "salary", "end", "expected"} <= kinds


@pytest.mark.parametrize("language", languages())
def test_each_kind_has_a_message(language: str) -> None:
    assert {f"coach-reason-{kind}" for kind in get_args(ReasonKind)} == {
        message for message in messages(language) if message.startswith("coach-reason-")
    }


def at_the_fire_tower(fire: tuple[int, int], order: tuple[int, int]) -> tuple[Game, int]:
    """Return a game of two whose mover stands at the fire tower, and the mover's seat."""
    game = game_at()
    game.play("income")
    position = game.position.to_json()
    for seat, level in enumerate(fire):
        position["players"][seat] |= {"fire": level, "sandals": 5}
    position["fire_order"] = list(order)
    game = Game.from_position(position, seed=1)
    for move in game.legal_moves:
        game.play(move)
        if "shop fire" in game.legal_moves:
            return game, game.seat or 0
        game.undo()
    raise AssertionError("the fire tower is out of reach")


def test_firefighting_says_from_which_stall_on_a_fire_spares_the_cards() -> None:
    game, _ = at_the_fire_tower((2, 2), (0, 1))
    (found,) = reasons(game, entry("shop fire"))
    reason = found["firefighting"]
    month, strength = reason.month, reason.strength
    assert (reason.level, reason.seat) == (3, None)
    assert strength == game.tables.fire_strength[month or 0]
    text = describe_reason(Words(Catalogue("en")), game, reason)
    assert text == f"The next fire spares your cards from stall {(strength or 0) - 2} on."
    # The strength falls by 1 in each stall: there, and not before, the level is enough.
    assert (strength or 0) - ((strength or 0) - 2 - 1) == reason.level


def test_firefighting_too_low_for_the_fire_says_whom_it_passes_in_the_order() -> None:
    game, seat = at_the_fire_tower((0, 0), (0, 1))
    assert seat == 1
    (found,) = reasons(game, entry("shop fire"))
    assert found["overtakes"] == Reason(kind="overtakes", level=1, seat=0)
    text = describe_reason(Words(Catalogue("en"), seats=game.seats), game, found["overtakes"])
    assert text == f"You choose your boat before {game.seats[0]}."
    game, _ = at_the_fire_tower((3, 0), (0, 1))
    (found,) = reasons(game, entry("shop fire"))
    assert not {"firefighting", "overtakes"} & found.keys()
