"""What makes a position a puzzle, as numbers. docs/play/lessons.md explains them."""

from __future__ import annotations

from edokko.players.analysis.review import MISTAKE

STAGES = {
    "way_of_life": "slot",
    "income_or_hire": "hire",
    "move": "walk",
    "deals": "trade",
    "visit": "visit",
    "guard_or_burn": "loss",
    "starve": "loss",
}
"""The decisions with which a puzzle may begin, and their themes."""

SEATS = ("planner", "greedy", "planner", "policy:temperature=2")
"""The players of the games, which rotate from game to game. Weak moves of others make room for a clearly best reply."""
PLAYERS = (3, 4, 2)
"""The numbers of players, which rotate too."""
EDITION = "2021"

LEAST_WIN, MOST_WIN = 0.08, 0.92
"""The win chances between which a game is still open."""
LEAST_MOVES = 3
"""The minimum number of legal moves of the first decision."""

LOOK = 64
"""Simulations of the quick look that says which moves seem natural."""
NATURAL = 0.1
"""The share of the quick look's simulations from which a move seems natural."""
SCREEN = 400
"""Simulations of the search that chooses positions for the deep search."""
SCREEN_SHARE = 0.6
"""The share of these simulations that the best move needs."""

TREE = 3_000
"""Simulations of each deep search for the best move."""
EACH = 2_500
"""Simulations that each deep search gives to every compared move: all of them begin with it."""
COMPARED = 4
"""The number of moves that are compared: the best and the next ones."""
CONFIRM = 10_000
"""Simulations of the last search, which must choose the same move."""
CLEAR = MISTAKE
"""The difference in win chance between the best move and the next one: any other move is a mistake for a review."""
ERRORS = 4.0
"""The minimum difference as a multiple of its standard error."""

RUNGS = ("greedy", "planner", "mcts:100sims", "mcts:1000sims")
"""The players that try a puzzle. Its difficulty is 1 more than the number of those that miss its line."""
LONGEST = 8
"""The maximum number of moves of a line."""

MOST_OF_A_GAME = 6
"""The most puzzles of one game; they come from different months."""
MOST_OF_A_DIFFICULTY = 0.4
MOST_OF_A_THEME = 0.5
MOST_OF_ONE_MOVE = 0.65
"""The largest shares of the stock that one difficulty, one theme and lines of one move may have."""
