"""Refusals: every illegal move has a reason, every legal move has none."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import pytest

from edokko.components.ids import BUILDING_IDS, CARD_IDS
from edokko.explain.refusals import PREDICTABLE_PHASES, Refusal, RefusalCode, later_refusal, refusal
from edokko.rules import referee
from edokko.rules.moves import KINDS, MOVES, NUMBERS, ROOM_IDS, WORDS
from edokko.rules.phases import (
    CHOOSE_BUILDING,
    CHOOSE_NEUTRAL,
    CHOOSE_TRAINEE,
    DEALS,
    INCOME_OR_HIRE,
    KINDS_BY_PHASE,
    OVER,
    PLACE_HIRED,
    PLACE_NEUTRAL,
    STARVE,
    SWAP_SECOND,
    WAY_OF_LIFE,
)
from edokko.rules.state import ABSENT, MON, State
from edokko.rules.tables import Tables, tables_for
from tests.helpers.states import (
    COMPONENTS,
    TABLES,
    dealing,
    legal_of,
    new_game,
    play,
    random_game,
    way_of_life,
)

Case = tuple[Tables, State, str, Refusal]


# --- hand-written states


def hiring(row: dict[str, int]) -> tuple[Tables, State]:
    """Return seat 0 with 8 mon at income or hire, with a row of characters and the mon on them."""
    tables, state = way_of_life()
    play(tables, state, "ikizama 2", "ikizama 3", "ikizama 4")
    state.row_count = len(row)
    for place, (card, mon) in enumerate(row.items()):
        state.row_card[place] = CARD_IDS.index(card)
        state.row_mon[place] = mon
    return tables, state


def put(state: State, room: str, card: str, owner: int) -> None:
    state.room_card[ROOM_IDS.index(room)] = CARD_IDS.index(card)
    state.room_owner[ROOM_IDS.index(room)] = owner
    state.row_count = 0


def empty(state: State, room: str) -> None:
    state.room_card[ROOM_IDS.index(room)] = ABSENT
    state.room_owner[ROOM_IDS.index(room)] = ABSENT


def without_kobun(state: State) -> None:
    for room, card in (("A2", "inn"), ("B2", "well"), ("C2", "shrine")):
        put(state, room, card, 0)


def full_board(tables: Tables, state: State) -> None:
    cards = iter(range(20, 40))
    for room in range(len(ROOM_IDS)):
        if tables.room_exists[room] and state.room_card[room] < 0:
            state.room_card[room] = next(cards)


# --- the examples: each reason with its details


EXAMPLES: list[Callable[[], Case]] = []


def example(case: Callable[[], Case]) -> Callable[[], Case]:
    EXAMPLES.append(case)
    return case


@example
def nothing_is_legal_after_the_end() -> Case:
    tables, state = way_of_life()
    state.phase, state.seat = OVER, ABSENT
    return tables, state, "income", Refusal(reason="game_over")


@example
def a_move_is_not_due_before_income_or_hire() -> Case:
    tables, state = hiring({})
    return tables, state, "move 2", Refusal(reason="not_now", asked=("income", "hire"))


@example
def a_finished_turn_waits_for_the_trainee() -> Case:
    tables, state = dealing(1)
    state.phase = CHOOSE_TRAINEE
    return tables, state, "done", Refusal(reason="not_now", asked=("train",))


@example
def two_mon_short_for_a_hire() -> Case:
    tables, state = hiring({"carpenter": 0})
    state.resources[0][MON] = 3
    return tables, state, "hire carpenter", Refusal(reason="short", card="carpenter", missing=(("mon", 2),))


@example
def the_mon_on_a_card_help_to_pay_for_it() -> Case:
    tables, state = hiring({"carpenter": 1})
    state.resources[0][MON] = 2
    return tables, state, "hire carpenter", Refusal(reason="short", card="carpenter", missing=(("mon", 2),))


@example
def the_cheapest_free_room_counts_in_a_hire() -> Case:
    tables, state = hiring({"carpenter": 0})
    full_board(tables, state)
    empty(state, "A4")
    state.resources[0][MON] = 5
    return tables, state, "hire carpenter", Refusal(reason="short", card="carpenter", missing=(("mon", 2),))


@example
def a_hire_needs_a_free_kobun() -> Case:
    tables, state = hiring({"carpenter": 0})
    without_kobun(state)
    state.row_count = 1
    return tables, state, "hire carpenter", Refusal(reason="no_free_kobun", seat=0)


@example
def a_hire_needs_a_free_room() -> Case:
    tables, state = hiring({"carpenter": 0})
    full_board(tables, state)
    return tables, state, "hire carpenter", Refusal(reason="no_free_room")


@example
def only_the_row_can_be_hired() -> Case:
    tables, state = hiring({"carpenter": 0})
    return tables, state, "hire monk", Refusal(reason="not_in_row", card="monk")


@example
def a_character_on_the_board_is_not_in_the_row() -> Case:
    tables, state = hiring({"carpenter": 0})
    put(state, "D2", "monk", 1)
    return tables, state, "hire monk", Refusal(reason="not_in_row", card="monk", room="D2", seat=1)


@example
def a_retired_character_is_not_in_the_row() -> Case:
    tables, state = way_of_life(2)
    state.phase = CHOOSE_NEUTRAL
    state.row_count = 0
    state.retired[1] = 1 << CARD_IDS.index("monk")
    return tables, state, "neutral monk", Refusal(reason="not_in_row", card="monk", seat=1)


@example
def a_start_character_is_taken_once() -> Case:
    tables = tables_for(COMPONENTS["2021"], 3)
    state = new_game(tables, 7)
    play(tables, state, "start salt_peddler", "place B1")
    why = Refusal(reason="start_card_taken", card="salt_peddler", room="B1", seat=2)
    return tables, state, "start salt_peddler", why


@example
def a_start_character_goes_to_an_outer_room() -> Case:
    tables = tables_for(COMPONENTS["2021"], 3)
    state = new_game(tables, 7)
    play(tables, state, "start salt_peddler")
    return tables, state, "place B2", Refusal(reason="not_an_outer_room", room="B2")


@example
def two_start_characters_do_not_share_a_room() -> Case:
    tables = tables_for(COMPONENTS["2021"], 3)
    state = new_game(tables, 7)
    play(tables, state, "start salt_peddler", "place B1", "start cotton_peddler")
    return tables, state, "place B1", Refusal(reason="room_occupied", room="B1", card="salt_peddler", seat=2)


@example
def two_players_have_no_fourth_rooms() -> Case:
    tables, state = way_of_life(2)
    state.phase = PLACE_HIRED
    return tables, state, "place A4", Refusal(reason="room_not_on_board", room="A4")


@example
def a_room_takes_one_card() -> Case:
    tables, state = way_of_life()
    state.phase = PLACE_HIRED
    return tables, state, "place A1", Refusal(reason="room_occupied", room="A1", card="boiled_egg_peddler", seat=2)


@example
def two_mon_short_for_a_corner_room() -> Case:
    tables, state = way_of_life()
    state.phase = PLACE_HIRED
    state.resources[state.seat][MON] = 0
    return tables, state, "place A4", Refusal(reason="short", room="A4", missing=(("mon", 2),))


@example
def a_neutral_needs_an_empty_room() -> Case:
    tables, state = way_of_life(2)
    state.phase = PLACE_NEUTRAL
    put(state, "C2", "monk", ABSENT)
    return tables, state, "place C2", Refusal(reason="room_occupied", room="C2", card="monk")


@example
def three_players_have_no_slot_1_4_in_the_first_edition() -> Case:
    tables, state = way_of_life(3, "2015")
    return tables, state, "ikizama 1-4", Refusal(reason="slot_not_used", slot="1-4")


@example
def a_tile_closes_its_slot() -> Case:
    tables, state = way_of_life(2)
    state.closed = 3
    return tables, state, "ikizama 3", Refusal(reason="slot_closed", slot="3")


@example
def a_slot_holds_one_ikizama() -> Case:
    tables, state = way_of_life()
    play(tables, state, "ikizama 3")
    return tables, state, "ikizama 3", Refusal(reason="slot_taken", slot="3", seat=0)


@example
def slot_1_4_hires_nobody() -> Case:
    tables, state = way_of_life()
    play(tables, state, "ikizama 1-4", "ikizama 3", "ikizama 4")
    return tables, state, "income", Refusal(reason="slot_only_moves", slot="1-4")


@example
def sandals_never_shorten_a_move() -> Case:
    tables, state = hiring({})
    play(tables, state, "income")
    return tables, state, "move 1", Refusal(reason="too_few_squares", limit=2)


@example
def each_further_square_costs_a_sandal() -> Case:
    tables, state = hiring({})
    play(tables, state, "income")
    return tables, state, "move 5", Refusal(reason="too_many_squares", limit=3, missing=(("sandals", 2),))


@example
def the_first_edition_changes_no_coins() -> Case:
    tables, state = dealing(8, edition="2015")
    return tables, state, "shop coins", Refusal(reason="option_not_in_edition")


@example
def rice_is_sold_on_its_square() -> Case:
    tables, state = dealing(7, mon=9)
    return tables, state, "shop rice", Refusal(reason="wrong_square", squares=(2,))


@example
def fish_is_sold_on_its_square() -> Case:
    tables, state = dealing(2, mon=9)
    return tables, state, "shop fish spring_fish_1", Refusal(reason="wrong_square", squares=(7,))


@example
def two_mon_short_for_rice() -> Case:
    tables, state = dealing(2, mon=1)
    return tables, state, "shop rice", Refusal(reason="short", missing=(("mon", 2),))


@example
def nothing_to_pawn() -> Case:
    tables, state = dealing(5, mon=1)
    return tables, state, "shop pawn rice", Refusal(reason="short", missing=(("rice", 1),))


@example
def one_deal_with_a_shop_each_turn() -> Case:
    tables, state = dealing(2, mon=9)
    play(tables, state, "shop rice")
    return tables, state, "shop rice", Refusal(reason="shop_done")


@example
def two_mon_short_for_a_pipe_and_a_pouch() -> Case:
    tables, state = dealing(4, mon=5)
    return tables, state, "shop pipe spring_pipe_1 pouch spring_pouch_1", Refusal(reason="short", missing=(("mon", 2),))


@example
def one_mon_short_for_a_pipe() -> Case:
    tables, state = dealing(4, mon=3)
    return (
        tables,
        state,
        "shop pipe spring_pipe_1",
        Refusal(reason="short", good="spring_pipe_1", missing=(("mon", 1),)),
    )


@example
def a_pouch_of_another_season_is_not_on_sale() -> Case:
    tables, state = dealing(4, mon=9)
    return tables, state, "shop pouch winter_pouch_1", Refusal(reason="not_on_sale", good="winter_pouch_1")


@example
def a_bought_fish_is_not_on_sale() -> Case:
    tables, state = dealing(7, mon=9)
    state.goods &= ~1
    state.held[1] = 1
    return tables, state, "shop fish spring_fish_1", Refusal(reason="not_on_sale", good="spring_fish_1", seat=1)


@example
def one_fish_a_season() -> Case:
    tables, state = dealing(7, mon=9)
    state.goods &= ~2
    state.held[0] = 2
    return tables, state, "shop fish spring_fish_1", Refusal(reason="fish_of_season_held", good="spring_fish_2")


@example
def two_mon_short_for_a_fish() -> Case:
    tables, state = dealing(7, mon=1)
    return (
        tables,
        state,
        "shop fish spring_fish_1",
        Refusal(reason="short", good="spring_fish_1", missing=(("mon", 2),)),
    )


@example
def a_building_needs_its_whole_cost_and_the_fee() -> Case:
    tables, state = dealing(6, wood=1)
    missing = (("mon", 1), ("koban", 1))
    return tables, state, "shop build inn", Refusal(reason="short", card="inn", missing=missing)


@example
def two_mon_short_for_a_building_in_the_last_room() -> Case:
    tables, state = dealing(6, mon=1, wood=2)
    full_board(tables, state)
    empty(state, "D4")
    return tables, state, "shop build farmhouse", Refusal(reason="short", card="farmhouse", missing=(("mon", 2),))


@example
def a_building_needs_a_free_kobun() -> Case:
    tables, state = dealing(6, mon=9, wood=9)
    without_kobun(state)
    return tables, state, "shop build farmhouse", Refusal(reason="no_free_kobun", seat=0)


@example
def a_building_that_stands_is_not_on_offer() -> Case:
    tables, state = dealing(6, mon=9, wood=9)
    state.offer &= ~1
    put(state, "B2", "farmhouse", 1)
    return tables, state, "shop build farmhouse", Refusal(reason="not_on_offer", card="farmhouse", room="B2", seat=1)


@example
def a_discount_goes_down_to_nothing_only() -> Case:
    tables, state = dealing(6)
    put(state, "C2", "carpenter", 0)
    state.phase, state.worker = CHOOSE_BUILDING, CARD_IDS.index("carpenter")
    return tables, state, "build inn", Refusal(reason="short", card="inn", missing=(("koban", 1),))


@example
def a_shop_does_not_build_inside_work() -> Case:
    tables, state = dealing(6, mon=9, wood=9)
    state.phase, state.worker = CHOOSE_BUILDING, CARD_IDS.index("carpenter")
    return tables, state, "shop build inn", Refusal(reason="not_now", asked=("build",))


@example
def no_character_works_in_an_empty_room() -> Case:
    tables, state = dealing(2)
    return tables, state, "work A2", Refusal(reason="no_character_there", room="A2")


@example
def a_building_does_not_work() -> Case:
    tables, state = dealing(2)
    put(state, "A2", "well", 1)
    return tables, state, "work A2", Refusal(reason="no_character_there", room="A2", card="well", seat=1)


@example
def a_character_works_on_its_own_square() -> Case:
    tables, state = dealing(1)
    return tables, state, "work A1", Refusal(reason="room_not_here", room="A1", squares=(2,))


@example
def the_middle_room_is_behind_both_squares_of_its_nagaya() -> Case:
    tables, state = dealing(5, players=2)
    put(state, "A2", "monk", 0)
    return tables, state, "work A2", Refusal(reason="room_not_here", room="A2", squares=(1, 2))


@example
def one_deal_with_a_character_each_turn() -> Case:
    tables, state = dealing(2)
    play(tables, state, "work A1")
    return tables, state, "work A1", Refusal(reason="work_done")


@example
def two_mon_short_for_a_skill() -> Case:
    tables, state = dealing(2)
    put(state, "A2", "cloth_dyer", 1)
    return tables, state, "work A2", Refusal(reason="short", room="A2", card="cloth_dyer", missing=(("mon", 2),))


@example
def iki_are_spent_only_with_iki_enough() -> Case:
    tables, state = dealing(2, mon=9)
    put(state, "A2", "ukiyoe_artist", 1)
    return tables, state, "work A2", Refusal(reason="short", room="A2", card="ukiyoe_artist", missing=(("iki", 1),))


@example
def a_trainer_needs_a_trainee() -> Case:
    tables, state = dealing(2, mon=9)
    empty(state, "C1")
    put(state, "A2", "seamstress", 1)
    return tables, state, "work A2", Refusal(reason="nobody_to_train", room="A2", card="seamstress")


@example
def a_swap_needs_two_characters() -> Case:
    tables, state = dealing(2)
    for room in ("A1", "B1", "C1"):
        empty(state, room)
    put(state, "A2", "kite_maker", 1)
    put(state, "A1", "well", 1)
    return tables, state, "work A2", Refusal(reason="needs_two_characters", room="A2", card="kite_maker")


@example
def a_carpenter_without_a_building_on_offer() -> Case:
    tables, state = dealing(2, mon=9, wood=9)
    put(state, "A2", "carpenter", 1)
    state.offer = 0
    return tables, state, "work A2", Refusal(reason="nothing_to_build", room="A2")


@example
def a_carpenter_names_the_building_that_lacks_least() -> Case:
    tables, state = dealing(2, wood=0, koban=1)
    put(state, "A2", "carpenter", 1)
    state.offer = 1 << BUILDING_IDS.index("storehouse") | 1 << BUILDING_IDS.index("shrine")
    missing = (("wood", 1), ("koban", 1))
    return tables, state, "work A2", Refusal(reason="nothing_to_build", room="A2", card="shrine", missing=missing)


@example
def a_carpenter_needs_a_free_kobun_of_the_builder() -> Case:
    tables, state = dealing(2, mon=9, wood=9)
    without_kobun(state)
    put(state, "A2", "carpenter", 0)
    return tables, state, "work A2", Refusal(reason="no_free_kobun", seat=0)


@example
def only_own_characters_are_trained() -> Case:
    tables, state = dealing(2)
    state.phase = CHOOSE_TRAINEE
    why = Refusal(reason="not_your_character", room="A1", card="boiled_egg_peddler", seat=2)
    return tables, state, "train A1", why


@example
def a_neutral_is_not_trained() -> Case:
    tables, state = dealing(2)
    put(state, "A2", "monk", ABSENT)
    state.phase = CHOOSE_TRAINEE
    return tables, state, "train A2", Refusal(reason="not_your_character", room="A2", card="monk")


@example
def a_building_needs_no_food() -> Case:
    tables, state = dealing(2)
    put(state, "A2", "well", 0)
    state.phase = STARVE
    return tables, state, "starve A2", Refusal(reason="no_character_there", room="A2", card="well", seat=0)


@example
def a_character_does_not_swap_with_itself() -> Case:
    tables, state = dealing(2)
    state.phase, state.swap_room = SWAP_SECOND, 0
    return tables, state, "with A1", Refusal(reason="same_room", room="A1")


@example
def a_character_does_not_swap_with_an_empty_room() -> Case:
    tables, state = dealing(2)
    state.phase, state.swap_room = SWAP_SECOND, 0
    return tables, state, "with A3", Refusal(reason="no_character_there", room="A3")


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case.__name__)
def test_example(case: Callable[[], Case]) -> None:
    tables, state, words, expected = case()
    before = state.copy()
    assert NUMBERS[words] not in legal_of(tables, state)
    assert refusal(tables, state, NUMBERS[words]) == expected
    assert state == before


def test_every_reason_has_an_example() -> None:
    assert {case()[3].reason for case in EXAMPLES} == set(get_args(RefusalCode))


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_move_is_refused_exactly_when_it_is_not_legal(edition: str, players: int) -> None:
    tables = tables_for(COMPONENTS[edition], players)
    for seed in range(6):
        for ply, state in enumerate(random_game(edition, players, seed)):
            if ply % 4 == seed % 4:
                refused = [move for move in range(MOVES) if refusal(tables, state, move) is not None]
                legal = set(legal_of(tables, state))
                illegal = [move for move in range(MOVES) if move not in legal]
                assert refused == illegal, WORDS[first_difference(refused, legal)]


def first_difference(refused: list[int], legal: set[int]) -> int:
    """Return the first move that is both or neither of legal and refused."""
    return next(move for move in range(MOVES) if (move in legal) == (move in refused))


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_missing_amounts_are_exactly_enough_to_pay(edition: str, players: int) -> None:
    tables = tables_for(COMPONENTS[edition], players)
    checked = 0
    for seed in range(4):
        for ply, state in enumerate(random_game(edition, players, seed)):
            if ply % 2 != seed % 2 or state.phase not in (DEALS, INCOME_OR_HIRE, PLACE_HIRED):
                continue
            for move in range(MOVES):
                why = refusal(tables, state, move)
                if why and why.reason == "short":
                    assert_just_enough(tables, state, move, why)
                    checked += 1
    assert checked > 100


def assert_just_enough(tables: Tables, state: State, move: int, why: Refusal) -> None:
    names = ("mon", "rice", "sandals", "wood", "koban", "iki")
    richer = state.copy()
    for resource, amount in why.missing:
        richer.resources[state.seat][names.index(resource)] += amount
    # A seat that can pay may still be refused for another reason, such as no character to train.
    other = refusal(tables, richer, move)
    assert other is None or other.reason != "short"
    for resource, _ in why.missing:
        richer.resources[state.seat][names.index(resource)] -= 1
        one_short = refusal(tables, richer, move)
        assert one_short is not None
        assert one_short.missing == ((resource, 1),)
        richer.resources[state.seat][names.index(resource)] += 1


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_legal_moves_of_every_phase_are_of_its_kinds(edition: str, players: int) -> None:
    tables = tables_for(COMPONENTS[edition], players)
    for seed in range(4):
        for state in random_game(edition, players, seed):
            assert {KINDS[move] for move in legal_of(tables, state)} <= set(KINDS_BY_PHASE[state.phase])


def test_no_kind_of_move_is_due_while_chance_decides() -> None:
    tables = tables_for(COMPONENTS["2021"], 3)
    state = State()
    referee.begin(tables, state)
    assert all(refusal(tables, state, move) == Refusal(reason="not_now") for move in range(MOVES))


@pytest.mark.no_cover  # all moves of many positions, which coverage would make ten times slower
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_predicted_refusal_ignores_the_phase(edition: str, players: int) -> None:
    tables = tables_for(COMPONENTS[edition], players)
    for seed in range(3):
        for ply, state in enumerate(random_game(edition, players, seed)):
            if ply % 4 != seed:
                continue
            kinds = KINDS_BY_PHASE[state.phase]
            for move in range(MOVES):
                now, later = refusal(tables, state, move), later_refusal(tables, state, move)
                if KINDS[move] in kinds or KINDS[move] not in PREDICTABLE_PHASES:
                    assert later == now
                else:
                    assert later is None or later.reason not in ("not_now", "shop_done", "work_done")


def test_a_predicted_refusal_names_the_missing_money() -> None:
    tables, state = hiring({"monk": 0})
    state.phase, hire = DEALS, NUMBERS["hire monk"]
    state.resources[state.seat][MON] = 0
    assert refusal(tables, state, hire) == Refusal(reason="not_now", asked=("shop", "work", "done"))
    short = later_refusal(tables, state, hire)
    assert short is not None
    assert short.reason == "short"
    state.resources[state.seat][MON] = 100
    assert later_refusal(tables, state, hire) is None
    state.phase = WAY_OF_LIFE
    state.resources[state.seat][MON] = 0
    deal = later_refusal(tables, state, NUMBERS["shop koban"])
    assert deal is not None
    assert deal.reason == "short"


@pytest.mark.parametrize("move", [-1, MOVES])
def test_a_number_out_of_range_is_refused(move: int) -> None:
    tables, state = way_of_life()
    with pytest.raises(ValueError, match="is not a number from 0 to 446"):
        refusal(tables, state, move)


@pytest.mark.parametrize(
    ("why", "words"),
    [
        (Refusal(reason="short", missing=(("mon", 2),)), "2 mon short"),
        (Refusal(reason="short", missing=(("mon", 1), ("koban", 1))), "1 mon, 1 koban short"),
        (Refusal(reason="no_free_kobun", seat=0), "no free kobun"),
        (Refusal(reason="not_now", asked=("income", "hire")), "not now: income or hire is asked"),
        (Refusal(reason="wrong_square", squares=(1, 2)), "wrong square: square 1 or 2"),
        (
            Refusal(reason="too_many_squares", limit=3, missing=(("sandals", 2),)),
            "too many squares: 2 sandals short, limit 3",
        ),
        (Refusal(reason="slot_closed", slot="1-4"), "slot closed: 1-4"),
        (Refusal(reason="not_on_sale", good="winter_fish_2"), "not on sale: winter_fish_2"),
    ],
)
def test_the_text_of_a_refusal(why: Refusal, words: str) -> None:
    assert str(why) == words


def test_the_first_missing_resource() -> None:
    why = Refusal(reason="short", missing=(("mon", 2), ("wood", 1)))
    assert (why.resource, why.amount) == ("mon", 2)
    assert (Refusal(reason="game_over").resource, Refusal(reason="game_over").amount) == (None, 0)
