"""The constants of a search."""

from __future__ import annotations

from typing import Annotated

from edokko.rules.fields import Cells, Fields, fields

OPEN, EXPLICIT = range(2)
"""How the tree deals with chance: open loop (a node is a sequence of moves), or nodes of their own for outcomes."""

Number = Annotated[float, Cells("f8")]
Count = Annotated[int, Cells("i8")]


@fields
class Settings(Fields):
    """What steers a search."""

    __slots__ = (
        "bias",
        "chance",
        "exploration",
        "first_play",
        "guided",
        "lines",
        "playout",
        "prior_temperature",
        "prior_uniform",
        "rollout",
        "widening",
        "widening_power",
        "win_share",
    )

    exploration: Number
    """The constant of PUCT: how much the prior counts against the value."""
    prior_temperature: Number
    """The difference of evaluations, in hundredths of an IKI, that makes a move e times as likely."""
    prior_uniform: Number
    """The share of the prior that is the same for all moves."""
    first_play: Number
    """How much below its parent's an unvisited child's value is taken to be, in utility."""
    bias: Number
    """The weight of the progressive bias, which fades with the visits."""
    rollout: Count
    """Random decisions that are played from a new leaf before it is scored."""
    playout: Count
    """How many months a new leaf is played on with greedy moves: with 1, to the beginning of the next one."""
    guided: Count
    """Whether new leaves get priors from the evaluation; else all moves are alike."""
    lines: Count
    """From how many visits on the moves of a hire are weighed by the best lines of the turn that begin with them, as
    those of the root always are and, for they are few, those of the rest of a turn; 0 for never."""
    chance: Count
    """``OPEN`` or ``EXPLICIT``."""
    widening: Number
    """Progressive widening of explicit chance: ``widening * visits ** widening_power`` outcomes."""
    widening_power: Number
    win_share: Number
    """The share of utility that is the chance to win; the rest is the margin."""
