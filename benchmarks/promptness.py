"""How long people wait: whole turns of each level, and how soon a search that is cancelled stops.

    python benchmarks/promptness.py [--games 2] [--stops 60]

Times are by the clock, for that is what people wait by: on a busy machine they are longer.
"""

from __future__ import annotations

import argparse
import threading
from statistics import median
from time import perf_counter

from edokko.game import Game
from edokko.lab.simulation import game_seed
from edokko.players import Budget, Player, player
from edokko.players.names import levels

PLAYERS = 4
SEED = 2026
MOST_SECONDS = 5.0
"""The floor for a level's whole turn."""
MOST_LATE = 0.020
"""The floor for a search to stop, in seconds."""
RUNNING = 0.1
"""How long a search runs before it is cancelled."""
EVERY = 7
"""Every so many decisions of a game one search is cancelled."""


def turns(level: str, games: int) -> list[float]:
    """Seconds that a level thinks about each whole turn, in games of four of it.

    A turn is all that one seat decides before somebody else does.
    """
    found: list[float] = []
    for number in range(games):
        seats = [player(level, game_seed(SEED, seat)) for seat in range(PLAYERS)]
        game = Game(PLAYERS, seed=game_seed(SEED, number))
        last, spent = None, 0.0
        while game.seat is not None:
            seat = game.seat
            if seat != last and last is not None:
                found.append(spent)
                spent = 0.0
            began = perf_counter()
            move = seats[seat].choose(game)
            spent += perf_counter() - began
            last = seat
            game.play(move)
        found.append(spent)
    return found


def stops(threads: int, count: int) -> list[float]:
    """Seconds from the stop signal to the answer, for searches in the middle of games."""
    searching, other = player(f"mcts:threads={threads}", 1), player("planner", 2)
    found: list[float] = []
    number = 0
    while len(found) < count:
        game = Game(PLAYERS, seed=game_seed(SEED, number))
        number += 1
        while game.seat is not None and len(found) < count:
            if len(game.legal_moves) > 1 and game.ply % EVERY == 0:
                found.append(_stopped(searching, game))
            game.play(other.choose(game))
    return found


def _stopped(searching: Player, game: Game) -> float:
    stop = threading.Event()
    asked = [0.0]

    def ask() -> None:
        asked[0] = perf_counter()
        stop.set()

    timer = threading.Timer(RUNNING, ask)
    timer.start()
    searching.choose(game, Budget(milliseconds=60_000, stop=stop))
    return perf_counter() - asked[0]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How long people wait for the computer players.")
    parser.add_argument("--games", type=int, default=2, metavar="N", help="games of each level (2)")
    parser.add_argument("--stops", type=int, default=60, metavar="N", help="searches to cancel (60)")
    asked = parser.parse_args()
    # What is compiled or loaded at a first call is not measured.
    for name in levels():
        player(name, 1).choose(Game(PLAYERS, seed=1))
    for name, what in levels().items():
        seconds = turns(name, asked.games)
        line = f"{name} ({what}): {len(seconds)} turns, median {median(seconds):.3f} s, longest {max(seconds):.2f} s"
        print(f"{line}; at most {MOST_SECONDS:g} s: {_verdict(max(seconds) <= MOST_SECONDS)}")
    for threads in (1, 2):
        stops(threads, 1)
        late = stops(threads, asked.stops)
        figures = f"median {1000 * median(late):.1f} ms, longest {1000 * max(late):.1f} ms"
        verdict = _verdict(max(late) <= MOST_LATE)
        print(
            f"cancelled, {threads} thread(s), {len(late)} times: {figures}; at most {1000 * MOST_LATE:g} ms: {verdict}"
        )


def _verdict(is_held: bool) -> str:
    return "held" if is_held else "NOT held"


if __name__ == "__main__":
    main()
