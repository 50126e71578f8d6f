"""The reasons for a move in words."""

from __future__ import annotations

from edokko.game import Game
from edokko.move import Move
from edokko.players.analysis.reasons import Reason
from edokko.words import Words, move_name


def describe_reason(words: Words, game: Game, reason: Reason) -> str:
    """Return a reason for a move as a sentence.

    Args:
        words: the language and the names.
        game: the game before the move; it is not changed.
        reason: one of :func:`edokko.players.analysis.reasons.reasons_of`.
    """
    return words.text(
        f"coach-reason-{reason.kind}",
        count=reason.count,
        amount=words.amount("mon", reason.count),
        changes=words.changes(reason.amounts),
        hungry=reason.hungry,
        stall=reason.stall,
        room=reason.room or "",
        slot=reason.slot or "",
        seat=words.seat(reason.seat),
        card=words.card(reason.card) if reason.card else "",
        token=words.token(reason.token) if reason.token else "",
        type=words.type(reason.type) if reason.type else "",
        line=words.text(f"score-{reason.line}") if reason.line else "",
        squares=words.either(map(words.shop, reason.squares)),
        move=move_name(words, game, Move(reason.move)) if reason.move else "",
    )
