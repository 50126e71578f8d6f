"""Luck: how much chance changed each seat's expected result, by the champion's value.

At every chance moment of a game, the expected result after what happened is compared with its mean over samples of what
could have happened. The differences have an expectation of 0, whatever the value is worth; a good value only makes them
follow the results more closely. So results less luck have the same expectation as results, with less variance. The
method is that of backgammon programs (Zinkevich, Bowling, Bard, Kan and Billings, 2006, *Optimal unbiased estimators
for evaluating agent performance*).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from edokko.chance import split_seed
from edokko.components import load
from edokko.native.backends import NATIVE, PLAIN, Backend, backend_of
from edokko.players.champion.network import Network, Notes, network_of, notes_for
from edokko.players.champion.simulate import predict_corrected
from edokko.players.champion.stored import StoredNetwork, shipped_network
from edokko.players.evaluation.outlook import BySeat, Outlook, Prediction
from edokko.players.evaluation.weights import shipped
from edokko.players.evaluation.worth import appraise
from edokko.players.policies.desk import Desk
from edokko.players.policies.greedy import SCRATCH_GAMES
from edokko.players.policies.hasty import RoomValues, hasty_move
from edokko.players.search.simulate import draw_outcome
from edokko.records.record import Record, outcomes_of
from edokko.rules.chance import MOST_OUTCOMES, seed_words
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.fields import Cells, Fields, fields
from edokko.rules.engine.registry import entry_point, rule
from edokko.rules.moves import MOST_LEGAL, NUMBERS
from edokko.rules.phases import DRAW_FIRE
from edokko.rules.referee import begin, is_chance, is_decision, play, reveal
from edokko.rules.state import SEATS, State
from edokko.rules.tables import tables_for

SAMPLES = {NATIVE: 64, PLAIN: 32}
"""The samples of a chance moment. Their mean has a noise of its own, which this many make small."""
STREAM = 1 << 30
"""The number of the random stream of the samples; no chance step of a game has it."""

REAL, SAMPLE, JUDGED, SPARE = range(4)
"""Indexes of the games: the real one, a sample of its future, a playout of either, first scratch of the playouts."""
GAMES = SPARE + SCRATCH_GAMES


@fields
class Moment(Fields):
    """A chance moment: all chance steps between two moves."""

    ply: Annotated[int, Cells("i8")]
    """The number of moves before it."""
    month: Annotated[int, Cells("i8")]
    mean_finals: BySeat
    """The mean expected final scores over the samples, in IKI."""
    mean_wins: BySeat
    """The mean win chances over the samples."""
    finals: BySeat
    """The expected final scores after what happened, in IKI."""
    wins: BySeat
    """The win chances after what happened."""


class Gauge(NamedTuple):
    """What measures luck besides a desk; each list has one entry if nothing else is said."""

    outlook: list[Outlook]
    """The outlook that the network corrects."""
    network: Network
    notes: Notes
    predictions: list[Prediction]
    """The last prediction."""
    rooms: list[RoomValues]
    """Scratch of the playouts."""
    outcomes: list[int]
    """Scratch, ``MOST_OUTCOMES`` long."""
    weights: list[int]
    """Scratch, ``MOST_OUTCOMES`` long."""


@entry_point
def measure_luck(
    desk: Desk, gauge: Gauge, moves: list[int], chances: list[int], samples: int, moments: list[Moment]
) -> int:
    """Replay a game from its setup and measure its chance moments; an entry point for Python.

    Args:
        desk: ``GAMES`` games, the real one zeroed; its random stream draws the samples.
        gauge: on return, its prediction is that of the position after the last move.
        moments: output, as long as ``chances``.

    Returns:
        The number of chance moments.
    """
    tables, games = desk.tables[0], desk.games
    begin(tables, games[REAL])
    count = 0
    revealed = 0
    played = 0
    while True:
        if is_chance(games[REAL]):
            # The month that is played out: that of a fire.
            burning = games[REAL].month if games[REAL].phase == DRAW_FIRE else 0
            moments[count].ply = played
            moments[count].month = games[REAL].month
            average_samples(desk, gauge, samples, burning, moments[count])
            while is_chance(games[REAL]):
                reveal(tables, games[REAL], chances[revealed])
                revealed += 1
            judge_after(desk, gauge, REAL, burning)
            for seat in range(tables.players):
                moments[count].finals[seat] = gauge.predictions[0].finals[seat]
                moments[count].wins[seat] = gauge.predictions[0].wins[seat]
            count += 1
        elif played < len(moves):
            play(tables, games[REAL], moves[played])
            played += 1
        else:
            break
    judge_after(desk, gauge, REAL, 0)
    return count


@rule
def average_samples(desk: Desk, gauge: Gauge, samples: int, burning: int, moment: Moment) -> None:
    """Write the mean predictions over samples of the chance moment that the real game waits for."""
    tables, games, prediction = desk.tables[0], desk.games, gauge.predictions[0]
    for seat in range(SEATS):
        moment.mean_finals[seat] = 0.0
        moment.mean_wins[seat] = 0.0
    for _ in range(samples):
        copy_game(games, REAL, SAMPLE)
        while is_chance(games[SAMPLE]):
            reveal(tables, games[SAMPLE], draw_outcome(desk, SAMPLE, gauge.outcomes, gauge.weights))
        judge_after(desk, gauge, SAMPLE, burning)
        for seat in range(tables.players):
            moment.mean_finals[seat] += prediction.finals[seat] / samples
            moment.mean_wins[seat] += prediction.wins[seat] / samples


@rule
def judge_after(desk: Desk, gauge: Gauge, index: int, burning: int) -> None:
    """Predict the end of a game after a chance moment.

    The value holds where months begin, so the rest of a month with a fire is played out first.

    Args:
        desk, gauge: as of :func:`measure_luck`.
        burning: the month of the fire; 0 if the moment began with none.
    """
    tables, games = desk.tables[0], desk.games
    copy_game(games, index, JUDGED)
    while is_decision(games[JUDGED]) and games[JUDGED].month == burning:
        play(tables, games[JUDGED], hasty_move(desk, JUDGED, gauge.rooms[0]))
    outlook, prediction = gauge.outlook[0], gauge.predictions[0]
    predict_corrected(tables, desk.worths, outlook, games[JUDGED], 0.0, gauge.network, gauge.notes, prediction)


Shares = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ChanceMoment:
    """How a chance moment changed the expected result of each seat.

    Attributes:
        ply: the number of moves before it.
        month: the month, 1 to 12.
        iki: the change of the expected final score, by seat, in IKI.
        wins: the change of the win chance, by seat.
    """

    ply: int
    month: int
    iki: Shares
    wins: Shares


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of a game: the result of each seat is what it could expect, the luck, and what the moves did.

    Attributes:
        moments: the chance moments, in order.
        expected_iki, expected_wins: the expected final score and the win chance before the first one, by seat.
        final_iki, final_wins: the final score, and 1 for the winner; if the game is not over, what is expected.
    """

    moments: tuple[ChanceMoment, ...]
    expected_iki: Shares
    expected_wins: Shares
    final_iki: Shares
    final_wins: Shares

    @property
    def iki(self) -> Shares:
        """The luck of each seat, in IKI."""
        return _sums([moment.iki for moment in self.moments], len(self.final_iki))

    @property
    def wins(self) -> Shares:
        """The luck of each seat, in win chance."""
        return _sums([moment.wins for moment in self.moments], len(self.final_wins))

    @property
    def decisions_iki(self) -> Shares:
        """What the moves of all players changed in the expected final score of each seat, in IKI."""
        return _rest(self.final_iki, self.expected_iki, self.iki)

    @property
    def decisions_wins(self) -> Shares:
        """What the moves of all players changed in the win chance of each seat."""
        return _rest(self.final_wins, self.expected_wins, self.wins)

    def to_json(self) -> list[dict[str, float]]:
        """Convert to JSON values: an object for each seat."""
        columns = {
            "expected_iki": self.expected_iki,
            "luck_iki": self.iki,
            "decisions_iki": self.decisions_iki,
            "final_iki": self.final_iki,
            "expected_wins": self.expected_wins,
            "luck_wins": self.wins,
            "decisions_wins": self.decisions_wins,
            "final_wins": self.final_wins,
        }
        seats = range(len(self.final_iki))
        return [{"seat": seat} | {name: round(column[seat], 4) for name, column in columns.items()} for seat in seats]


def _sums(rows: list[Shares], seats: int) -> Shares:
    return tuple(sum(row[seat] for row in rows) for seat in range(seats))


def _rest(final: Shares, expected: Shares, luck: Shares) -> Shares:
    return tuple(a - b - c for a, b, c in zip(final, expected, luck, strict=True))


class LuckMeter:
    """Measures the luck of recorded games.

    Args:
        network: the network; ``None`` for the package's.
        backend: how it runs, ``PLAIN`` or ``NATIVE``; ``None`` for native, or plain without an engine.
        samples: the samples of each chance moment; ``None`` for the backend's default.
    """

    def __init__(
        self, network: StoredNetwork | None = None, *, backend: Backend | None = None, samples: int | None = None
    ) -> None:
        stored = network or shipped_network()
        self._backend = backend = backend or backend_of()
        self._samples = SAMPLES[backend] if samples is None else samples
        self._outlooks = stored.outlooks
        self._network = network_of(stored.layers, backend)
        self._notes = notes_for(self._network, backend)

    def measure(self, record: Record, seed: int = 0) -> Luck:
        """Return the luck of a game.

        Args:
            record: the record of a game, finished or not. It must be valid (:func:`edokko.records.record.check`):
                native code does not check it.
            seed: fixes the samples, 0 to 2**64 - 1.
        """
        backend = self._backend
        components = load(record.edition, record.components)
        tables = tables_for(components, record.players)
        words = backend.integers(4)
        seed_words(words, *split_seed(seed), STREAM)
        desk = Desk(
            tables=backend.single(tables),
            worths=backend.shared(appraise(tables, shipped())),
            games=backend.records(State, GAMES),
            spare=SPARE,
            legal=backend.integers(MOST_LEGAL),
            inner=backend.integers(MOST_LEGAL),
            words=words,
        )
        gauge = Gauge(
            outlook=backend.single(self._outlooks[record.players]),
            network=self._network,
            notes=self._notes,
            predictions=backend.records(Prediction, 1),
            rooms=backend.records(RoomValues, 1),
            outcomes=backend.integers(MOST_OUTCOMES),
            weights=backend.integers(MOST_OUTCOMES),
        )
        outcomes = outcomes_of(components, tables, record.chance)
        moves, chances = backend.integers(len(record.moves)), backend.integers(len(outcomes))
        moves[:] = [NUMBERS[move] for move in record.moves]
        chances[:] = outcomes
        moments = backend.records(Moment, len(chances))
        count = backend.call(measure_luck)(desk, gauge, moves, chances, self._samples, moments)
        (end,) = backend.values(Prediction, gauge.predictions, 1)
        return _luck(backend.values(Moment, moments, count), end, record.players)


def _luck(moments: list[Moment], end: Prediction, players: int) -> Luck:
    def difference(after: list[float], before: list[float]) -> Shares:
        return tuple(float(after[seat] - before[seat]) for seat in range(players))

    def shares(numbers: list[float]) -> Shares:
        return tuple(float(number) for number in numbers[:players])

    # Without a chance moment, what can be expected is what has come.
    first = (moments[0].mean_finals, moments[0].mean_wins) if moments else (end.finals, end.wins)
    return Luck(
        tuple(
            ChanceMoment(
                int(moment.ply),
                int(moment.month),
                difference(moment.finals, moment.mean_finals),
                difference(moment.wins, moment.mean_wins),
            )
            for moment in moments
        ),
        shares(first[0]),
        shares(first[1]),
        shares(end.finals),
        shares(end.wins),
    )
