"""The rows agree with each other, with the schema, and with the records of the same games."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq
import pytest
from polars.testing import assert_frame_equal

from edokko import Game
from edokko.components.model import GOODS, RESOURCES
from edokko.lab.data.files import arrow_schema
from edokko.lab.data.schema import TABLES
from edokko.rules.scoring import LINES
from tests.helpers.runs import played, rows

GAME = ["edition", "players", "game"]
SEAT = [*GAME, "seat"]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All tables and the records of games in both editions with two, three and four players."""
    return played(
        tmp_path_factory.mktemp("lab") / "run",
        entries=["greedy", "random", "greedy", "random"],
        games=12,
        players=[2, 3, 4],
        editions=["2021", "2015"],
        tables=list(TABLES),
        records=True,
        decisions={"share": 0.1},
    )


def amounts(run: Path) -> pl.DataFrame:
    """Return the sum of the flows of each seat and resource, a column a resource."""
    sums = rows(run, "flows").group_by(*SEAT, "resource").agg(pl.col("amount").cast(pl.Int64).sum())
    return sums.pivot("resource", index=SEAT, values="amount").fill_null(0).sort(SEAT)


def test_every_file_has_the_schema(run: Path) -> None:
    for name, table in TABLES.items():
        files = list(run.glob(f"{name}/*/*/*.parquet"))
        assert files, name
        for file in files:
            assert pq.read_schema(file).equals(arrow_schema(table)), file
            assert pq.ParquetFile(file).metadata.row_group(0).column(0).compression == "ZSTD"


def test_keys_are_unique_and_rows_are_sorted_by_them(run: Path) -> None:
    for name, table in TABLES.items():
        for file in run.glob(f"{name}/*/*/*.parquet"):
            keys = pq.read_table(file, columns=list(table.key)).to_pylist()
            values = [tuple(key[column] for column in table.key) for key in keys]
            assert values == sorted(set(values)), file


def test_flows_add_up_to_the_final_resources(run: Path) -> None:
    ends = rows(run, "seats").with_columns(iki=pl.col("points_track")).select(*SEAT, *RESOURCES)
    assert_frame_equal(amounts(run).select(*SEAT, *RESOURCES), ends.sort(SEAT), check_dtypes=False)


def test_flows_add_up_to_the_resources_of_every_month(run: Path) -> None:
    flows, months = rows(run, "flows"), rows(run, "months")
    for resource in RESOURCES:
        own = flows.filter(pl.col("resource") == resource).group_by(*SEAT, "month").agg(pl.col("amount").sum())
        both = months.join(own, on=[*SEAT, "month"], how="left").sort(*SEAT, "month")
        running = both.select(pl.col("amount").fill_null(0).cast(pl.Int64).cum_sum().over(SEAT)).to_series()
        assert running.to_list() == both[resource].to_list(), resource


def test_records_replay_to_the_same_scores(run: Path) -> None:
    seats = {row[0]: row[1:] for row in rows(run, "seats").group_by("game", maintain_order=True).agg(pl.all()).rows()}
    names = [name for name in rows(run, "seats").columns if name != "game"]
    count = 0
    for file in run.glob("records/*/*/*.jsonl"):
        table = pq.read_table(run / "games" / file.relative_to(run / "records").with_suffix(".parquet"))
        for row, line in zip(table.to_pylist(), file.read_text().splitlines(), strict=True):
            record, columns = json.loads(line), dict(zip(names, seats[row["game"]], strict=True))
            game = Game.from_record(record)
            assert game.is_over
            assert int(record["seed"], 16) == row["seed"]
            assert record["seats"] == columns["entry"]
            assert [sheet.total for sheet in game.score()] == columns["score"]
            assert [game.ranking.index(seat) + 1 for seat in range(game.players)] == columns["place"]
            for line_name in LINES:
                assert [sheet.lines[line_name] for sheet in game.score()] == columns[f"points_{line_name}"]
            count += 1
    assert count == rows(run, "games").height


def test_the_last_month_is_the_end_of_the_game(run: Path) -> None:
    last = rows(run, "months").filter(pl.col("month") == 13)
    seats = rows(run, "seats").with_columns(goods=pl.col("fish") + pl.col("pipes") + pl.col("pouches"))
    columns = [
        *SEAT,
        *GOODS[:-1],
        "fire",
        "fire_place",
        "characters",
        "buildings",
        "retired",
        "goods",
        "score",
        "place",
    ]
    assert_frame_equal(last.select(columns).sort(SEAT), seats.select(columns).sort(SEAT), check_dtypes=False)


def test_winner_margin_and_score_of_a_game_are_those_of_its_seats(run: Path) -> None:
    winners = rows(run, "seats").filter("win").select(*GAME, "seat", "score", "margin").sort(GAME)
    games = rows(run, "games").select(*GAME, pl.col("winner").alias("seat"), "score", "margin").sort(GAME)
    assert_frame_equal(winners, games, check_dtypes=False)
    best = rows(run, "seats").group_by(GAME).agg(pl.col("score").max()).sort(GAME)
    assert best["score"].to_list() == games["score"].to_list()


def test_types_are_those_of_all_own_characters(run: Path) -> None:
    seats = rows(run, "seats")
    types = [name for name in seats.columns if name.startswith("type_")]
    sums = seats.select(total=pl.sum_horizontal(types), cards=pl.col("characters") + pl.col("retired"))
    assert sums["total"].to_list() == sums["cards"].to_list()


def test_hires_end_where_the_seats_have_them(run: Path) -> None:
    hires, builds = rows(run, "hires"), rows(run, "builds")
    seats = rows(run, "seats").sort(SEAT)
    for frame, end, column in (
        (hires, "board", "characters"),
        (hires, "retired", "retired"),
        (builds, "board", "buildings"),
    ):
        counts = frame.filter(pl.col("fate") == end).group_by(SEAT).len("count")
        both = seats.join(counts, on=SEAT, how="left").sort(SEAT)
        assert both["count"].fill_null(0).to_list() == seats[column].to_list(), (end, column)


def test_what_was_paid_for_hires_is_what_flowed(run: Path) -> None:
    paid = rows(run, "hires").group_by(SEAT).agg(pl.col("paid").sum()).sort(SEAT)
    surcharges = rows(run, "builds").group_by(SEAT).agg(pl.col("surcharge").sum())
    flows = rows(run, "flows").filter(pl.col("reason").is_in(["hire", "card_mon", "surcharge"]))
    flowed = flows.group_by(SEAT).agg(pl.col("amount").sum())
    both = paid.join(flowed, on=SEAT, how="left").join(surcharges, on=SEAT, how="left").fill_null(0).sort(SEAT)
    assert both["paid"].to_list() == (-both["amount"] - both["surcharge"]).to_list()
    assert rows(run, "hires").filter(pl.col("month") == 0)["paid"].to_list() == [0] * rows(run, "seats").height


def test_salaries_of_hires_and_of_paydays_are_what_flowed(run: Path) -> None:
    flows = rows(run, "flows").filter((pl.col("reason") == "salary") & (pl.col("source") != ""))
    for resource in GOODS:
        flowed = flows.filter(pl.col("resource") == resource).group_by(SEAT).agg(pl.col("amount").sum())
        of_hires = rows(run, "hires").group_by(SEAT).agg(pl.col(f"salary_{resource}").sum()).sort(SEAT)
        both = of_hires.join(flowed, on=SEAT, how="left").fill_null(0).sort(SEAT)
        assert both["amount"].to_list() == both[f"salary_{resource}"].to_list(), resource
    harmony = rows(run, "flows").filter(pl.col("reason") == "harmony").group_by(SEAT).agg(pl.col("amount").sum())
    paydays = rows(run, "paydays").group_by(SEAT).agg(pl.col("harmony").sum()).sort(SEAT)
    both = paydays.join(harmony, on=SEAT, how="left").fill_null(0).sort(SEAT)
    assert both["amount"].to_list() == both["harmony"].to_list()
    counts = rows(run, "paydays").group_by(SEAT).len()["len"].to_list()
    assert counts == [4] * rows(run, "seats").height


def test_who_was_not_fed_has_starved(run: Path) -> None:
    paydays = rows(run, "paydays")
    assert (paydays["mouths"] - paydays["fed"]).to_list() == paydays["starved"].to_list()
    assert rows(run, "hires").filter(pl.col("fate") == "starved").height == paydays["starved"].sum()


def test_a_fire_burns_what_the_hires_and_buildings_say(run: Path) -> None:
    fires = rows(run, "fires")
    burnt = fires.filter((pl.col("outcome") == "burnt") & pl.col("seat").is_not_null()).height
    ends = sum(rows(run, name).filter(pl.col("fate") == "burnt").height for name in ("hires", "builds"))
    assert burnt == ends > 0
    assert set(fires["month"].to_list()) == {5, 8, 11}
    stopped = fires.filter(pl.col("outcome") == "put_out")
    assert (stopped["fire"] >= stopped["strength"]).all()
    assert (fires["nagaya"] == fires["room"].str.slice(0, 1)).all()


def test_every_seat_has_twelve_turns_and_a_visit(run: Path) -> None:
    turns = rows(run, "turns")
    assert set(turns.group_by(SEAT).len()["len"].to_list()) == {13}
    assert turns.filter(pl.col("month") == 13)["slot"].null_count() == rows(run, "seats").height
    assert turns.filter(pl.col("month") < 13)["slot"].null_count() == 0
    choices = turns.filter(pl.col("month") < 13).group_by(*GAME, "month").agg(pl.col("choice").sort())
    assert all(values == list(range(len(values))) for values in choices["choice"].to_list())
    deals = rows(run, "deals").group_by(*GAME, "month", "turn").len("count")
    both = turns.join(deals, on=[*GAME, "month", "turn"], how="left").with_columns(pl.col("count").fill_null(0))
    assert both["deals"].to_list() == both["count"].to_list()


def test_squares_lead_from_turn_to_turn(run: Path) -> None:
    turns = rows(run, "turns").filter(pl.col("month") < 13).sort(*SEAT, "month")
    steps = turns.select(
        *SEAT,
        before=pl.col("square").shift(1).over(SEAT),
        start=pl.col("from_square"),
        reached=(pl.col("from_square") + pl.col("squares") - 1) % 8 + 1,
        square=pl.col("square"),
    )
    assert steps["reached"].to_list() == steps["square"].to_list()
    later = steps.filter(pl.col("before").is_not_null())
    assert later["before"].to_list() == later["start"].to_list()


def test_deals_pay_and_gain_what_flowed(run: Path) -> None:
    deals = rows(run, "deals")
    flows = rows(run, "flows").filter(pl.col("reason").is_in(["shop", "work", "good", "build"]))
    for resource in RESOURCES:
        net = pl.col(f"gained_{resource}").cast(pl.Int64)
        net = net - pl.col(f"paid_{resource}") if f"paid_{resource}" in deals.columns else net
        own = deals.group_by(SEAT).agg(net.sum().alias("net"))
        flowed = flows.filter(pl.col("resource") == resource).group_by(SEAT).agg(pl.col("amount").cast(pl.Int64).sum())
        both = own.join(flowed, on=SEAT, how="left").fill_null(0)
        if resource == "mon":
            surcharge = rows(run, "builds").group_by(SEAT).agg(pl.col("surcharge").cast(pl.Int64).sum())
            both = both.join(surcharge, on=SEAT, how="left").fill_null(0)
            both = both.with_columns(amount=pl.col("amount") - pl.col("surcharge"))
        assert both["net"].to_list() == both["amount"].to_list(), resource
    others = rows(run, "flows").filter(pl.col("reason") == "opponent")["amount"].sum()
    assert deals["others"].sum() == others


def test_offers_and_cards_agree_with_what_was_acquired(run: Path) -> None:
    acquired = {
        "character": rows(run, "hires").filter(pl.col("month") > 0),
        "building": rows(run, "builds"),
        **{kind: rows(run, "goods").filter(pl.col("kind") == kind) for kind in ("fish", "pipe", "pouch")},
    }
    offers, cards = rows(run, "offers"), rows(run, "cards")
    for kind, frame in acquired.items():
        assert offers.filter((pl.col("kind") == kind) & pl.col("taken")).height == frame.height > 0, kind
        assert cards.filter((pl.col("kind") == kind) & (pl.col("fate") == "taken")).height == frame.height, kind
    assert offers.filter(pl.col("taken"))["affordable"].all()
    assert cards.filter((pl.col("kind") == "start") & (pl.col("fate") == "taken")).height == rows(run, "seats").height


def test_an_offer_costs_what_the_seat_then_pays_at_most(run: Path) -> None:
    """The offer names the cheapest room; the seat may choose a dearer one."""
    hires = rows(run, "hires").filter(pl.col("month") > 0).rename({"card": "id"})
    both = hires.join(rows(run, "offers").filter("taken"), on=[*SEAT, "month", "id"], suffix="_offered")
    assert both.height == hires.height
    assert (both["price"] <= both["paid"]).all()
    assert both["age"].to_list() == both["age_offered"].to_list()
    goods = rows(run, "goods").rename({"good": "id", "price": "paid"})
    both = goods.join(rows(run, "offers").filter("taken"), on=[*SEAT, "month", "id"])
    assert both["price"].to_list() == both["paid"].to_list()


def test_rotations_of_a_block_share_chance_and_seat_every_player_everywhere(run: Path) -> None:
    games = rows(run, "games").filter(pl.col("players") == 4)
    for _, block in games.group_by("block"):
        assert block["seed"].n_unique() == 1
        assert sorted(block["rotation"].to_list()) == [0, 1, 2, 3]
        seatings = [seating.split(",") for seating in block["seating"].to_list()]
        assert all(sorted(seat) == ["greedy", "greedy", "random", "random"] for seat in zip(*seatings, strict=True))


def test_decisions_are_those_of_the_records(run: Path) -> None:
    decisions = rows(run, "decisions")
    games = set(decisions["game"].to_list())
    assert 0 < len(games) < rows(run, "games").height
    lengths = dict(rows(run, "games").select("game", "decisions").rows())
    counts = dict(decisions.group_by("game").len().rows())
    assert counts == {game: lengths[game] for game in games}
    assert all(move in moves for move, moves in decisions.select("move", "moves").rows())
    assert decisions["options"].to_list() == decisions["moves"].list.len().to_list()
    branching = dict(rows(run, "games").select("game", "branching").rows())
    sums = dict(decisions.group_by("game").agg(pl.col("options").cast(pl.Int64).sum()).rows())
    assert sums == {game: branching[game] for game in games}
    single = decisions.filter(pl.col("options") == 1)
    assert single["greedy"].null_count() == single.height
    assert decisions.filter(pl.col("options") > 1)["greedy"].null_count() == 0
    assert decisions["values"].null_count() == decisions.height


def test_a_greedy_player_plays_the_greedy_move_unless_several_are_equal(run: Path) -> None:
    entries = rows(run, "seats").select(*SEAT, "entry")
    decisions = rows(run, "decisions").filter(pl.col("options") > 1).join(entries, on=SEAT)
    shares = {
        entry: decisions.filter(pl.col("entry") == entry).select((pl.col("move") == pl.col("greedy")).mean()).item()
        for entry in ("greedy", "random")
    }
    assert shares["greedy"] > 0.8 > 0.6 > shares["random"]


def test_an_evaluator_values_each_option(tmp_path: Path) -> None:
    run = played(tmp_path / "run", games=1, players=2, tables="decisions", decisions={"evaluator": "60sims"})
    decisions = rows(run, "decisions").filter(pl.col("options") > 1)
    assert decisions.height > 20
    for options, values, visits, best, moves, move, loss, near in decisions.select(
        "options", "values", "visits", "best", "moves", "move", "loss", "near"
    ).rows():
        assert len(values) == len(visits) == options
        assert sum(visits) >= 59
        assert all((value is None) == (visit == 0) for value, visit in zip(values, visits, strict=True))
        played_value, best_value = values[moves.index(move)], values[moves.index(best)]
        assert loss == pytest.approx(best_value - played_value, abs=1e-4)
        assert near == sum(value is not None and value >= best_value - 1 - 1e-6 for value in values)
