"""The preview of a move equals the changes when it is played."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from edokko.components.ids import CARD_IDS, CHARACTER_IDS, GOOD_IDS
from edokko.components.model import TOKENS
from edokko.explain.dangers import Meal, fire_ahead, next_fire
from edokko.explain.previews import Preview, Training, preview
from edokko.rules import referee
from edokko.rules.moves import FIRST_IKIZAMA, KINDS, NUMBERS, ROOM_IDS, WORDS
from edokko.rules.phases import (
    CHOOSE_NEUTRAL,
    GUARD_OR_BURN,
    KINDS_BY_PHASE,
    MOVE,
    PLACE_NEUTRAL,
    STARVE,
    WAY_OF_LIFE,
)
from edokko.rules.state import ABSENT, EXTRA_STEP, FIRE, FIRE_GUARD, HIRE_DISCOUNT, MON, RESOURCE_COUNT, RICE, State
from edokko.rules.tables import Tables, tables_for
from edokko.rules.way_of_life import slot_of
from tests.helpers.states import (
    COMPONENTS,
    TABLES,
    dealing,
    legal_of,
    new_game,
    play,
    put,
    random_game,
    way_of_life,
)

NAMES = ("mon", "rice", "sandals", "wood", "koban", "iki")
MORE_MAY_FOLLOW = {"ikizama", "done", "guard", "burn", "starve", "neutral"}
"""The kinds of moves after which automatic steps may follow."""


def sample_moves(
    edition: str, players: int, games: int = 6, step: int = 3
) -> Iterator[tuple[Tables, State, int, Preview]]:
    """Yield every legal move of every ``step``-th decision of some random games, with its preview."""
    tables = tables_for(COMPONENTS[edition], players)
    for seed in range(games):
        for ply, state in enumerate(random_game(edition, players, seed)):
            if ply % step == 0:
                for move in legal_of(tables, state):
                    yield tables, state, move, preview(tables, state, move)


def after_move(tables: Tables, state: State, move: int) -> State:
    after = state.copy()
    referee.play(tables, after, move)
    return after


def net(result: Preview) -> list[int]:
    return [result.gain.get(name, 0) - result.spend.get(name, 0) for name in NAMES]


def resource_changes(before: State, after: State, seat: int) -> list[int]:
    return [new - old for old, new in zip(before.resources[seat], after.resources[seat], strict=True)]


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_within_a_turn_the_preview_has_all_changes(edition: str, players: int) -> None:
    for tables, state, move, result in sample_moves(edition, players):
        if KINDS[move] in MORE_MAY_FOLLOW or state.phase == PLACE_NEUTRAL:
            assert net(result) == [0] * RESOURCE_COUNT, WORDS[move]
            continue
        words, seat, after = WORDS[move], state.seat, after_move(tables, state, move)
        assert net(result) == resource_changes(state, after, seat), words
        assert result.fire == after.fire[seat] - state.fire[seat], words
        assert (result.fire_order is not None) == (after.fire_order != state.fire_order), words
        assert (result.square or state.square[seat]) == after.square[seat], words
        new_goods = after.held[seat] & ~state.held[seat]
        assert set(result.goods) == {good for number, good in enumerate(GOOD_IDS) if new_goods >> number & 1}, words
        assert [result.tokens.get(token, 0) for token in TOKENS] == [
            new - old for old, new in zip(state.tokens[seat], after.tokens[seat], strict=True)
        ], words
        retired = {
            CARD_IDS[card]
            for owner in range(players)
            for card in range(len(CHARACTER_IDS))
            if after.retired[owner] >> card & 1 and not state.retired[owner] >> card & 1
        }
        assert set(result.retires) == retired, words
        for opponent in set(range(players)) - {seat}:
            gain = result.opponents_gain.get(opponent, {})
            assert [gain.get(name, 0) for name in NAMES] == resource_changes(state, after, opponent), words


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_trained_character_has_its_xp_or_is_retired(edition: str, players: int) -> None:
    count = 0
    for tables, state, move, result in sample_moves(edition, players):
        after = after_move(tables, state, move) if result.trains else state
        last = {training.card: training for training in result.trains}
        for card, training in last.items():
            count += 1
            if card in result.retires:
                assert after.retired[training.seat] >> CARD_IDS.index(card) & 1
            else:
                assert after.room_xp[after.room_card.index(CARD_IDS.index(card))] == training.xp
    assert count


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_preview_names_the_kinds_of_the_next_decision(edition: str, players: int) -> None:
    for tables, state, move, result in sample_moves(edition, players, games=2):
        after = after_move(tables, state, move)
        if result.asks:
            assert after.seat == state.seat
            assert result.asks == KINDS_BY_PHASE[after.phase]
        else:
            assert KINDS[move] in MORE_MAY_FOLLOW | {"place"}


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_preview_changes_nothing(edition: str, players: int) -> None:
    tables = tables_for(COMPONENTS[edition], players)
    for state in random_game(edition, players, 1):
        before, events = state.copy(), state.events
        for move in legal_of(tables, state):
            preview(tables, state, move)
        assert state == before
        assert state.events is events


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_rooms_of_a_hire_or_a_building_have_their_total_price(edition: str, players: int) -> None:
    count = 0
    for tables, state, move, result in sample_moves(edition, players, games=4):
        if result.rooms is None:
            assert KINDS[move] not in ("hire", "build")
            continue
        count += 1
        after = after_move(tables, state, move)
        places = legal_of(tables, after)
        assert list(result.rooms) == [WORDS[place].removeprefix("place ") for place in places]
        for place in places:
            placed = preview(tables, after, place)
            price = result.spend.get("mon", 0) + placed.spend.get("mon", 0)
            assert price == result.rooms[WORDS[place].removeprefix("place ")]
            assert result.later == (yield_only(placed) if yield_only(placed) != Preview() else None)
    assert count


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_hire_names_the_stalls_that_only_its_bonus_protects_from_the_next_fire(edition: str, players: int) -> None:
    count = 0
    for tables, state, move, result in sample_moves(edition, players, games=4):
        if KINDS[move] != "hire":
            assert result.wards == {}
            continue
        after = after_move(tables, state, move)
        protected = {}
        for place in legal_of(tables, after):
            room = WORDS[place].removeprefix("place ")
            placed = after_move(tables, after, place)
            if burns(tables, placed, room, state.fire[state.seat]) and not burns(tables, placed, room):
                month = next_fire(tables, state.month)
                assert month
                protected[room] = tables.fire_strength[month] - int(room[1]) + 1
        assert result.wards == protected
        count += bool(protected)
    assert count


def burns(tables: Tables, placed: State, room: str, level: int | None = None) -> bool:
    """Return whether the next fire would take the card of a room that stands alone, at another level of F if given."""
    month = next_fire(tables, placed.month)
    if month is None:
        return False
    alone, place = placed.copy(), ROOM_IDS.index(room)
    alone.month = month
    alone.room_card = [card if other == place else ABSENT for other, card in enumerate(placed.room_card)]
    seat = placed.room_owner[place]
    if level is not None:
        alone.fire[seat] = level
    fire = fire_ahead(tables, alone, seat)
    assert fire
    return place in fire.rooms


def yield_only(result: Preview) -> Preview:
    """Return the preview of a ``place`` without the room's price and the next kinds of move."""
    return Preview(
        gain=result.gain,
        fire=result.fire,
        fire_order=result.fire_order,
        trains=result.trains,
        retires=result.retires,
        tokens=result.tokens,
        leaves=result.leaves,
    )


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_done_and_the_way_of_life_yield_nothing_at_once(edition: str, players: int) -> None:
    for _, _, move, result in sample_moves(edition, players, games=2):
        if WORDS[move] == "done":
            assert result == Preview()
        if KINDS[move] == "ikizama":
            assert result == Preview(later=result.later, reaches=result.reaches)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_slot_reaches_the_squares_of_its_moves_without_sandals(edition: str, players: int) -> None:
    tables = tables_for(COMPONENTS[edition], players)
    seen: set[str] = set()
    for seed in range(3):
        expected: dict[int, tuple[tuple[int, int], dict[str, tuple[int, ...]]]] = {}
        for state in random_game(edition, players, seed):
            seat, place = state.seat, (state.square[state.seat], state.tokens[state.seat][EXTRA_STEP])
            if state.phase == WAY_OF_LIFE:
                reached = {WORDS[move]: preview(tables, state, move).reaches for move in legal_of(tables, state)}
                expected[seat] = place, reached
            elif state.phase == MOVE and seat in expected:
                place_before, reached = expected.pop(seat)
                slot = WORDS[FIRST_IKIZAMA + slot_of(state, seat)]
                if place_before == place:
                    previews = [preview(tables, state, move) for move in legal_of(tables, state)]
                    assert reached[slot] == tuple(result.square for result in previews if not result.spend)
                    seen.add(slot)
    assert len(seen) == sum(tables.slot_open)


# --- one example of each kind


def preview_of(tables: Tables, state: State, words: str) -> Preview:
    assert NUMBERS[words] in legal_of(tables, state)
    return preview(tables, state, NUMBERS[words])


def hiring(card: str, mon: int) -> tuple[Tables, State]:
    """Return seat 0 with 8 mon at income or hire, with one card in the row and the mon on it."""
    tables, state = way_of_life()
    play(tables, state, "ikizama 2", "ikizama 3", "ikizama 4")
    state.row_count = 1
    state.row_card[0] = CARD_IDS.index(card)
    state.row_mon[0] = mon
    return tables, state


TURN = ("shop", "work", "done")


def test_a_start_character_costs_nothing() -> None:
    tables = tables_for(COMPONENTS["2021"], 3)
    state = new_game(tables, 7)
    assert preview_of(tables, state, "start salt_peddler") == Preview(asks=("place",))
    play(tables, state, "start salt_peddler")
    assert preview_of(tables, state, "place A1") == Preview()


def test_slot_1_4_gives_its_mon_when_the_turn_comes() -> None:
    tables, state = way_of_life()
    everywhere = (1, 2, 3, 4)
    assert preview_of(tables, state, "ikizama 1-4") == Preview(later=Preview(gain={"mon": 1}), reaches=everywhere)
    assert preview_of(tables, state, "ikizama 1") == Preview(reaches=(1,))


def test_slot_1_4_gives_no_mon_in_the_first_edition() -> None:
    tables, state = way_of_life(4, "2015")
    assert preview_of(tables, state, "ikizama 1-4") == Preview(reaches=(1, 2, 3, 4))


def test_income() -> None:
    tables, state = hiring("monk", 0)
    assert preview_of(tables, state, "income") == Preview(gain={"mon": 4}, asks=("move",))


def test_a_hire_has_its_price_in_every_room_and_its_later_yield() -> None:
    tables, state = hiring("monk", 1)
    result = preview_of(tables, state, "hire monk")
    assert result.spend == {"mon": 4}
    assert result.gain == {"mon": 1}
    assert result.asks == ("place",)
    assert result.later == Preview(fire=1)
    assert result.rooms is not None
    assert (result.rooms["A2"], result.rooms["A4"], "A1" in result.rooms) == (4, 6, False)


def test_a_discount_lowers_the_card_and_never_the_room() -> None:
    tables, state = hiring("book_lender", 0)
    state.tokens[0][HIRE_DISCOUNT] = 1
    result = preview_of(tables, state, "hire book_lender")
    assert result.spend == {"mon": 1}
    assert result.rooms is not None
    assert (result.rooms["A2"], result.rooms["A4"]) == (1, 3)


def test_a_hire_shows_only_the_rooms_that_can_be_paid_for() -> None:
    tables, state = hiring("monk", 0)
    state.resources[0][MON] = 5
    result = preview_of(tables, state, "hire monk")
    assert result.rooms is not None
    assert "A3" in result.rooms
    assert "A4" not in result.rooms
    assert result.missing == {"A4": 1, "B4": 1, "C4": 1, "D4": 1}


def test_a_hire_counts_the_characters_of_its_type_in_each_group() -> None:
    """The monk is special; so are the two in D, one of them a neutral, and the one in a corner."""
    tables, state = hiring("monk", 0)
    put(state, "D2", "firefighter", 1)
    put(state, "D3", "sumo_wrestler", ABSENT)
    put(state, "A4", "samurai", 2)
    alike = preview_of(tables, state, "hire monk").alike
    assert alike is not None
    assert {room: alike[room] for room in ("A2", "B2", "B4", "D4")} == {"A2": 2, "B2": 1, "B4": 2, "D4": 3}


def test_a_hire_has_the_food_of_the_next_payday_with_the_new_character() -> None:
    """Three characters eat: two on the board, and the new one, whose first salary is rice and precedes the meal."""
    tables, state = hiring("fish_peddler", 0)
    put(state, "A1", "samurai", 0)
    put(state, "B1", "monk", 0)
    put(state, "C1", "printer", 1)
    state.resources[0][RICE] = 1
    result = preview_of(tables, state, "hire fish_peddler").meal
    assert result == Meal(needs=3, has=2)
    assert result.hungry == 1


def test_the_watchtower_pays_with_the_place_at_the_top_of_the_track_too() -> None:
    tables, state = hiring("monk", 0)
    put(state, "D1", "fire_watchtower", 0)
    state.fire[0] = tables.fire_track
    assert preview_of(tables, state, "hire monk").later == Preview(gain={"iki": 3})
    play(tables, state, "hire monk")
    result = preview_of(tables, state, "place B4")
    assert result == Preview(spend={"mon": 2}, gain={"iki": 3}, asks=("move",))


def test_more_firefighting_may_change_the_order() -> None:
    tables, state = dealing(3)
    state.fire[:3] = [0, 1, 0]
    state.fire_order[:3] = [1, 0, 2]
    result = preview_of(tables, state, "shop fire")
    assert result == Preview(fire=1, fire_order=(0, 1, 2), asks=TURN)


def test_a_lap_trains_all_own_characters_and_costs_sandals() -> None:
    tables, state = way_of_life()
    play(tables, state, "ikizama 2", "ikizama 3", "ikizama 4", "income")
    state.square[0] = 7
    state.resources[0][2] = 3
    put(state, "C1", "eyeglass_peddler", 0, xp=2)
    put(state, "D2", "monk", 0)
    result = preview_of(tables, state, "move 4")
    assert result == Preview(
        spend={"sandals": 2},
        trains=(Training("eyeglass_peddler", 0, "C1", 3), Training("monk", 0, "D2", 1)),
        retires=("eyeglass_peddler",),
        square=3,
        laps=1,
        asks=TURN,
    )


def test_a_retiring_ox_cart_asks_for_its_step() -> None:
    tables, state = way_of_life()
    play(tables, state, "ikizama 2", "ikizama 3", "ikizama 4", "income")
    state.square[0] = 7
    put(state, "D2", "ox_cart", 0, xp=2)
    result = preview_of(tables, state, "move 2")
    assert (result.tokens, result.asks) == ({"extra_step": 1}, ("stay", "step"))
    play(tables, state, "move 2")
    assert preview_of(tables, state, "step") == Preview(square=2, asks=TURN)
    assert preview_of(tables, state, "stay") == Preview(asks=TURN)


def test_rice() -> None:
    tables, state = dealing(2, mon=3)
    assert preview_of(tables, state, "shop rice") == Preview(spend={"mon": 3}, gain={"rice": 2}, asks=TURN)


def test_a_fish() -> None:
    tables, state = dealing(7, mon=3)
    result = preview_of(tables, state, "shop fish spring_fish_1")
    assert result == Preview(spend={"mon": 3}, goods=("spring_fish_1",), asks=TURN)


def test_a_pipe_and_a_pouch() -> None:
    tables, state = dealing(4, mon=7)
    result = preview_of(tables, state, "shop pipe spring_pipe_1 pouch spring_pouch_1")
    assert (result.spend, result.fire) == ({"mon": 7}, 1)
    assert set(result.goods) == {"spring_pipe_1", "spring_pouch_1"}


def test_a_training_pipe_asks_for_the_trainee() -> None:
    tables, state = dealing(4, mon=5)
    state.goods |= 1 << GOOD_IDS.index("winter_pipe_1")
    result = preview_of(tables, state, "shop pipe winter_pipe_1")
    assert (result.asks, result.later) == (("train",), None)
    play(tables, state, "shop pipe winter_pipe_1")
    result = preview_of(tables, state, "train C1")
    assert result == Preview(trains=(Training("eyeglass_peddler", 0, "C1", 1),), asks=TURN)


def test_a_building_at_the_construction_site() -> None:
    tables, state = dealing(6, mon=3, wood=1, koban=1)
    result = preview_of(tables, state, "shop build inn")
    assert result.spend == {"mon": 1, "wood": 1, "koban": 1}
    assert result.rooms is not None
    assert (result.rooms["A2"], result.rooms["A4"]) == (1, 3)
    assert result.later is None


def test_an_opponents_character_learns() -> None:
    tables, state = dealing(2)
    result = preview_of(tables, state, "work A1")
    assert result == Preview(gain={"rice": 1}, trains=(Training("boiled_egg_peddler", 2, "A1", 1),), asks=TURN)


def test_an_opponents_character_may_retire() -> None:
    tables, state = dealing(2)
    put(state, "A1", "boiled_egg_peddler", 2, xp=2)
    assert preview_of(tables, state, "work A1").retires == ("boiled_egg_peddler",)


def test_a_neutral_leaves() -> None:
    tables, state = dealing(2, players=2, mon=2)
    put(state, "A2", "cloth_dyer", ABSENT)
    result = preview_of(tables, state, "work A2")
    assert result == Preview(spend={"mon": 2}, gain={"iki": 4}, leaves=("cloth_dyer",), asks=TURN)


def test_fireworks_please_the_opponents_too() -> None:
    tables, state = dealing(2)
    generous_card = next(CARD_IDS[card] for card, gain in enumerate(tables.opponents_gain) if any(gain))
    put(state, "A2", generous_card, 0)
    result = preview_of(tables, state, "work A2")
    assert result == Preview(gain={"iki": 4}, opponents_gain={1: {"mon": 2}, 2: {"mon": 2}}, asks=TURN)


def test_opponents_may_gain_firefighting_as_far_as_the_track_goes() -> None:
    tables, state = dealing(2)
    tables = tables.copy()
    card = CARD_IDS.index("boiled_egg_peddler")
    tables.opponents_gain[card] = [0] * FIRE + [2]
    state.fire[:3] = [0, tables.fire_track - 1, tables.fire_track]
    result = preview_of(tables, state, "work A1")
    assert result.fire == 0
    assert result.opponents_gain == {1: {"fire": 1}}


def test_a_trainer_of_an_opponent_learns_after_the_training() -> None:
    tables, state = dealing(2, mon=1)
    put(state, "A2", "seamstress", 1, xp=2)
    learns = Training("seamstress", 1, "A2", 3)
    result = preview_of(tables, state, "work A2")
    assert result == Preview(
        spend={"mon": 1}, asks=("train",), later=Preview(trains=(learns,), retires=("seamstress",))
    )
    play(tables, state, "work A2")
    result = preview_of(tables, state, "train C1")
    assert result.trains == (Training("eyeglass_peddler", 0, "C1", 1), learns)
    assert result.retires == ("seamstress",)


def test_a_carpenter_of_an_opponent_builds_without_a_fee() -> None:
    tables, state = dealing(2, mon=2, wood=1)
    put(state, "A2", "carpenter", 1)
    later = Preview(trains=(Training("carpenter", 1, "A2", 1),))
    assert preview_of(tables, state, "work A2") == Preview(asks=("build",), later=later)
    play(tables, state, "work A2")
    result = preview_of(tables, state, "build farmhouse")
    assert (result.spend, result.later) == ({"wood": 1}, later)
    assert result.rooms is not None
    assert (result.rooms["A3"], result.rooms["A4"]) == (0, 2)
    play(tables, state, "build farmhouse")
    assert preview_of(tables, state, "place A4") == Preview(spend={"mon": 2}, trains=later.trains, asks=TURN)


def test_a_kite_maker_learns_where_it_lies_after_the_swap() -> None:
    tables, state = dealing(2)
    put(state, "A2", "kite_maker", 1)
    play(tables, state, "work A2")
    result = preview_of(tables, state, "swap A2")
    assert result == Preview(asks=("with",), later=Preview(trains=(Training("kite_maker", 1, "A2", 1),)))
    play(tables, state, "swap A2")
    assert preview_of(tables, state, "with C1") == Preview(trains=(Training("kite_maker", 1, "C1", 1),), asks=TURN)


def test_the_month_that_ends_is_no_yield_of_done() -> None:
    tables, state = way_of_life()
    state.month = 3
    play(tables, state, "ikizama 2", "ikizama 3", "ikizama 4")
    for squares in (2, 3, 4):
        play(tables, state, "income", f"move {squares}")
        assert preview_of(tables, state, "done") == Preview()
        referee.play(tables, state, NUMBERS["done"])
    assert state.month == 4


@pytest.mark.parametrize(
    ("words", "result"),
    [("guard", Preview(tokens={"fire_guard": -1})), ("burn", Preview(leaves=("eyeglass_peddler",)))],
)
def test_the_spread_of_the_fire_is_not_in_the_preview(words: str, result: Preview) -> None:
    tables, state = way_of_life()
    put(state, "C2", "monk", 0)
    state.month, state.seat, state.phase = 5, 0, GUARD_OR_BURN
    state.fire_nagaya = 2
    state.tokens[0][FIRE_GUARD] = 1
    assert preview_of(tables, state, words) == result


def test_one_character_starves_then_another() -> None:
    tables, state = way_of_life()
    put(state, "C2", "monk", 0)
    state.seat, state.phase, state.hungry = 0, STARVE, 2
    assert preview_of(tables, state, "starve C2") == Preview(leaves=("monk",), asks=("starve",))
    state.hungry = 1
    assert preview_of(tables, state, "starve C2") == Preview(leaves=("monk",))


def test_a_neutral_is_placed_or_leaves_the_game() -> None:
    tables, state = way_of_life(2)
    state.seat, state.phase = 0, CHOOSE_NEUTRAL
    card = CARD_IDS[state.row_card[0]]
    assert preview_of(tables, state, f"neutral {card}") == Preview(asks=("place",))
    for room in range(len(ROOM_IDS)):
        state.room_card[room] = 60
    assert preview_of(tables, state, f"neutral {card}") == Preview(leaves=(card,))


def test_a_visit_crosses_no_lap_line() -> None:
    tables, state = way_of_life()
    state.month = 12
    play(tables, state, "ikizama 2", "ikizama 3", "ikizama 4")
    for squares in (2, 3, 4):
        play(tables, state, "income", f"move {squares}", "done")
    while state.phase == STARVE:
        referee.play(tables, state, legal_of(tables, state)[0])
    assert preview_of(tables, state, "visit 4") == Preview(square=4, asks=TURN)


def test_a_move_in_the_street() -> None:
    tables, state = hiring("monk", 0)
    play(tables, state, "income")
    assert state.phase == MOVE
    assert preview_of(tables, state, "move 2") == Preview(square=2, asks=TURN)
