"""The constants of a search."""

from __future__ import annotations

from typing import Annotated

from edokko.rules.engine.fields import Cells, Fields, fields

Number = Annotated[float, Cells("f8")]
Count = Annotated[int, Cells("i8")]


@fields
class Settings(Fields):
    """The constants of a search."""

    exploration: Number
    """The exploration constant of PUCT: the weight of the prior against the value."""
    prior_temperature: Number
    """The temperature of the prior: a move that is better by so many hundredths of an IKI is e times as likely."""
    prior_uniform: Number
    """The share of the prior that is uniform over all moves."""
    first_play: Number
    """The first-play urgency reduction: an unvisited child counts as its parent's value less this, in utility."""
    bias: Number
    """The weight of the progressive bias, which decays with the visits."""
    rollout: Count
    """The number of random plies that are played from a new leaf before it is scored."""
    playout: Count
    """The length of the playout from a new leaf, in months: 1 plays to the beginning of the next month."""
    guided: Count
    """Whether the evaluation gives new leaves their priors; else the priors are uniform."""
    lines: Count
    """The number of visits from which a node in the hire phase gets priors from complete lines of its turn; 0 turns
    priors from lines off. Nodes in later phases have few lines, so they get them at once, and so does the root."""
    win_share: Number
    """The share of the win chance in the utility; the rest is the margin."""
