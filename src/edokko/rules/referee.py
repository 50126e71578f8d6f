"""The referee: who decides, which moves are legal, what a move or a chance outcome does.

These functions are the engine's entry points. They run on Python objects (interactive games) or, translated
to C, on records (searches, simulations): see :mod:`edokko.native`.
"""

from __future__ import annotations

from edokko.rules.building import legal_work_build
from edokko.rules.chance import (
    BUILDING_OUTCOMES,
    CARD_OUTCOMES,
    FIRE_OUTCOMES,
    TILE_OUTCOMES,
    below,
    seed_words,
)
from edokko.rules.deals import (
    legal_deals,
    legal_swap,
    legal_train,
    play_choose_building,
    play_done,
    play_place_built,
    play_swap,
    play_train,
    play_with,
    play_work,
)
from edokko.rules.engine.registry import rule
from edokko.rules.fire import chance_fire, draw_fire, fire_event, fire_spreads, legal_guard, play_burn, play_guard
from edokko.rules.month import (
    begin_month,
    chance_card,
    chance_tile,
    draw_card,
    draw_tile,
    legal_neutral,
    legal_place_neutral,
    neutral_step,
    next_month,
    play_neutral,
    play_place_neutral,
    row_mon,
    season_ends,
)
from edokko.rules.moves import (
    BURN,
    DONE,
    FIRST_BUILD,
    FIRST_FISH,
    FIRST_HIRE,
    FIRST_IKIZAMA,
    FIRST_MOVE,
    FIRST_NEUTRAL,
    FIRST_PAIR,
    FIRST_PIPE,
    FIRST_PLACE,
    FIRST_POUCH,
    FIRST_SHOP,
    FIRST_SHOP_BUILD,
    FIRST_STARVE,
    FIRST_SWAP,
    FIRST_TRAIN,
    FIRST_VISIT,
    FIRST_WITH,
    FIRST_WORK,
    GUARD,
    INCOME,
    KIND_GOODS,
    STAY,
)
from edokko.rules.new_year import legal_visit, next_visit, play_visit
from edokko.rules.payday import after_food, legal_starve, next_to_feed, payday, play_starve
from edokko.rules.phases import (
    AFTER_FOOD,
    BEGIN_MONTH,
    CHOOSE_BUILDING,
    CHOOSE_NEUTRAL,
    CHOOSE_START,
    CHOOSE_TRAINEE,
    DEALS,
    DRAW_BUILDING,
    DRAW_CARD,
    DRAW_FIRE,
    DRAW_TILE,
    EXTRA_STEP_CHOICE,
    FIRE_EVENT,
    FIRE_SPREADS,
    GUARD_OR_BURN,
    INCOME_OR_HIRE,
    MOVE,
    NEUTRAL_STEP,
    NEXT_IKIZAMA,
    NEXT_MONTH,
    NEXT_TO_FEED,
    NEXT_TURN,
    OVER,
    PAYDAY,
    PLACE_BUILT,
    PLACE_HIRED,
    PLACE_NEUTRAL,
    PLACE_START,
    ROW_MON,
    SEASON_ENDS,
    STARVE,
    SWAP_FIRST,
    SWAP_SECOND,
    VISIT,
    WAY_OF_LIFE,
)
from edokko.rules.setup import (
    chance_building,
    draw_building,
    legal_place_start,
    legal_start,
    offered_buildings,
    play_place_start,
    play_start,
    set_up,
)
from edokko.rules.shops import play_fish, play_shop_option, play_tobacco
from edokko.rules.state import ABSENT, START_CARDS, State
from edokko.rules.tables import Tables
from edokko.rules.turn import (
    legal_affordable_rooms,
    legal_extra_step,
    legal_income_or_hire,
    legal_move,
    next_turn,
    play_extra_step,
    play_hire,
    play_income,
    play_move,
    play_place_hired,
)
from edokko.rules.way_of_life import legal_ikizama, next_ikizama, play_ikizama


@rule
def begin(tables: Tables, state: State) -> None:
    """Set up a new game in a zeroed state, up to its first decision or chance step."""
    set_up(tables, state)


@rule
def is_decision(state: State) -> bool:
    """Check whether a seat decides."""
    return state.phase < DRAW_BUILDING


@rule
def is_chance(state: State) -> bool:
    """Check whether chance decides."""
    return DRAW_BUILDING <= state.phase <= DRAW_FIRE


@rule
def is_over(state: State) -> bool:
    """Check whether the game has ended."""
    return state.phase == OVER


@rule
def legal_moves(tables: Tables, state: State, legal: list[int]) -> int:
    """List the legal moves of a decision.

    Some rules write each candidate behind the last legal move and count it only if it is legal: so native code needs
    no branch.

    Args:
        legal: the output list of move numbers, at least ``MOST_LEGAL`` long; their order is fixed. The numbers behind
            the legal ones mean nothing.

    Returns:
        The number of legal moves: 0 if no seat decides.
    """
    phase = state.phase
    if phase == DEALS:
        return legal_deals(tables, state, legal)
    if phase == INCOME_OR_HIRE:
        return legal_income_or_hire(tables, state, legal)
    if phase == PLACE_HIRED or phase == PLACE_BUILT:
        return legal_affordable_rooms(tables, state, legal)
    if phase == MOVE:
        return legal_move(tables, state, legal)
    if phase == WAY_OF_LIFE:
        return legal_ikizama(tables, state, legal)
    if phase == EXTRA_STEP_CHOICE:
        return legal_extra_step(tables, state, legal)
    if phase == CHOOSE_TRAINEE:
        return legal_train(tables, state, legal)
    if phase == CHOOSE_BUILDING:
        return legal_work_build(tables, state, legal)
    if phase == SWAP_FIRST or phase == SWAP_SECOND:
        return legal_swap(tables, state, legal)
    if phase == CHOOSE_NEUTRAL:
        return legal_neutral(tables, state, legal)
    if phase == PLACE_NEUTRAL:
        return legal_place_neutral(tables, state, legal)
    if phase == GUARD_OR_BURN:
        return legal_guard(tables, state, legal)
    if phase == STARVE:
        return legal_starve(tables, state, legal)
    if phase == VISIT:
        return legal_visit(tables, state, legal)
    if phase == CHOOSE_START:
        return legal_start(tables, state, legal)
    if phase == PLACE_START:
        return legal_place_start(tables, state, legal)
    return 0


@rule
def play(tables: Tables, state: State, move: int) -> None:
    """Play a legal move and the automatic steps after it, up to the next decision or chance step.

    The caller checks that the move is legal: an illegal one leaves a corrupt state.
    """
    carry_out(tables, state, move)
    advance(tables, state)


@rule
def carry_out(tables: Tables, state: State, move: int) -> None:
    """Apply a legal move without the automatic steps after it."""
    if state.phase == DEALS:
        play_deal(tables, state, move)
    elif move < FIRST_SHOP:
        play_before_deals(tables, state, move)
    else:
        play_inside(tables, state, move)


@rule
def play_deal(tables: Tables, state: State, move: int) -> None:
    """Apply a move of step 3: done, a character's work, or a shop option."""
    if move == DONE:
        play_done(tables, state)
    elif move >= FIRST_WORK:
        play_work(tables, state, move - FIRST_WORK)
    elif move >= FIRST_SHOP_BUILD:
        play_choose_building(tables, state, move - FIRST_SHOP_BUILD)
    elif move >= FIRST_FISH:
        play_fish(tables, state, move - FIRST_FISH)
    elif move >= FIRST_PAIR:
        play_tobacco(tables, state, (move - FIRST_PAIR) // KIND_GOODS, (move - FIRST_PAIR) % KIND_GOODS)
    elif move >= FIRST_POUCH:
        play_tobacco(tables, state, ABSENT, move - FIRST_POUCH)
    elif move >= FIRST_PIPE:
        play_tobacco(tables, state, move - FIRST_PIPE, ABSENT)
    else:
        play_shop_option(tables, state, move - FIRST_SHOP)


@rule
def play_before_deals(tables: Tables, state: State, move: int) -> None:
    """Apply a move from setup to the end of step 2, or the placing of a card."""
    if move >= STAY:
        play_extra_step(tables, state, move - STAY)
    elif move >= FIRST_MOVE:
        play_move(tables, state, move - FIRST_MOVE + 1)
    elif move >= FIRST_HIRE:
        play_hire(tables, state, move - FIRST_HIRE + START_CARDS)
    elif move == INCOME:
        play_income(tables, state)
    elif move >= FIRST_IKIZAMA:
        play_ikizama(tables, state, move - FIRST_IKIZAMA)
    elif move >= FIRST_PLACE:
        play_place(tables, state, move - FIRST_PLACE)
    else:
        play_start(tables, state, move)


@rule
def play_place(tables: Tables, state: State, room: int) -> None:
    """Put the pending card in a room."""
    if state.phase == PLACE_HIRED:
        play_place_hired(tables, state, room)
    elif state.phase == PLACE_BUILT:
        play_place_built(tables, state, room)
    elif state.phase == PLACE_NEUTRAL:
        play_place_neutral(tables, state, room)
    else:
        play_place_start(tables, state, room)


@rule
def play_inside(tables: Tables, state: State, move: int) -> None:
    """Apply a move inside a deal, at the month's end or at New Year."""
    if move >= FIRST_VISIT:
        play_visit(tables, state, move - FIRST_VISIT + 1)
    elif move >= FIRST_NEUTRAL:
        play_neutral(tables, state, move - FIRST_NEUTRAL + START_CARDS)
    elif move >= FIRST_STARVE:
        play_starve(tables, state, move - FIRST_STARVE)
    elif move == BURN:
        play_burn(tables, state)
    elif move == GUARD:
        play_guard(tables, state)
    elif move >= FIRST_WITH:
        play_with(tables, state, move - FIRST_WITH)
    elif move >= FIRST_SWAP:
        play_swap(tables, state, move - FIRST_SWAP)
    elif move >= FIRST_BUILD:
        play_choose_building(tables, state, move - FIRST_BUILD)
    else:
        play_train(tables, state, move - FIRST_TRAIN)


@rule
def advance(tables: Tables, state: State) -> None:
    """Carry out the automatic steps, up to the next decision, the next chance step or the end of the game."""
    while state.phase > OVER:
        phase = state.phase
        if phase == NEXT_TURN:
            next_turn(tables, state)
        elif phase == NEXT_IKIZAMA:
            next_ikizama(tables, state)
        elif phase == NEUTRAL_STEP:
            neutral_step(tables, state)
        elif phase == FIRE_EVENT:
            fire_event(tables, state)
        elif phase == FIRE_SPREADS:
            fire_spreads(tables, state)
        elif phase == ROW_MON:
            row_mon(tables, state)
        elif phase == SEASON_ENDS:
            season_ends(tables, state)
        elif phase == PAYDAY:
            payday(tables, state)
        elif phase == NEXT_TO_FEED:
            next_to_feed(tables, state)
        elif phase == AFTER_FOOD:
            after_food(tables, state)
        elif phase == NEXT_MONTH:
            next_month(tables, state)
        elif phase == BEGIN_MONTH:
            begin_month(tables, state)
        else:
            next_visit(tables, state)


@rule
def chance_outcomes(tables: Tables, state: State, outcomes: list[int], weights: list[int]) -> int:
    """List the possible chance outcomes; an outcome's probability is its weight over the sum of the weights.

    Args:
        outcomes: the output list of outcome numbers, at least ``MOST_OUTCOMES`` long.
        weights: the output list of their weights, of the same length.

    Returns:
        The number of outcomes: 0 if chance does not decide.
    """
    if state.phase == DRAW_CARD:
        return chance_card(tables, state, outcomes, weights)
    if state.phase == DRAW_TILE:
        return chance_tile(tables, state, outcomes, weights)
    if state.phase == DRAW_FIRE:
        return chance_fire(tables, state, outcomes, weights)
    if state.phase == DRAW_BUILDING:
        return chance_building(tables, state, outcomes, weights)
    return 0


@rule
def reveal(tables: Tables, state: State, outcome: int) -> None:
    """Apply a possible chance outcome and carry out the automatic steps after it."""
    if outcome >= FIRE_OUTCOMES:
        draw_fire(tables, state, outcome - FIRE_OUTCOMES)
    elif outcome >= CARD_OUTCOMES:
        draw_card(tables, state, outcome - CARD_OUTCOMES)
    elif outcome >= TILE_OUTCOMES:
        draw_tile(tables, state, outcome - TILE_OUTCOMES)
    else:
        draw_building(tables, state, outcome - BUILDING_OUTCOMES)
    advance(tables, state)


@rule
def chance_stream(tables: Tables, state: State) -> int:
    """Return the number of this chance step's random stream: month, kind and ordinal packed together."""
    place = 0
    if state.phase == DRAW_CARD:
        place = tables.row_per_month - state.to_reveal
    elif state.phase == DRAW_BUILDING:
        place = offered_buildings(state)
    return (state.month << 16) | (state.phase << 8) | place


@rule
def pick(outcomes: list[int], weights: list[int], count: int, number: int) -> int:
    """Return the outcome selected by ``number``, from 0 to the sum of the weights less 1."""
    for index in range(count):
        number -= weights[index]
        if number < 0:
            return outcomes[index]
    return ABSENT


@rule
def draw(
    tables: Tables, state: State, seed: list[int], words: list[int], outcomes: list[int], weights: list[int]
) -> int:
    """Draw the outcome of a chance step from a seed.

    Args:
        seed: two 32-bit words.
        words, outcomes, weights: scratch, of length 4, ``MOST_OUTCOMES`` and ``MOST_OUTCOMES``.
    """
    count = chance_outcomes(tables, state, outcomes, weights)
    total = 0
    for index in range(count):
        total += weights[index]
    seed_words(words, seed[0], seed[1], chance_stream(tables, state))
    return pick(outcomes, weights, count, below(words, total))


@rule
def settle(
    tables: Tables, state: State, seed: list[int], words: list[int], outcomes: list[int], weights: list[int]
) -> None:
    """Draw and apply chance outcomes up to the next decision or the end of the game."""
    while is_chance(state):
        reveal(tables, state, draw(tables, state, seed, words, outcomes, weights))


@rule
def is_legal(tables: Tables, state: State, move: int, legal: list[int]) -> bool:
    """Check whether a move is legal.

    Args:
        legal: scratch, at least ``MOST_LEGAL`` long.
    """
    for index in range(legal_moves(tables, state, legal)):
        if legal[index] == move:
            return True
    return False
