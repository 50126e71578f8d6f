"""Games beyond random play: no hires, all goods bought, one seat scoring, or equal seats.

``python -m tests.web.fullest games`` replays and writes them to ``games.jsonl``. The same seeds give the same games.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from edokko.game import Game
from edokko.move import Move

Weigh = Callable[[Game, Move], float]


def _by_kind(weights: Mapping[str, float]) -> Weigh:
    return lambda game, move: weights.get(move.kind, 1.0)


def _buys(game: Game, move: Move) -> float:
    """Prefer the tobacco shop and the fish market, and sell nothing."""
    if move.kind == "shop":
        goods = sum(word in ("pipe", "pouch", "fish") for word in str(move).split())
        return 1.0 + 60.0 * goods
    if move.kind == "move":
        square = game.preview(move).square
        return 30.0 if square in (4, 7) else 1.0
    return {"income": 8.0, "done": 0.05}.get(move.kind, 1.0)


def _laps(game: Game, move: Move) -> float:
    """Hire, walk far, and let the characters gain experience by laps alone."""
    if move.kind == "ikizama":
        return 12.0 if str(move).endswith("4") else 1.0
    if move.kind == "move":
        return 1.0 + 30.0 * game.preview(move).laps
    return {"hire": 20.0, "work": 0.05, "done": 2.0}.get(move.kind, 1.0)


def _scores(game: Game, move: Move) -> float:
    """Prefer moves that gain IKI."""
    gained = sum(count for what, count in game.preview(move).gain.items() if what in ("iki", "koban", "wood"))
    return 1.0 + 20.0 * gained + {"hire": 5.0, "done": -0.95}.get(move.kind, 0.0)


POLICIES: dict[str, Weigh] = {
    "hoards": _by_kind({"hire": 0.0, "work": 0.2, "done": 0.2}),
    "buys": _buys,
    "laps": _laps,
    "scores": _scores,
}
SEEDS = {"hoards": 1, "buys": 2, "laps": 3, "scores": 4}


def play(policy: str, edition: str, players: int, seed: int) -> str:
    """Play a game and return its record as a line."""
    game = Game(players, edition, seed=seed, seats=[f"{policy} {seat}" for seat in range(players)])
    chance = random.Random(seed)
    while not game.is_over:
        moves = list(game.legal_moves)
        weights = [max(POLICIES[policy](game, move), 0.0) for move in moves]
        game.play(chance.choices(moves, weights)[0] if any(weights) else moves[0])
    return game.to_record().to_line()


def lines() -> list[str]:
    """Play every policy in both editions, with two and with four players."""
    return [
        play(policy, edition, players, 100 * SEEDS[policy] + players)
        for policy in POLICIES
        for edition in ("2021", "2015")
        for players in (2, 4)
    ]
