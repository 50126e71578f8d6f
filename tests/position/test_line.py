"""The position string: every position comes back from its line, in an address too; mistakes are named."""

from __future__ import annotations

import json
import random
from base64 import urlsafe_b64encode
from urllib.parse import parse_qs, quote, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edokko import Game, Position
from edokko.components import load
from edokko.components.ids import BUILDING_IDS, CHARACTER_IDS, GOOD_IDS
from edokko.components.model import TOKENS
from edokko.position import STAGES, PositionError, position_of
from edokko.position.line import FIELDS, LONGEST_LINE, VERSION, from_line, is_line
from edokko.rules.tables import tables_for
from tests.helpers.paths import DOCS
from tests.helpers.positions import GAMES, stops

LINE = (
    "edokko1 2021.1 3:way-of-life:1 7,1,0,0,0,0,2,2,8/4,0,1,0,0,0,1,1,5:g1/6,1,0,0,0,0,1,2,8 021 -20-- "
    "12+2,7+2,14+1,11+1,9,15,16,5 2a,-,-,-/1b1,4c,-,-/10a,-,8b,-/3a,6b,-,- 0,3,4,5,8,9 0,2,4,5 10,17 - -"
)


def positions(edition: str, players: int, seed: int) -> list[Position]:
    components = load(edition)
    tables = tables_for(components, players)
    return [position_of(components, tables, state) for state in stops(tables, random.Random(seed))]


@pytest.mark.parametrize(("edition", "players"), GAMES)
def test_every_position_of_a_game_comes_back_from_its_line(edition: str, players: int) -> None:
    for position in positions(edition, players, seed=players):
        line = position.to_line()
        assert "\n" not in line
        assert Position.from_line(line) == position
        assert Position.from_line(line.replace(" ", "_")) == position
        assert Position.from_line(f"  {line}\n") == position


def test_all_stages_have_been_seen() -> None:
    seen: set[str] = set()
    for seed in range(40):
        for edition, players in GAMES:
            for position in positions(edition, players, seed):
                if position.stage not in seen:
                    seen.add(position.stage)
                    assert Position.from_line(position.to_line()) == position
        if seen == set(STAGES):
            return
    assert seen == set(STAGES)


@pytest.mark.parametrize("overlay", [{"characters": {"monk": {"cost": 9}}}])
def test_an_overlay_travels_with_its_position(overlay: dict[str, object]) -> None:
    game = Game(players=2, seed=1, components=load("2021", overlay))
    line = game.position.to_line()
    assert line.split(" ")[-1].startswith("overlay=")
    again = Game.from_position(line.replace(" ", "_"), seed=1)
    assert again.state == game.state
    assert again.components.characters["monk"].cost == 9


def test_a_line_needs_no_quoting_but_for_its_spaces() -> None:
    line = Game(players=4, seed=3).position.to_line().replace(" ", "_")
    assert quote(line, safe="/:,=+") == line
    assert parse_qs(urlencode({"position": line}))["position"] == [line]


def test_a_game_goes_on_from_a_line() -> None:
    game = Game(players=3, seed=5)
    while not game.is_over:
        again = Game.from_position(game.position.to_line(), seed=5)
        assert again.state == game.state
        move = game.legal_moves[len(game.legal_moves) // 2]
        game.play(move)
        again.play(move)
        assert again.state == game.state


def test_a_position_prints_its_line_last() -> None:
    position = Game(players=2, seed=1).position
    assert str(position).splitlines()[-1] == position.to_line()
    assert is_line(position.to_line())
    assert not is_line(json.dumps(position.to_json()))


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("version", "edokko9", "expected edokko1 at its beginning"),
        ("edition", "1999.1", "edition"),
        ("edition", "zzz", "found 'zzz', expected edition.rules version, such as 2021.1"),
        ("edition", "2021.x", "a whole number"),
        ("decision", "3:way-of-life", "month:stage:seat"),
        ("decision", "3:way-of-live:1", "one of choose_start"),
        ("decision", "x:way-of-life:1", "a whole number"),
        ("players", "1,2,3/4,5,6", "9 numbers: mon, rice"),
        ("players", "7,1,0,0,0,0,2,2,8:q1/" + "7,1,0,0,0,0,2,2,8", "r, t or g"),
        ("players", "7,1,0,0,0,0,2,2,8:r99/" + "7,1,0,0,0,0,2,2,8", "a number from 0 to 59"),
        ("fire order", "0a1", "a digit each"),
        ("way of life", "-20-", "a seat or - for each of the slots 1-4, 1, 2, 3, 4"),
        ("row", "12+", "found '12+', expected a whole number at its end"),
        ("row", "60", "a number from 0 to 59"),
        ("rooms", "-,-", "16 rooms"),
        ("rooms", "2e,-,-,-/1b1,4c,-,-/10a,-,8b,-/3a,6b,-,-", "its owner (a, b, c, d, n)"),
        ("buildings", "10", "a number from 0 to 9"),
        ("goods", "24", "a number from 0 to 23"),
        ("deck", "x", "a whole number"),
        ("tiles", "2", "slotxcount"),
        ("tiles", "2xy", "found '2xy', expected a whole number at its end"),
        ("turn", "nonsense", "one of shop, work"),
        ("turn", "pending=70", "a number from 0 to 69"),
        ("turn", "burning=A", "found 'A', expected a whole number at its end"),
        ("turn", "burning=", "a whole number"),
        ("turn", "- more", "overlay=... or nothing after the turn"),
        ("turn", "- overlay=%%", "base64"),
        ("turn", f"- overlay={urlsafe_b64encode(b'[' * 9_000).decode()}", "base64"),
    ],
)
def test_a_malformed_line_is_refused_with_its_field(field: str, text: str, said: str) -> None:
    assert isinstance(Position.from_line(LINE), Position)
    parts = LINE.split(" ")
    parts[FIELDS.index(field)] = text
    with pytest.raises(PositionError) as error:
        Position.from_line(" ".join(parts))
    assert said in str(error.value)


def test_a_line_that_is_too_short_or_too_long_is_refused() -> None:
    with pytest.raises(PositionError, match="found 2 fields, expected 13"):
        Position.from_line(f"{VERSION} 2021.1")
    with pytest.raises(PositionError, match="at most"):
        Position.from_line(LINE + " " * LONGEST_LINE + "x")
    with pytest.raises(PositionError, match="edokko1 at its beginning"):
        Position.from_line("")


@given(st.text(max_size=200) | st.lists(st.sampled_from(LINE.split(" ")), max_size=15).map(" ".join))
def test_nothing_but_a_position_error_comes_of_any_text(text: str) -> None:
    try:
        mapping = from_line(text)
        Position.from_json(mapping)
    except PositionError:
        pass


def test_the_page_of_the_format_numbers_every_card_good_and_token() -> None:
    page = " ".join((DOCS / "build/formats.md").read_text().split())
    for ids in (TOKENS, CHARACTER_IDS, BUILDING_IDS, GOOD_IDS):
        assert ", ".join(f"{number} `{name}`" for number, name in enumerate(ids)) in page
    assert all(f"| {number} | {field} |" in page for number, field in enumerate((*FIELDS, "overlay"), 1))
