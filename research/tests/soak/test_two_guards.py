"""The rarest event, two guards of one seat in one fire, is reached by biased play."""

from random import Random

from edokko import Game
from edokko_research.soak.policies import BY_NAME


def test_the_guardian_spends_two_guards_in_one_fire() -> None:
    game = Game(players=4, seed=7571)
    random = Random(7571)
    while not game.is_over:
        game.play(
            game.legal_moves[
                game.legal_moves.numbers.index(BY_NAME["guardian"].choose(game.state, game.legal_moves.numbers, random))
            ]
        )
    fires: list[list[int | None]] = []
    for event in game.events:
        if event.kind == "fire_broke_out":
            fires.append([])
        if event.kind == "token_spent":
            fires[-1].append(event.seat)
    assert [len(guards) for guards in fires] == [0, 0, 2]
    assert len(set(fires[2])) == 1
