"""The search for hiring costs at which players take the cards of a season about equally often.

A round plays games with the current costs and measures how often each character is hired in a turn in which it lies
in the row. A card that is hired more often than the mean of its season becomes dearer, another cheaper: by ``GAIN``
mon for each unit of log odds, and less in later rounds, so that the costs settle. The round with the least spread
wins. Only substitutes change: costs that a rulebook prints stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import polars as pl

from edokko.components import Components, values
from edokko.lab.data.files import save_plan
from edokko.lab.data.plan import plan_of
from edokko.lab.data.run import run
from edokko.lab.report.data import RunTables, open_tables
from edokko.lab.report.names import SEASONS, card_names, seasons
from edokko.lab.report.statistics.sums import sums

GAIN, DAMPING = 1.5, 0.8
MOST_STEP = 2
"""The most mon that a cost changes in a round."""
CHEAPEST, DEAREST = 1, 12
TABLES = ("games", "offers")
Costs = Mapping[str, int]
Measure = Callable[[Costs], pl.DataFrame]


@dataclass(frozen=True, slots=True)
class Round:
    """A round of the search, with the cost of each card.

    ``shares`` has by card: ``id``, ``season``, ``offered``, ``taken``, and ``share`` with its interval. ``spread`` is
    the standard deviation of the log odds within a season, mean over seasons.
    """

    costs: dict[str, int]
    shares: pl.DataFrame
    spread: float


@dataclass(frozen=True, slots=True)
class Trial:
    """How the games of a round are played: one player sits on every seat, and all rounds deal the same chance."""

    player: str
    players: int
    games: int
    edition: str
    seed: int
    workers: int


def substitutes(components: Components) -> dict[str, int]:
    """Return the costs that are substitutes, by card."""
    season = seasons(components)
    chosen = {value.key for value in values(components) if value.provenance == "substitute"}
    return {
        card: character.cost
        for card, character in components.characters.items()
        if season[card] in SEASONS and f"characters.{card}.cost" in chosen
    }


def calibrate(
    costs: Costs, measure: Measure, rounds: int, finish: Callable[[int, float], None] = lambda done, spread: None
) -> list[Round]:
    """Search costs, from those given, and return all rounds; the search ends early if no cost changes.

    ``measure`` plays games with costs, and returns the columns of :attr:`Round.shares`. ``finish`` receives the number
    of each finished round, and its spread.
    """
    history: list[Round] = []
    current, gain = dict(costs), GAIN
    for _ in range(rounds):
        shares = measure(current)
        history.append(Round(current, shares, _spread(shares)))
        finish(len(history), history[-1].spread)
        following = _next_costs(current, shares, gain)
        if following == current:
            break
        current, gain = following, gain * DAMPING
    return history


def best(history: list[Round]) -> Round:
    """Return the round with the least spread."""
    return min(history, key=lambda each: each.spread)


def _log_odds(shares: pl.DataFrame) -> pl.DataFrame:
    """Add the log odds of each card, with half a case on either side, and their mean in the season."""
    odds = ((pl.col("taken") + 0.5) / (pl.col("offered") - pl.col("taken") + 0.5)).log().alias("odds")
    return shares.with_columns(odds).with_columns(pl.col("odds").mean().over("season").alias("mean"))


def _spread(shares: pl.DataFrame) -> float:
    by_season = _log_odds(shares).group_by("season").agg(pl.col("odds").std())
    return float(np.mean(by_season["odds"].to_numpy()))


def _next_costs(costs: Costs, shares: pl.DataFrame, gain: float) -> dict[str, int]:
    following = dict(costs)
    for row in _log_odds(shares).iter_rows(named=True):
        if row["id"] in following:
            step = round(np.clip(gain * (row["odds"] - row["mean"]), -MOST_STEP, MOST_STEP))
            following[row["id"]] = int(np.clip(following[row["id"]] + step, CHEAPEST, DEAREST))
    return following


# --- games


def measure_with(trial: Trial, components: Components) -> Measure:
    """Return a measure that plays games in a temporary folder."""
    season = seasons(components)

    def measure(costs: Costs) -> pl.DataFrame:
        with TemporaryDirectory(prefix="edokko-calibrate-") as folder:
            return _shares(_play(trial, costs, Path(folder)), season)

    return measure


def _play(trial: Trial, costs: Costs, folder: Path) -> RunTables:
    overlay = folder / "costs.toml"
    overlay.write_text("".join(f"characters.{card}.cost = {cost}\n" for card, cost in costs.items()), encoding="utf-8")
    plan = plan_of(
        {
            "entries": [trial.player],
            "games": trial.games,
            "players": [trial.players],
            "editions": [trial.edition],
            "seed": trial.seed,
            "tables": list(TABLES),
            "overlays": {"costs": str(overlay)},
        }
    )
    place = folder / "run"
    save_plan(place, plan)
    for _ in run(plan, place, workers=trial.workers):
        pass
    return open_tables(place)


def _shares(tables: RunTables, season: dict[str, str]) -> pl.DataFrame:
    offers = tables.scan("offers").filter(pl.col("kind") == "character")
    cells = sums(offers, ["id"], offered=pl.len(), taken=pl.col("taken").sum())
    table = cells.table(
        offered=cells.total("offered"), taken=cells.total("taken"), share=cells.ratio("taken", "offered", is_share=True)
    )
    return table.with_columns(pl.col("id").replace_strict(season).alias("season"))


# --- the overlay

WARNING = """\
# Hiring costs calibrated by edokko: OUR calibration, NOT the printed numbers of the game.
# They are the costs at which the computer player below hires the cards of a season about equally often.
# If you own the game, enter the numbers of your copy instead: see the page on overlays.
"""


def overlay_text(history: list[Round], trial: Trial, components: Components, command: str) -> str:
    """Return an overlay with the costs of the best round, and its evidence as comments."""
    start, chosen = history[0], best(history)
    lines = [
        WARNING.rstrip(),
        "#",
        f"# {command}",
        f"# player {trial.player}, {trial.players} seats, {trial.games:,} games a round, {len(history)} rounds, seed "
        f"{trial.seed}",
        f"# spread of the log odds of a hire within a season: {start.spread:.2f} before, {chosen.spread:.2f} after",
        "# spreads by round: " + ", ".join(f"{each.spread:.2f}" for each in history),
        "#",
        "# Behind each cost: the shipped substitute, and the share of turns with the card in the row that hire it, "
        "before and",
        "# after, with the 95 % interval.",
    ]
    names = card_names(components)
    for season in SEASONS:
        lines += ["", f"# {season}"]
        lines += [
            f"characters.{card}.cost = {chosen.costs[card]}"
            f"  # {names[card]}: {start.costs[card]} before; {_share(start, card)}, then {_share(chosen, card)}"
            for card in chosen.costs
            if seasons(components)[card] == season
        ]
    return "\n".join(lines) + "\n"


def _share(round_: Round, card: str) -> str:
    rows = round_.shares.filter(pl.col("id") == card)
    if not len(rows):
        return "never offered"
    row = rows.row(0, named=True)
    return f"{row['share']:.1%} ({row['share_low']:.1%} to {row['share_high']:.1%})"
