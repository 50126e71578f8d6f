"""The policy network as a player: temperatures, senseless moves that it never plays, and styles."""

from __future__ import annotations

import pytest

from edokko import Game, Move
from edokko.native.backends import NATIVE, PLAIN
from edokko.players import player, styles
from edokko.players.champion.player import ChampionPlayer
from edokko.players.champion.policy import PolicyPlayer
from edokko.players.champion.stored import empty_network
from edokko.players.evaluation.style import Style, liking
from edokko.rules.state import SANDALS
from tests.helpers.networks import random_network
from tests.players.champion.test_policy import decisions, logits

HOT = "policy:temperature=100"


def played(game: Game, move: Move) -> Game:
    after = game.copy()
    after.play(move)
    return after


@pytest.mark.parametrize(("players", "edition"), [(2, "2015"), (4, "2021")])
@pytest.mark.parametrize("temperature", [0.01, 2.0])
def test_plain_and_native_players_draw_the_same_moves(players: int, edition: str, temperature: float) -> None:
    network, style = random_network(3), styles()["builder"]
    native, plain = (
        PolicyPlayer(5, temperature, style=style, network=network, backend=backend) for backend in (NATIVE, PLAIN)
    )
    for game in decisions(players, edition):
        assert native.choose(game) == plain.choose(game)


def test_a_cold_player_plays_the_sensible_move_with_the_highest_prior() -> None:
    network = random_network(4)
    cold, hot = (PolicyPlayer(1, temperature, network=network) for temperature in (0.01, 100))
    agree = 0
    for game in decisions(4, "2021"):
        priors = dict(zip(game.legal_moves, logits(network, game, PLAIN), strict=True))
        sensible = {hot.choose(game) for _ in range(300)}
        # At this temperature, a difference of 0.1 is one of ten.
        assert priors[cold.choose(game)] > max(priors[move] for move in sensible) - 0.1
        agree += len(sensible) > 1
    assert agree > 10


def test_a_hotter_player_strays_more() -> None:
    games = decisions(4, "2021")
    best = [player("policy:temperature=0.01", 1).choose(game) for game in games]
    strays = []
    for temperature in (0.3, 1, 5):
        drawing = player(f"policy:temperature={temperature}", 2)
        strays.append(sum(drawing.choose(game) != move for game, move in zip(games * 10, best * 10, strict=True)))
    assert strays == sorted(set(strays))


def test_even_the_hottest_player_wastes_neither_deals_nor_sandals() -> None:
    """No turn ends while a deal is there that costs nothing, and no walk costs sandals that a free one would spare."""
    free_deals = walks = 0
    for seed in range(12):
        game, mover = Game(4, seed=seed), player(HOT, seed)
        while (seat := game.seat) is not None:
            move = mover.choose(game)
            before = game.state.resources[seat].copy()
            if str(move) == "done":
                for deal in (other for other in game.legal_moves if other != move):
                    after = played(game, deal)
                    gains = [new - old for new, old in zip(after.state.resources[seat], before, strict=True)]
                    improves = after.score()[seat].total > game.score()[seat].total and min(gains) >= 0
                    assert not improves, f"seed {seed}, ply {len(game.moves)}: {deal} was free"
                free_deals += 1
            if str(move).startswith("move "):
                walks += before[SANDALS] > played(game, move).state.resources[seat][SANDALS]
            game.play(move)
    assert free_deals > 100
    assert walks > 0, "sandals that gain something are spent"


def test_four_easy_players_score_what_new_people_do() -> None:
    totals = []
    for seed in range(25):
        game, mover = Game(4, seed=seed), player("easy", seed)
        while game.seat is not None:
            game.play(mover.choose(game))
        totals += [sheet.total for sheet in game.score()]
    assert 68 < sum(totals) / len(totals) < 85


@pytest.mark.parametrize("name", styles())
def test_a_style_is_liked_and_shows_in_what_is_played(name: str) -> None:
    """One player with the style against three without, in the same deals: it ends with more of what it likes."""
    style, likes = styles()[name], {True: 0.0, False: 0.0}
    for seed in range(30):
        game = Game(4, seed=seed)
        movers = [player(f"medium:{name}" if seat == seed % 4 else "medium", seed + seat) for seat in range(4)]
        while (seat := game.seat) is not None:
            game.play(movers[seat].choose(game))
        for seat in range(4):
            is_styled = seat == seed % 4
            likes[is_styled] += liking(game.tables, game.state, seat, style) / (1 if is_styled else 3)
    # The others hire and climb on the fire track anyway.
    assert likes[True] > {"builder": 1.3, "fisher": 1.5}.get(name, 1.0) * likes[False]


def test_a_search_counts_what_its_player_likes() -> None:
    """A building for which it likes 30 IKI raises what it expects for its own seat, and for no other."""
    game, builder = at_construction_site(), Style()
    assert game.seat is not None
    builder.building = 30.0
    expected = []
    for style in (builder, None):
        moves = ChampionPlayer(1, "200sims", network=empty_network(), style=style).search(game)
        built = next(each for each in moves if str(each.move).startswith("shop build"))
        expected.append([total / built.new_visits for total in built.finals])
    gains = [fond - plain for fond, plain in zip(*expected, strict=True)]
    assert gains[game.seat] > 20
    assert all(abs(gain) < 5 for seat, gain in enumerate(gains) if seat != game.seat)


def at_construction_site() -> Game:
    """Return a position in which a building can be bought."""
    for seed in range(50):
        game, mover = Game(4, seed=seed), player("greedy", 3)
        while game.seat is not None:
            if any(str(move).startswith("shop build") for move in game.legal_moves):
                return game
            game.play(mover.choose(game))
    raise AssertionError("nothing can be built")
