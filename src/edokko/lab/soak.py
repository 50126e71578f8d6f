"""The soak test: games played by the plain and by the compiled engine side by side, and compared at every step.

After every decision and every chance outcome both engines must hold the same bytes, list the same legal
moves, and keep :mod:`edokko.lab.invariants`. A report counts what the games have reached.
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
from edokko.lab.invariants import broken
from edokko.lab.policies import POLICIES, Policy
from edokko.rules import entry, events, referee
from edokko.rules.chance import MOST_OUTCOMES
from edokko.rules.compiled import compiled
from edokko.rules.moves import BURN, FIRST_WORK, GUARD, MOST_LEGAL, MOVES, STAY, STEP, WORDS
from edokko.rules.scoring import LINE_COUNT, buildings_value, pouches_value, rank, score
from edokko.rules.state import (
    CHARACTERS,
    DEALS,
    FIRST_BUILDING,
    IKI,
    NEW_YEAR,
    ROOMS,
    SEATS,
    State,
)
from edokko.rules.tables import tables_for
from edokko.rules.types import TYPE_COUNT, different_types, retired_joker, type_counts, with_joker

NOW, NEXT = 0, 1
LONGEST = 5000
"""Decisions; a game that is longer will never end."""

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
"""The events that are counted because random games seldom see them."""
TWO_PLAYERS = ("neutral used", "neutral without a room")
"""Those that only two players can see."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Something that must never be.

    Attributes:
        seed: of the game.
        policy: how it was played.
        ply: the number of the decision before it.
        move: the words of the decision or ``"chance"``.
        what: what does not agree.
    """

    seed: int
    policy: str
    ply: int
    move: str
    what: str

    def __str__(self) -> str:
        return f"seed {self.seed:#x}, policy {self.policy}, ply {self.ply}, {self.move}: {self.what}"


@dataclass(slots=True)
class Report:
    """What a soak test has seen.

    Attributes:
        games, decisions: how many.
        kinds: decisions by their first words.
        skills: characters that have worked, by id.
        buildings: buildings built, by id.
        goods: goods bought, by id.
        tokens: tokens gained, by id.
        rare: the events of ``RARE``.
        disagreements: what must never be; a game ends at its first one.
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
        """Whether nothing has disagreed."""
        return not self.disagreements

    def missing(self, components: Components, players: int) -> dict[str, list[str]]:
        """What no game has reached yet.

        Args:
            components: what was played with.
            players: how many played.

        Returns:
            Ids by what they are: ``skills``, ``buildings``, ``goods``, ``tokens``, ``rare``; only what lacks some.
        """
        rare = [one for one in RARE if players == 2 or one not in TWO_PLAYERS]
        offered = components.switches.fixed_buildings or tuple(components.buildings)
        wanted: dict[str, tuple[Counter[str], Iterable[str]]] = {
            "skills": (self.skills, components.characters),
            "buildings": (self.buildings, offered),
            "goods": (self.goods, components.goods),
            "tokens": (self.tokens, TOKENS),
            "rare": (self.rare, rare),
        }
        lacking = {what: [one for one in ids if not seen[one]] for what, (seen, ids) in wanted.items()}
        return {what: ids for what, ids in lacking.items() if ids}


class Broken(AssertionError):
    """What does not hold; the game is at fault, not the caller."""


def soak(
    games: int,
    players: int = 4,
    seed: int = 0,
    *,
    edition: str = "2021",
    components: Components | None = None,
    policies: Sequence[Policy] = POLICIES,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Play games on both engines and compare them.

    Args:
        games: how many.
        players: 2, 3 or 4.
        seed: fixes everything; game ``i`` has the seed ``game_seed(seed, i)``.
        edition: ``"2021"`` or ``"2015"``; not looked at where components are given.
        components: loaded components; ``None`` for the shipped ones.
        policies: how the games are played, in turn.
        progress: is told after each game how many are finished.

    Returns:
        What was seen. Disagreements are in it, not raised.

    Raises:
        ValueError: players is not 2, 3 or 4.
    """
    components = load(edition) if components is None else components
    report = Report()
    for index in range(games):
        game = _Pair(components, players, game_seed(seed, index), policies[index % len(policies)], report)
        try:
            game.play()
        except Broken as problem:
            report.disagreements.append(game.disagreement(str(problem)))
        report.games += 1
        if progress is not None:
            progress(report.games)
    return report


class _Pair:
    """One game on both engines."""

    def __init__(self, components: Components, players: int, seed: int, policy: Policy, report: Report) -> None:
        self._components = components
        self._tables = tables_for(components, players)
        self._seed = seed
        self._policy = policy
        self._random = Random(seed)
        self._report = report
        self._ply = 0
        self._move = "setup"
        self._fire_guards = [0] * SEATS
        self._happened: list[tuple[int, ...]] = []
        # plain
        self._state = State()
        self._seed_list = list(split_seed(seed))
        self._words = [0] * 4
        self._outcomes, self._weights = [0] * MOST_OUTCOMES, [0] * MOST_OUTCOMES
        self._legal = [0] * MOST_LEGAL
        # compiled
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
        """Play to the end.

        Raises:
            Broken: the first thing that does not hold.
        """
        referee.begin(self._tables, self._state)
        compiled(entry.begin_at)(self._table_records, self._records, NOW)
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
        drawn = compiled(entry.draw_at)(
            self._table_records,
            self._records,
            NOW,
            self._seed_array,
            self._word_array,
            self._outcome_array,
            self._weight_array,
        )
        if drawn != outcome:
            raise Broken(f"plain draws {outcome}, compiled {drawn}")
        self._happened = self._state.events = []
        before = self._state.copy()
        referee.reveal(self._tables, self._state, outcome)
        compiled(entry.reveal_at)(self._table_records, self._records, NOW, outcome)
        self._count_events(before, None)

    def _decide(self) -> None:
        legal = self._legal_moves()
        move = self._policy.choose(self._state, legal, self._random)
        self._move = WORDS[move]
        before, child = self._state, self._state.copy()
        self._happened = child.events = []
        was = self._bytes(before)
        self._records[NEXT] = self._records[NOW]
        was_compiled = self._records[NOW].tobytes()
        referee.play(self._tables, child, move)
        compiled(entry.play_at)(self._table_records, self._records, NEXT, move)
        if self._bytes(before) != was or self._records[NOW].tobytes() != was_compiled:
            raise Broken("playing on a copy has changed the original")
        self._state = child
        self._records[NOW] = self._records[NEXT]
        self._count_move(before, move)
        self._count_events(before, move)
        self._ply += 1
        if self._ply > LONGEST:
            raise Broken(f"no end after {LONGEST} decisions")

    def _legal_moves(self) -> list[int]:
        legal = self._legal[: referee.legal_moves(self._tables, self._state, self._legal)]
        now = self._records[: NOW + 1]
        compiled(entry.legal_lists)(self._table_records, now, self._legal_array, self._count_array)
        compiled(entry.legal_masks)(self._table_records, now, self._mask_array, self._row_array)
        listed = self._legal_array[0][: self._count_array[0]].tolist()
        if legal != listed:
            raise Broken(f"legal moves: plain {legal}, compiled {listed}")
        if not legal or len(set(legal)) != len(legal):
            raise Broken(f"legal moves: none, or one twice: {legal}")
        if np.flatnonzero(self._mask_array[0]).tolist() != sorted(legal):
            raise Broken("the mask is not the list of legal moves")
        return legal

    def _end(self) -> None:
        if self._state.month != NEW_YEAR:
            raise Broken(f"the game ends in month {self._state.month}")
        players = self._tables.players
        lines, totals, ranking = [0] * LINE_COUNT, [0] * SEATS, [0] * SEATS
        for seat in range(players):
            totals[seat] = score(self._tables, self._state, seat, lines)
            if sum(lines) != totals[seat]:
                raise Broken(f"the lines of seat {seat} do not add up to its score")
        rank(self._tables, self._state, totals, ranking)
        compiled_totals, compiled_ranking = np.zeros((1, SEATS), np.int16), np.zeros((1, SEATS), np.int16)
        compiled(entry.score_all)(
            self._table_records,
            self._records[: NOW + 1],
            compiled_totals,
            compiled_ranking,
            np.zeros(LINE_COUNT, np.int64),
        )
        if [compiled_totals[0].tolist(), compiled_ranking[0].tolist()] != [totals, ranking]:
            raise Broken(f"scores: plain {totals}, compiled {compiled_totals[0].tolist()}")
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
            raise Broken(f"{name}: plain {getattr(self._state, name, None)}, compiled {getattr(other, name, None)}")
        problems = broken(self._tables, self._state)
        if problems:
            raise Broken("; ".join(problems))

    # --- counting

    def _count_move(self, before: State, move: int) -> None:
        report = self._report
        report.decisions += 1
        words = WORDS[move].split()
        report.kinds[f"shop {_option(words)}" if words[0] == "shop" else words[0]] += 1
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
        for event in self._happened:
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
        """Whether a retired Puppeteer could be of two types for the same best score."""
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


def _option(words: list[str]) -> str:
    """A shop option without the ids in it: ``["shop", "pipe", "x", "pouch", "y"]`` is ``"pipe pouch"``."""
    if words[1] in ("pipe", "pouch", "fish", "build"):
        return " ".join(words[1::2])
    return " ".join(words[1:])
