"""A made-up run with known answers: what a report must find is planted here."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl

from edokko.components import load
from edokko.lab.report.subjects.styles import HOLDINGS
from edokko.rules.scoring import LINES

PLAYERS = 3
ENTRIES = ("strong", "middling", "weak")
SKILL = (6.0, 0.0, -6.0)
SEAT = (3.0, 0.0, -3.0)
DEAL, REST, FIRE = 5.0, 6.0, 4.0
"""Standard deviations of the deal of a block for a seat and of the rest, and the IKI that a burnt card costs."""
BURN_CHANCE = 0.3
GOOD_CARD, IDLE_CARD = "carpenter", "soap_bubble_man"
"""One card brings ``CARD_EFFECT``; the other nothing, but strong players and the first seat take it more often."""
CARD_EFFECT = 5.0
SLOPE = -0.6
HALF_PRICES = {"carpenter": 5.0, "soap_bubble_man": 4.0, "dice_maker": 1.5, "monk": 3.0}
FREE_CARD = "kite_maker"
"""A card that is offered for nothing in a run with a fault."""
MONTHS = (1, 2, 3)
RESULT_PARTS = ("players", "seat", "deal", "fires", "rest")


def write_run(
    folder: Path, blocks: int, seed: int = 1, *, price_demand: bool = False, has_free_card: bool = False
) -> None:
    """Write the tables of a run.

    Args:
        folder: the run.
        blocks: blocks of three games, in which every player holds every seat once under the same chance.
        seed: of the made-up chance.
        price_demand: whether offers follow the planted demand; otherwise they follow strength and seat.
        has_free_card: whether a card that is worth more than any price seen is offered for nothing too.
    """
    generator = np.random.default_rng(seed)
    games = blocks * PLAYERS
    game = np.arange(games)
    block, rotation = game // PLAYERS, game % PLAYERS
    player = (np.arange(PLAYERS)[None, :] + rotation[:, None]) % PLAYERS
    deal = generator.normal(0, DEAL, (blocks, PLAYERS))[block]
    burnt = generator.random((games, PLAYERS)) < BURN_CHANCE
    offers, taken = (_demand if price_demand else _confounded)(generator, games, player)
    if has_free_card:
        nothing, wanted = np.zeros(games, np.int16), generator.random(games) < 0.95
        offers = pl.concat(
            [offers, _offer(games, 0, FREE_CARD, nothing, wanted, 1).with_columns(printed=0)], how="vertical_relaxed"
        )
    score = 60 + np.array(SKILL)[player] + np.array(SEAT)[None, :] + deal - FIRE * burnt + CARD_EFFECT * taken
    score = np.rint(score + generator.normal(0, REST, score.shape)).astype(np.int64)
    order = score + generator.random(score.shape) / 2  # breaks ties evenly
    _write(
        folder, "games", _games(score, order, block, rotation, player).with_columns(seed=pl.col("block") + 1000 * seed)
    )
    _write(folder, "seats", _seats(score, order, player))
    _write(folder, "months", _months(score, generator))
    _write(folder, "offers", offers)
    _write(folder, "fires", _fires(burnt))
    if not price_demand:
        _write(folder, "cards", offers.select("game", "kind", "id"))


def _write(folder: Path, name: str, frame: pl.DataFrame) -> None:
    place = folder / name / "edition=2021" / f"players={PLAYERS}"
    place.mkdir(parents=True)
    frame.write_parquet(place / "0.parquet")


def _games(
    score: np.ndarray, order: np.ndarray, block: np.ndarray, rotation: np.ndarray, player: np.ndarray
) -> pl.DataFrame:
    ordered = np.sort(score, axis=1)
    return pl.DataFrame(
        {
            "game": np.arange(len(score)),
            "block": block,
            "rotation": rotation.astype(np.int8),
            "overlay": "",
            "seating": [",".join(ENTRIES[place] for place in row) for row in player],
            "decisions": 100 + block % 7,
            "branching": (100 + block % 7) * 5,
            "winner": order.argmax(axis=1).astype(np.int8),
            "score": ordered[:, -1],
            "margin": ordered[:, -1] - ordered[:, -2],
        }
    )


def _seats(score: np.ndarray, order: np.ndarray, player: np.ndarray) -> pl.DataFrame:
    games = len(score)
    place = (-order).argsort(axis=1).argsort(axis=1) + 1
    others = np.stack([np.delete(score, seat, axis=1).max(axis=1) for seat in range(PLAYERS)], axis=1)
    return pl.DataFrame(
        {
            "game": np.repeat(np.arange(games), PLAYERS),
            "seat": np.tile(np.arange(PLAYERS, dtype=np.int8), games),
            "entry": [ENTRIES[number] for number in player.ravel()],
            "score": score.ravel(),
            "place": place.ravel().astype(np.int8),
            "win": place.ravel() == 1,
            "margin": (score - others).ravel(),
            "points_track": score.ravel(),
            **{f"points_{line}": np.zeros(score.size, np.int16) for line in LINES if line != "track"},
            **{name: (score.ravel() + place) % (place + 2) for place, name in enumerate(HOLDINGS)},
            "retired": 2,
        }
    )


def _months(score: np.ndarray, generator: np.random.Generator) -> pl.DataFrame:
    """Return the standings: level at the start, a third of the final lead with noise after that."""
    rows = []
    for month in range(len(MONTHS)):
        level = np.zeros_like(score) if month == 0 else score // 3 + generator.integers(-9, 10, score.shape)
        rows.append(
            pl.DataFrame(
                {
                    "game": np.repeat(np.arange(len(score)), PLAYERS),
                    "month": np.full(score.size, month, dtype=np.int8),
                    "seat": np.tile(np.arange(PLAYERS, dtype=np.int8), len(score)),
                    "score": level.ravel(),
                    "place": ((-level).argsort(axis=1).argsort(axis=1) + 1).ravel().astype(np.int8),
                }
            )
        )
    return pl.concat(rows)


def _offer(games: int, seat: int, card: str, price: np.ndarray, taken: np.ndarray, month: int) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "game": np.arange(games),
            "month": np.full(games, month, dtype=np.int8),
            "turn": np.full(games, seat, dtype=np.int8),
            "seat": np.full(games, seat, dtype=np.int8),
            "kind": "character",
            "id": card,
            "price": price.astype(np.int16),
            "printed": load().characters[card].cost,
            "mon": np.full(games, 9, dtype=np.int16),
            "affordable": True,
            "taken": taken,
        }
    )


def _confounded(
    generator: np.random.Generator,
    games: int,
    player: np.ndarray,
) -> tuple[pl.DataFrame, np.ndarray]:
    """Offer both cards in month 1: strong players and the first seat take the idle card; all take the good one."""
    parts, good = [], np.zeros(player.shape, dtype=bool)
    for seat in range(PLAYERS):
        eager = 0.55 - 0.2 * player[:, seat] - 0.05 * seat
        idle = generator.random(games) < np.clip(eager, 0.02, 0.9)
        good[:, seat] = ~idle & (generator.random(games) < 0.3)
        price = np.full(games, 3)
        parts += [
            _offer(games, seat, IDLE_CARD, price, idle, 1),
            _offer(games, seat, GOOD_CARD, price, good[:, seat], 1),
        ]
    return pl.concat(parts), good


def _demand(
    generator: np.random.Generator,
    games: int,
    player: np.ndarray,
) -> tuple[pl.DataFrame, np.ndarray]:
    parts = []
    for seat in range(PLAYERS):
        for card, half in HALF_PRICES.items():
            price = generator.integers(0, 7, games)
            taken = generator.random(games) < 1 / (1 + np.exp(-SLOPE * (price - half)))
            parts.append(_offer(games, seat, card, price, taken, 1))
    return pl.concat(parts), np.zeros(player.shape, dtype=bool)


def _fires(burnt: np.ndarray) -> pl.DataFrame:
    game, seat = np.nonzero(burnt)
    return pl.DataFrame({"game": game, "seat": seat.astype(np.int8), "outcome": "burnt", "month": 5, "room": "A1"})


def planted_shares() -> dict[str, float]:
    """Return each part's share in the variance of a score less the mean of its table, for runs without cards' effects.

    Taking the mean of the table away leaves ``1 - 1/players`` of the variance of independent parts.
    """
    kept = 1 - 1 / PLAYERS
    variances = {
        "players": float(np.var(SKILL)),
        "seat": float(np.var(SEAT)),
        "deal": kept * DEAL**2,
        "fires": kept * FIRE**2 * BURN_CHANCE * (1 - BURN_CHANCE),
        "rest": kept * (REST**2 + 1 / 12),
    }
    total = sum(variances.values())
    return {name: variances[name] / total for name in RESULT_PARTS}


def decisions(run: Path, games: int) -> pl.DataFrame:
    """Write a table of decisions into a run: greedy loses 4 IKI at one kind of decision in half of the games.

    Args:
        run: the folder.
        games: the games that have decisions.
    """
    game = np.arange(games)
    rows = []
    for phase, loss, near in (("income_or_hire", 4.0, 1), ("way_of_life", 0.0, 3)):
        loses = (game % 2 == 0) & (loss > 0)
        rows.append(
            pl.DataFrame(
                {
                    "game": game,
                    "phase": phase,
                    "kind": "hire" if loss else "ikizama",
                    "options": 5,
                    "near": near,
                    "loss": np.where(loses, loss / 2, 0.0),
                    "greedy_loss": np.where(loses, loss, 0.0),
                    "own_change": 3 if loss else 0,
                    "others_change": -1 if loss else 0,
                }
            )
        )
    frame = pl.concat(rows)
    _write(run, "decisions", frame)
    return frame
