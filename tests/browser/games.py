"""Plays thirty games with a seed each, and prints their moves and ends, in CPython and in the Python of a browser."""

import json

from edokko import Game
from edokko.players import Budget, player

LEVELS = ("easy", "medium:builder", "hard:captain", "champion")
for seed in range(30):
    count = 2 + seed % 3
    game = Game(players=count, edition="2021" if seed % 2 else "2015", seed=seed)
    seats = [player(LEVELS[(seed + seat) % len(LEVELS)], seed=seed) for seat in range(count)]
    moves = []
    while game.seat is not None:
        is_champion = LEVELS[(seed + game.seat) % len(LEVELS)] == "champion"
        move = seats[game.seat].choose(game, Budget(simulations=50) if is_champion else None)
        moves.append(str(move))
        game.play(move)
    print(json.dumps([moves, game.position.to_line()]), flush=True)
