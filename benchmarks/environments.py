"""Steps per second of the environments, beside those of PettingZoo, OpenSpiel and fastcatan in the same run.

    python benchmarks/environments.py            # the table; exit status 1 if a floor is missed
    python benchmarks/environments.py --seconds 2

Each row plays random legal actions that were chosen beforehand, so only the environment is measured: the observation
and the mask of the seat to move, then its step. Times are CPU time of one thread, the best of at least three passes.
What is not installed has no row: the rows of the others need pygame, chess, rlcard, open_spiel and fastcatan (CPython
3.12 or later, and OMP_NUM_THREADS=1 for one thread).
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from time import process_time
from typing import Any

import numpy as np

from edokko.envs import aec_v0
from edokko.envs.against import IKIAgainstVectorEnv
from edokko.envs.single import IKIEnv
from edokko.envs.vector import IKIVectorEnv

REPEATS = 3
PLAYERS = 4
VECTORS = (4096, 1024, 256, 1)
OPPONENTS = {"random": (1024, 1e6), "greedy": (1024, 1e5), "policy": (1024, None), "planner": (16, None)}
"""What plays against a learner in native code, with the number of games and the steps per second that are required."""
VECTOR_STEPS = 300
"""About a game and its successor."""
AEC_STEPS = 3000
CLASSICS = ("connect_four_v3", "tictactoe_v3", "chess_v6", "leduc_holdem_v4", "texas_holdem_v4")
OPEN_SPIEL = ("tic_tac_toe", "connect_four", "backgammon", "chess", "go")
CATAN_LANES = 1024
CATAN_STEPS = 500

Pass = Callable[[], int]
"""Plays the actions chosen beforehand and returns the number of steps."""


@dataclass(frozen=True, slots=True)
class Row:
    """An environment to measure.

    Attributes:
        name: what it is.
        prepare: chooses the actions and returns what plays them.
        floor: the steps per second that are required; ``None`` for the environments of others.
    """

    name: str
    prepare: Callable[[], Pass]
    floor: float | None = None


def rows() -> Iterator[Row]:
    """Yield every environment that is installed."""
    for count in VECTORS:
        yield Row(f"edokko, vector of {count:,}", partial(vector, count))
        yield Row(
            f"edokko, vector of {count:,}, copy=False", partial(vector, count, False), 1e6 if count == 4096 else None
        )
    for opponent, (count, floor) in OPPONENTS.items():
        name = f"edokko, vector of {count:,} against 3 `{opponent}`, copy=False, the learner's steps"
        yield Row(name, partial(vector, count, False, [opponent] * (PLAYERS - 1)), floor)
    yield Row("edokko, PettingZoo AEC", partial(aec, aec_v0.env(players=PLAYERS)), 5e4)
    yield Row("edokko, PettingZoo AEC, raw_env", partial(aec, aec_v0.raw_env(players=PLAYERS)))
    yield Row("edokko, Gymnasium against 3 random", single)
    if installed("pettingzoo.classic"):
        yield from classics()
    if installed("pyspiel"):
        yield from (Row(f"OpenSpiel, {name}", partial(open_spiel, name)) for name in OPEN_SPIEL)
    if installed("fastcatan"):
        yield Row(f"fastcatan, vector of {CATAN_LANES:,}, masks only", catan)


def installed(module: str) -> bool:
    """Check whether a module can be imported."""
    try:
        importlib.import_module(module)
    except ImportError:
        return False
    return True


def measure(row: Row, seconds: float) -> float:
    """Return the steps per second of CPU time: the best of several passes that take some seconds together."""
    play = row.prepare()
    play()
    best, spent, passes = 0.0, 0.0, 0
    while passes < REPEATS or spent < seconds:
        begin = process_time()
        steps = play()
        took = process_time() - begin
        best, spent, passes = max(best, steps / took), spent + took, passes + 1
    return best


# --- ours


def vector(count: int, copy: bool = True, opponents: Sequence[str] = ()) -> Pass:
    envs = IKIAgainstVectorEnv(count, opponents, copy=copy) if opponents else IKIVectorEnv(count, PLAYERS, copy=copy)
    generator = np.random.default_rng(1)
    observations, _ = envs.reset(seed=1)
    steps = VECTOR_STEPS if opponents else max(VECTOR_STEPS, 50_000 // count)
    moves = np.empty((steps, count), np.int64)
    for step in range(steps):
        moves[step] = np.argmax(generator.random((count, 447), np.float32) * observations["action_mask"], axis=1)
        observations, *_ = envs.step(moves[step])

    def play() -> int:
        envs.reset(seed=1)
        for row in moves:
            envs.step(row)
        return moves.size

    return play


def single() -> Pass:
    env = IKIEnv(["random"] * (PLAYERS - 1))
    generator = random.Random(1)
    moves = []
    observation, _ = env.reset(seed=1)
    over = False
    while not over:
        moves.append(generator.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        observation, _, over, _, _ = env.step(moves[-1])

    def play() -> int:
        env.reset(seed=1)
        for move in moves:
            env.step(move)
        return env.game.ply

    return play


# --- any environment of PettingZoo


def aec(env: Any) -> Pass:
    generator = random.Random(1)
    games: list[list[int]] = []
    while sum(map(len, games)) < AEC_STEPS:
        env.reset(seed=len(games))
        games.append(list(_actions(env, generator)))

    def play() -> int:
        for seed, game in enumerate(games):
            env.reset(seed=seed)
            for action in game:
                env.last()
                env.step(action)
        return sum(map(len, games))

    return play


def _actions(env: Any, generator: random.Random) -> Iterator[int]:
    """Play one game of an environment at random and yield its actions, at most as many as a pass has."""
    for _ in range(AEC_STEPS):
        observation, _, termination, truncation, info = env.last()
        if termination or truncation:
            return
        mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
        action = generator.choice(np.flatnonzero(mask).tolist())
        yield action
        env.step(action)


def classics() -> Iterator[Row]:
    """Yield PettingZoo's classic games whose packages are installed."""
    for name in CLASSICS:
        try:
            module = importlib.import_module("pettingzoo.classic")
            env = getattr(module, name).env()
        except Exception as error:  # PettingZoo raises several kinds for a missing package
            print(f"PettingZoo, {name}: not measured ({error})", file=sys.stderr)
            continue
        yield Row(f"PettingZoo, {name}", partial(aec, env))


# --- games of OpenSpiel


def open_spiel(name: str) -> Pass:
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game(name)
    generator = random.Random(1)
    games: list[list[int]] = []
    while sum(map(len, games)) < AEC_STEPS:
        state = game.new_initial_state()
        games.append([])
        while not state.is_terminal():
            games[-1].append(generator.choice(state.legal_actions()))
            state.apply_action(games[-1][-1])

    def play() -> int:
        for actions in games:
            state = game.new_initial_state()
            for action in actions:
                if not state.is_chance_node():
                    state.observation_tensor(state.current_player())
                    state.legal_actions_mask()
                state.apply_action(action)
        return sum(map(len, games))

    return play


# --- fastcatan


def catan() -> Pass:
    """Write the masks and step; the batch of fastcatan has no observations."""
    fastcatan = importlib.import_module("fastcatan")
    generator = np.random.default_rng(1)
    masks = np.zeros((CATAN_LANES, fastcatan.MASK_WORDS), np.uint64)
    ended = np.zeros(CATAN_LANES, np.uint8)
    moves = np.empty((CATAN_STEPS, CATAN_LANES), np.uint32)

    def begin() -> Any:
        games = fastcatan.BatchedEnv(CATAN_LANES, 1)
        games.reset()
        return games

    games = begin()
    for step in range(CATAN_STEPS):
        games.write_masks(masks)
        legal = np.unpackbits(masks.view(np.uint8), axis=1, bitorder="little")
        moves[step] = np.argmax(generator.random(legal.shape, np.float32) * legal, axis=1)
        games.step_autoreset(moves[step], ended)

    def play() -> int:
        games = begin()
        for row in moves:
            games.write_masks(masks)
            games.step_autoreset(row, ended)
        return moves.size

    return play


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="the least CPU time of a row")
    seconds = parser.parse_args().seconds
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    print("| environment | steps/s |\n|---|---|")
    missed = []
    for row in rows():
        speed = measure(row, seconds)
        print(f"| {row.name} | {written(speed)} |", flush=True)
        if row.floor is not None and speed < row.floor:
            missed.append(f"{row.name}: {written(speed)}, required {written(row.floor)}")
    sys.exit("\n".join(missed) if missed else 0)


def written(speed: float) -> str:
    """Return a speed with two digits, such as 1.8M."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if speed >= size:
            return f"{speed / size:.2g}{unit}" if speed < 100 * size else f"{speed / size:.0f}{unit}"
    return f"{speed:.0f}"


if __name__ == "__main__":
    main()
