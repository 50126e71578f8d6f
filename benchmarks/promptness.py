"""Latency of the computer players: the whole turns of each level, and the time until a cancelled search stops.

    python benchmarks/promptness.py [--games 2] [--stops 60]

Times are clock times, as people experience them, so they are longer on a busy machine.
"""

from __future__ import annotations

import argparse
import threading
from statistics import median
from time import perf_counter

from edokko.batch import game_seed
from edokko.game import Game
from edokko.players import Budget, Player, player
from edokko.players.names import levels

PLAYERS = 4
SEED = 2026
MOST_SECONDS = 5.0
"""The maximum time of a level's whole turn, in seconds."""
MOST_STOP_SECONDS = 0.020
"""The maximum time until a cancelled search stops, in seconds."""
RUNNING = 0.1
"""The time that a search runs before it is cancelled, in seconds."""
EVERY = 7
"""One of this many decisions is searched and cancelled."""


def turns(level: str, games: int) -> list[float]:
    """Measure the seconds of each whole turn of a level, in games of four such players.

    A turn is a sequence of decisions of the same seat.
    """
    seconds: list[float] = []
    for number in range(games):
        seats = [player(level, game_seed(SEED, seat)) for seat in range(PLAYERS)]
        game = Game(PLAYERS, seed=game_seed(SEED, number))
        last, spent = None, 0.0
        while game.seat is not None:
            seat = game.seat
            if seat != last and last is not None:
                seconds.append(spent)
                spent = 0.0
            began = perf_counter()
            move = seats[seat].choose(game)
            spent += perf_counter() - began
            last = seat
            game.play(move)
        seconds.append(spent)
    return seconds


def stops(count: int) -> list[float]:
    """Measure the seconds from the stop event to the answer, for searches in the middle of games."""
    searching, other = player("mcts", 1), player("planner", 2)
    seconds: list[float] = []
    number = 0
    while len(seconds) < count:
        game = Game(PLAYERS, seed=game_seed(SEED, number))
        number += 1
        while game.seat is not None and len(seconds) < count:
            if len(game.legal_moves) > 1 and game.ply % EVERY == 0:
                seconds.append(_stop_latency(searching, game))
            game.play(other.choose(game))
    return seconds


def _stop_latency(searching: Player, game: Game) -> float:
    stop = threading.Event()
    stopped_at = [0.0]

    def set_stop() -> None:
        stopped_at[0] = perf_counter()
        stop.set()

    timer = threading.Timer(RUNNING, set_stop)
    timer.start()
    searching.choose(game, Budget(milliseconds=60_000, stop=stop))
    return perf_counter() - stopped_at[0]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How long people wait for the computer players.")
    parser.add_argument("--games", type=int, default=2, metavar="N", help="games of each level (2)")
    parser.add_argument("--stops", type=int, default=60, metavar="N", help="searches to cancel (60)")
    options = parser.parse_args()
    # Warm up, so that loading is not measured.
    for name in levels():
        player(name, 1).choose(Game(PLAYERS, seed=1))
    for name, what in levels().items():
        seconds = turns(name, options.games)
        line = f"{name} ({what}): {len(seconds)} turns, median {median(seconds):.3f} s, longest {max(seconds):.2f} s"
        print(f"{line}; at most {MOST_SECONDS:g} s: {_verdict(max(seconds) <= MOST_SECONDS)}")
    stops(1)
    late = stops(options.stops)
    figures = f"median {1000 * median(late):.1f} ms, longest {1000 * max(late):.1f} ms"
    limit = f"at most {1000 * MOST_STOP_SECONDS:g} ms"
    print(f"cancelled, {len(late)} times: {figures}; {limit}: {_verdict(max(late) <= MOST_STOP_SECONDS)}")


def _verdict(is_held: bool) -> str:
    return "held" if is_held else "NOT held"


if __name__ == "__main__":
    main()
