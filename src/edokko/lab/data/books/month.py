"""The tables of months, paydays, fires and flows."""

from __future__ import annotations

from edokko.components.ids import CARD_IDS
from edokko.components.model import NAGAYAS, RESOURCES
from edokko.lab.data.replay import Book, EventNumbers, ReplayState
from edokko.rules.events import BY_FIRE, BY_FOOD, BY_HARMONY, BY_SALARY, BY_SETUP, REASONS
from edokko.rules.moves import ROOM_IDS
from edokko.rules.resources import has_own_character
from edokko.rules.scoring import LINE_COUNT, rank, score
from edokko.rules.state import ABSENT, NEW_YEAR, RESOURCE_COUNT, ROOMS, State


class Months(Book):
    """Collects the holdings and the standing of every seat at the end of each month."""

    tables = ("months",)

    def __init__(self) -> None:
        super().__init__()
        self._lines = [0] * LINE_COUNT

    def on_month_began(self, scene: ReplayState, event: EventNumbers) -> None:
        # No seat gains or pays anything between the end of a month and the first decision of the next one.
        self._snapshot(scene, event[2] - 1)

    def end(self, scene: ReplayState) -> None:
        self._snapshot(scene, NEW_YEAR)

    def _snapshot(self, scene: ReplayState, month: int) -> None:
        tables, state = scene.tables, scene.state
        totals = [score(tables, state, seat, self._lines) for seat in range(tables.players)]
        ranking = [0] * tables.players
        rank(tables, state, totals, ranking)
        for seat in range(tables.players):
            place = (state.fire[seat], state.fire_order.index(seat) + 1, state.square[seat])
            cards = (*_cards_on_board(state, seat), state.retired[seat].bit_count(), state.held[seat].bit_count())
            row = (*state.resources[seat], *place, *cards, totals[seat], ranking.index(seat) + 1)
            self.rows["months"].append((scene.game, month, seat, *row))


def _cards_on_board(state: State, seat: int) -> tuple[int, int]:
    """Return how many characters and buildings of a seat are on the board."""
    cards = [room for room in range(ROOMS) if state.room_owner[room] == seat]
    characters = sum(has_own_character(state, room, seat) for room in cards)
    return characters, len(cards) - characters


class Paydays(Book):
    """Collects what each seat gained, paid and lost at each payday."""

    tables = ("paydays",)

    def start(self, scene: ReplayState) -> None:
        self._is_open = False

    def on_payday_began(self, scene: ReplayState, event: EventNumbers) -> None:
        players = scene.tables.players
        self._is_open = True
        self._salaries = [[0] * RESOURCE_COUNT for _ in range(players)]
        self._effects = [[0] * RESOURCE_COUNT for _ in range(players)]
        self._harmony, self._mouths, self._eaten, self._starved = ([0] * players for _ in range(4))

    def on_gained(self, scene: ReplayState, event: EventNumbers) -> None:
        _, seat, resource, _, amount, reason, _ = event
        if not self._is_open or reason == BY_FOOD:
            return
        if reason == BY_SALARY:
            self._salaries[seat][resource] += amount
        elif reason == BY_HARMONY:
            self._harmony[seat] += amount
        else:
            self._effects[seat][resource] += amount

    def on_fed(self, scene: ReplayState, event: EventNumbers) -> None:
        _, seat, _, _, self._eaten[seat], _, self._mouths[seat] = event

    def on_left(self, scene: ReplayState, event: EventNumbers) -> None:
        if event[5] == BY_FOOD:
            self._starved[event[1]] += 1

    def on_month_began(self, scene: ReplayState, event: EventNumbers) -> None:
        if not self._is_open:
            return
        self._is_open = False
        for seat in range(scene.tables.players):
            food = (self._mouths[seat], self._eaten[seat], self._starved[seat])
            row = (*self._salaries[seat], self._harmony[seat], *food, *self._effects[seat])
            self.rows["paydays"].append((scene.game, event[2] - 1, seat, *row))


class Fires(Book):
    """Collects the rooms that each fire reached."""

    tables = ("fires",)

    def on_fire_broke_out(self, scene: ReplayState, event: EventNumbers) -> None:
        _, _, self._nagaya, _, self._strength, *_ = event
        self._step = 0

    def on_fire_passed(self, scene: ReplayState, event: EventNumbers) -> None:
        self._reach(scene, event[3], "empty")

    def on_fire_put_out(self, scene: ReplayState, event: EventNumbers) -> None:
        self._reach(scene, event[3], "put_out", event[2], event[1])

    def on_token_spent(self, scene: ReplayState, event: EventNumbers) -> None:
        self._reach(scene, event[3], "guarded", event[6], event[1])

    def on_left(self, scene: ReplayState, event: EventNumbers) -> None:
        if event[5] == BY_FIRE:
            self._reach(scene, event[3], "burnt", event[2], event[1])

    def _reach(self, scene: ReplayState, room: int, outcome: str, card: int = ABSENT, seat: int = ABSENT) -> None:
        strength, level = self._strength - self._step, scene.fire[seat] if seat >= 0 else None
        fire = (scene.game, scene.month, self._step, NAGAYAS[self._nagaya], ROOM_IDS[room], strength, outcome)
        owner, name = seat if seat >= 0 else None, CARD_IDS[card] if card >= 0 else None
        self.rows["fires"].append((*fire, owner, name, level))
        self._step += 1


class Flows(Book):
    """Collects all changes of resources, by month, seat, resource, reason and source."""

    tables = ("flows",)

    def start(self, scene: ReplayState) -> None:
        self._amounts: dict[tuple[int, int, int, int, int], tuple[int, int]] = {}
        for seat in range(scene.tables.players):
            for resource, amount in enumerate(scene.state.resources[seat]):
                if amount:
                    self._amounts[0, seat, resource, BY_SETUP, ABSENT] = (amount, 1)

    def on_gained(self, scene: ReplayState, event: EventNumbers) -> None:
        _, seat, resource, _, amount, reason, source = event
        key = (scene.month, seat, resource, reason, source if REASONS[reason].sources else ABSENT)
        total, times = self._amounts.get(key, (0, 0))
        self._amounts[key] = (total + amount, times + 1)

    def end(self, scene: ReplayState) -> None:
        for (month, seat, resource, number, source), (amount, times) in self._amounts.items():
            reason = REASONS[number]
            name = reason.sources[source] if source >= 0 else ""
            self.rows["flows"].append((scene.game, month, seat, RESOURCES[resource], reason.name, name, amount, times))
