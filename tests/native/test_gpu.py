"""The kernel for a GPU: compiled for the processor it plays the games of the rules, and NVIDIA's compiler takes it."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import gpu
from edokko.components import load
from edokko.game import Game
from edokko.move import Move
from edokko.rules.state import State
from edokko.rules.tables import tables_for

GAMES = 40
PLAYERS = 3
# What CUDA has and C++ lacks, and a loop in place of the threads.
PROCESSOR = """
#define __CUDACC__
#define __global__
static struct { int x; } blockIdx, blockDim = {1}, threadIdx;
"""
LOOP = """
extern "C" __attribute__((visibility("default"))) void play(void *tables, void *games, void *decisions, long count) {
    for (blockIdx.x = 0; blockIdx.x < count; blockIdx.x++)
        play_random_games((Tables *)tables, (State *)games, (int64_t *)decisions, count);
}
"""


def expected(number: int) -> tuple[State, int]:
    """Return the end of a game that the plain rules play, and its decisions."""
    game, random = Game(PLAYERS, seed=number), number + 1
    while not game.is_over:
        random ^= random << 13 & 0xFFFFFFFF
        random ^= random >> 17
        random ^= random << 5 & 0xFFFFFFFF
        moves = game.legal_moves
        game.play(Move.of(moves[random % len(moves)].number))
    return game.state, len(game.moves)


@pytest.mark.skipif(not shutil.which("c++"), reason="no C++ compiler")
def test_the_kernel_plays_the_games_of_the_rules(tmp_path: Path) -> None:
    file, library = tmp_path / "gpu.cpp", tmp_path / "gpu.so"
    file.write_text(PROCESSOR + gpu.kernel_text() + LOOP, encoding="utf-8")
    words = ["c++", "-O1", "-w", "-fwrapv", "-shared", "-fPIC", "-o", str(library), str(file)]
    subprocess.run(words, check=True)
    tables, games = tables_for(load("2021"), PLAYERS).to_records(), np.zeros(GAMES, State.dtype)
    decisions = np.zeros(GAMES, np.int64)
    pointers = [ctypes.c_void_p(array.ctypes.data) for array in (tables, games, decisions)]
    ctypes.CDLL(str(library)).play(*pointers, ctypes.c_long(GAMES))
    for number in range(GAMES):
        state, count = expected(number)
        assert (State.read(games, number), decisions[number]) == (state, count)


@pytest.mark.skipif(not gpu.has_compiler(), reason="no NVIDIA compiler: pip install nvidia-cuda-nvrtc-cu12")
def test_the_compiler_for_gpus_takes_the_kernel() -> None:
    binary, log = gpu.compile_kernel(gpu.kernel_text(), "sm_90")
    assert binary[:4] == b"\x7fELF"
    assert "0 bytes spill stores" in log
    with pytest.raises(gpu.CompilerFailed, match="NoSuchThing"):
        gpu.compile_kernel("NoSuchThing thing;", "sm_90")
