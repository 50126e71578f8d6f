"""The soak test: differential testing of the plain and the native engine over many games.

After every decision and every chance outcome, both engines must have identical states and legal moves, and the state
must satisfy :mod:`edokko_research.soak.invariants`. A report counts the coverage of rare events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np

from edokko.batch import game_seed
from edokko.chance import split_seed
from edokko.components import Components, load
from edokko.components.model import TOKENS
from edokko.lab.data.books.turns import OPTIONS
from edokko.native.engine import native
from edokko.rules import events, referee
from edokko.rules.chance import MOST_OUTCOMES
from edokko.rules.engine import entry
from edokko.rules.moves import BURN, FIRST_WORK, GUARD, MOST_LEGAL, MOVES, STAY, STEP, WORDS
from edokko.rules.phases import DEALS
from edokko.rules.scoring import LINE_COUNT, buildings_value, pouches_value, rank, score
from edokko.rules.state import CHARACTERS, FIRST_BUILDING, IKI, NEW_YEAR, ROOMS, SEATS, State
from edokko.rules.tables import tables_for
from edokko.rules.types import TYPE_COUNT, different_types, retired_joker, type_counts, with_joker
from edokko_research.soak.invariants import violations
from edokko_research.soak.policies import POLICIES, Policy

NOW, NEXT = 0, 1
LONGEST = 5000
"""The maximum number of decisions; a longer game would never end."""

RARE = (
    "two laps in one move",
    "extra step taken",
    "extra step not taken",
    "extra step over the lap line",
    "guard spent",
    "guard kept",
    "two guards of one seat in one fire",
    "building burned",
    "F gained at the top",
    "IKI floored at 0",
    "starved",
    "neutral used",
    "neutral without a room",
    "joker with a tied choice",
    "character retired by an opponent",
)
"""Events that are rare in random games, so the report counts them."""
TWO_PLAYERS = ("neutral used", "neutral without a room")
"""Rare events that only occur in games of two players."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A failed check in a game with a seed and a policy, after so many decisions (``ply``).

    ``move`` has the words of the last decision, or ``"setup"`` before the first.
    """

    seed: int
    policy: str
    ply: int
    move: str
    what: str

    def __str__(self) -> str:
        return f"seed {self.seed:#x}, policy {self.policy}, ply {self.ply}, {self.move}: {self.what}"


@dataclass(slots=True)
class SoakReport:
    """The coverage and the failures of a soak test; a game ends at its first failed check.

    It counts the decisions by their first words, the characters used for work, the buildings built, the goods bought
    and the tokens gained by id, and the events of ``RARE``.
    """

    games: int = 0
    decisions: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    skills: Counter[str] = field(default_factory=Counter)
    buildings: Counter[str] = field(default_factory=Counter)
    goods: Counter[str] = field(default_factory=Counter)
    tokens: Counter[str] = field(default_factory=Counter)
    rare: Counter[str] = field(default_factory=Counter)
    disagreements: list[Disagreement] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether all checks passed."""
        return not self.disagreements

    def missing(self, components: Components, players: int) -> dict[str, list[str]]:
        """Return the missing ids of ``skills``, ``buildings``, ``goods``, ``tokens`` and ``rare``, if there are any."""
        rare = [event for event in RARE if players == 2 or event not in TWO_PLAYERS]
        offered = components.switches.fixed_buildings or tuple(components.buildings)
        wanted: dict[str, tuple[Counter[str], Iterable[str]]] = {
            "skills": (self.skills, components.characters),
            "buildings": (self.buildings, offered),
            "goods": (self.goods, components.goods),
            "tokens": (self.tokens, TOKENS),
            "rare": (self.rare, rare),
        }
        missing = {what: [id_ for id_ in ids if not counts[id_]] for what, (counts, ids) in wanted.items()}
        return {what: ids for what, ids in missing.items() if ids}


class CheckFailed(AssertionError):
    """A failed check of the soak test."""


def soak(
    games: int,
    players: int = 4,
    seed: int = 0,
    *,
    edition: str = "2021",
    components: Components | None = None,
    policies: Sequence[Policy] = POLICIES,
    progress: Callable[[int], None] | None = None,
) -> SoakReport:
    """Play games on both engines and compare them; the report contains the disagreements, which are not raised.

    Game ``i`` has the seed ``game_seed(seed, i)``. The games use the policies in turn. The edition is ignored if
    components are given. ``progress`` receives the number of finished games.

    Raises:
        ValueError: players is not 2, 3 or 4.
    """
    components = load(edition) if components is None else components
    report = SoakReport()
    for index in range(games):
        game = _Pair(components, players, game_seed(seed, index), policies[index % len(policies)], report)
        try:
            game.play()
        except CheckFailed as problem:
            report.disagreements.append(game.disagreement(str(problem)))
        report.games += 1
        if progress is not None:
            progress(report.games)
    return report


class _Pair:
    """A game on both engines."""

    def __init__(self, components: Components, players: int, seed: int, policy: Policy, report: SoakReport) -> None:
        self._components = components
        self._tables = tables_for(components, players)
        self._seed = seed
        self._policy = policy
        self._random = Random(seed)
        self._report = report
        self._ply = 0
        self._move = "setup"
        self._fire_guards = [0] * SEATS
        self._events: list[tuple[int, ...]] = []
        # plain
        self._state = State()
        self._seed_list = list(split_seed(seed))
        self._words = [0] * 4
        self._outcomes, self._weights = [0] * MOST_OUTCOMES, [0] * MOST_OUTCOMES
        self._legal = [0] * MOST_LEGAL
        # native
        self._table_records = self._tables.to_records()
        self._records = np.zeros(2, State.dtype)
        self._plain_record = np.zeros(1, State.dtype)
        self._seed_array = np.array(self._seed_list, np.int64)
        self._word_array = np.zeros(4, np.int64)
        self._outcome_array, self._weight_array = np.zeros(MOST_OUTCOMES, np.int64), np.zeros(MOST_OUTCOMES, np.int64)
        self._legal_array, self._count_array = np.zeros((1, MOST_LEGAL), np.int16), np.zeros(1, np.int16)
        self._mask_array, self._row_array = np.zeros((1, MOVES), np.bool_), np.zeros(MOST_LEGAL, np.int16)

    def disagreement(self, what: str) -> Disagreement:
        return Disagreement(self._seed, self._policy.name, self._ply, self._move, what)

    def play(self) -> None:
        """Play to the end, or raise the first ``CheckFailed``."""
        referee.begin(self._tables, self._state)
        native(entry.begin_at)(self._table_records, self._records, NOW)
        self._compare()
        while not referee.is_over(self._state):
            if referee.is_chance(self._state):
                self._reveal()
            else:
                self._decide()
            self._compare()
        self._end()

    # --- steps

    def _reveal(self) -> None:
        outcome = referee.draw(self._tables, self._state, self._seed_list, self._words, self._outcomes, self._weights)
        drawn = native(entry.draw_at)(
            self._table_records,
            self._records,
            NOW,
            self._seed_array,
            self._word_array,
            self._outcome_array,
            self._weight_array,
        )
        if drawn != outcome:
            raise CheckFailed(f"plain draws {outcome}, native {drawn}")
        self._events = self._state.events = []
        before = self._state.copy()
        referee.reveal(self._tables, self._state, outcome)
        native(entry.reveal_at)(self._table_records, self._records, NOW, outcome)
        self._count_events(before, None)

    def _decide(self) -> None:
        legal = self._legal_moves()
        move = self._policy.choose(self._state, legal, self._random)
        self._move = WORDS[move]
        before, child = self._state, self._state.copy()
        self._events = child.events = []
        plain_bytes = self._bytes(before)
        self._records[NEXT] = self._records[NOW]
        native_bytes = self._records[NOW].tobytes()
        referee.play(self._tables, child, move)
        native(entry.play_at)(self._table_records, self._records, NEXT, move)
        if self._bytes(before) != plain_bytes or self._records[NOW].tobytes() != native_bytes:
            raise CheckFailed("playing on a copy has changed the original")
        self._state = child
        self._records[NOW] = self._records[NEXT]
        self._count_move(before, move)
        self._count_events(before, move)
        self._ply += 1
        if self._ply > LONGEST:
            raise CheckFailed(f"no end after {LONGEST} decisions")

    def _legal_moves(self) -> list[int]:
        legal = self._legal[: referee.legal_moves(self._tables, self._state, self._legal)]
        now = self._records[: NOW + 1]
        native(entry.legal_lists)(self._table_records, now, self._legal_array, self._count_array)
        native(entry.legal_masks)(self._table_records, now, self._mask_array, self._row_array)
        listed = self._legal_array[0][: self._count_array[0]].tolist()
        if legal != listed:
            raise CheckFailed(f"legal moves: plain {legal}, native {listed}")
        if not legal or len(set(legal)) != len(legal):
            raise CheckFailed(f"legal moves: none, or one twice: {legal}")
        if np.flatnonzero(self._mask_array[0]).tolist() != sorted(legal):
            raise CheckFailed("the mask is not the list of legal moves")
        return legal

    def _end(self) -> None:
        if self._state.month != NEW_YEAR:
            raise CheckFailed(f"the game ends in month {self._state.month}")
        players = self._tables.players
        lines, totals, ranking = [0] * LINE_COUNT, [0] * SEATS, [0] * SEATS
        for seat in range(players):
            totals[seat] = score(self._tables, self._state, seat, lines)
            if sum(lines) != totals[seat]:
                raise CheckFailed(f"the lines of seat {seat} do not add up to its score")
        rank(self._tables, self._state, totals, ranking)
        native_totals, native_ranking = np.zeros((1, SEATS), np.int16), np.zeros((1, SEATS), np.int16)
        native(entry.score_all)(
            self._table_records, self._records[: NOW + 1], native_totals, native_ranking, np.zeros(LINE_COUNT, np.int64)
        )
        if [native_totals[0].tolist(), native_ranking[0].tolist()] != [totals, ranking]:
            raise CheckFailed(f"scores: plain {totals}, native {native_totals[0].tolist()}")
        for seat in range(players):
            self._report.rare["joker with a tied choice"] += self._has_tied_joker(seat)

    # --- comparing

    def _bytes(self, state: State) -> bytes:
        state.write(self._plain_record, 0)
        return bytes(self._plain_record[0].tobytes())

    def _compare(self) -> None:
        if self._bytes(self._state) != self._records[NOW].tobytes():
            other = State.read(self._records, NOW)
            differing = [name for name, value in self._state.items() if value != getattr(other, name)]
            name = differing[0] if differing else "padding"
            raise CheckFailed(f"{name}: plain {getattr(self._state, name, None)}, native {getattr(other, name, None)}")
        problems = violations(self._tables, self._state)
        if problems:
            raise CheckFailed("; ".join(problems))

    # --- counting

    def _count_move(self, before: State, move: int) -> None:
        report = self._report
        report.decisions += 1
        report.kinds[f"shop {OPTIONS[move]}" if move in OPTIONS else WORDS[move].split()[0]] += 1
        if before.phase == DEALS and FIRST_WORK <= move < FIRST_WORK + ROOMS:
            report.skills[list(self._components.characters)[before.room_card[move - FIRST_WORK]]] += 1
        if move == GUARD:
            self._fire_guards[before.seat] += 1
            report.rare["guard spent"] += 1
            report.rare["two guards of one seat in one fire"] += self._fire_guards[before.seat] == 2
        report.rare["guard kept"] += move == BURN
        report.rare["extra step taken"] += move == STEP
        report.rare["extra step not taken"] += move == STAY

    def _count_events(self, before: State, move: int | None) -> None:
        rare = self._report.rare
        laps = 0
        for event in self._events:
            self._count_event(before, event)
            laps += event[0] == events.LAPPED
        rare["two laps in one move"] += laps > 1
        rare["extra step over the lap line"] += move == STEP and laps > 0

    def _count_event(self, before: State, event: tuple[int, ...]) -> None:
        report = self._report
        rare = report.rare
        kind, seat, subject, _, amount, reason, _ = event
        if kind == events.FIRE_BROKE_OUT:
            self._fire_guards = [0] * SEATS
        elif kind == events.PLACED and reason == events.BY_BUILD:
            report.buildings[list(self._components.buildings)[subject - FIRST_BUILDING]] += 1
        elif kind == events.GOOD_BOUGHT:
            report.goods[list(self._components.goods)[subject]] += 1
        elif kind == events.TOKEN_GAINED:
            report.tokens[TOKENS[subject]] += 1
        elif kind == events.FIRE_ROSE:
            rare["F gained at the top"] += before.fire[seat] == self._tables.fire_track
        elif kind == events.GAINED and reason == events.BY_SALARY:
            rare["IKI floored at 0"] += subject == IKI and amount > 0 and event[6] < 0
        elif kind == events.RETIRED:
            rare["character retired by an opponent"] += before.seat >= 0 and seat != before.seat
        elif kind == events.LEFT:
            rare["starved"] += reason == events.BY_FOOD
            rare["neutral used"] += reason == events.BY_USE
            rare["neutral without a room"] += reason == events.BY_NEUTRAL
            rare["building burned"] += reason == events.BY_FIRE and subject >= CHARACTERS

    def _has_tied_joker(self, seat: int) -> bool:
        """Check whether two types for a retired Puppeteer tie for the best score."""
        tables, state = self._tables, self._state
        joker = retired_joker(tables, state, seat)
        if joker < 0:
            return False
        counts = type_counts(tables, state, seat)
        totals = []
        for kind in range(TYPE_COUNT):
            choice = with_joker(tables, counts, joker, kind)
            total = tables.types_iki[different_types(choice)] + pouches_value(tables, state, seat, choice)
            totals.append(total + buildings_value(tables, state, seat, choice))
        return totals.count(max(totals)) > 1
