"""Let the tree search of OpenSpiel play a game of IKI against random moves.

    python examples/open_spiel_mcts.py --simulations 20

`import edokko.envs.open_spiel` makes the game `iki` known to OpenSpiel (`pip install 'edokko[openspiel]'`). Its search
is written in Python and plays random games to their end, so each simulation takes a few milliseconds. `mcts` of this
package is far faster and stronger.
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

import edokko.envs.open_spiel  # noqa: F401 registers the game


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--simulations", type=int, default=20, help="simulations of each decision (%(default)s)")
    parser.add_argument("--moves", type=int, default=1000, help="stop after this many moves")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    stream = np.random.RandomState(arguments.seed)
    game = pyspiel.load_game("iki(players=2,edition=2021)")
    bot = MCTSBot(game, 1.4, arguments.simulations, RandomRolloutEvaluator(1, stream), random_state=stream)
    state = game.new_initial_state()
    moves = 0
    while not state.is_terminal() and moves < arguments.moves:
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(stream.choice(outcomes, p=probabilities)))
            continue
        seat = state.current_player()
        action = bot.step(state) if seat == 0 else int(stream.choice(state.legal_actions()))
        print(f"seat {seat}: {state.action_to_string(action)}")
        state.apply_action(action)
        moves += 1
    print(f"\n{state}\nreturns: {state.returns()}")


if __name__ == "__main__":
    main()
