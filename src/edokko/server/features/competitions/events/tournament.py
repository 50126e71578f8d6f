"""An event: rounds of tables for the same players, as data, and the step that it takes next.

It uses neither the database nor the network. Each step is written in one transaction, and the next one follows from
what is stored. So a process can end after any step, and another one goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any

from msgspec import Struct, field

from edokko.server.features.competitions.events.shapes import EventPlayer, EventSeat, PairingFormat, Size, Status
from edokko.server.features.competitions.pairing.meetings import Matrix, Round, meetings_in
from edokko.server.features.competitions.pairing.rounds import in_balanced_seats, plan_rounds, swiss_round
from edokko.server.features.competitions.standings import Finish, Standing, standings_of
from edokko.table.settings import TableSettings


class TournamentSettings(Struct, frozen=True):
    """The settings that the organiser chooses, as :class:`NewEvent` has them; the database stores them as JSON."""

    name: str
    kind: PairingFormat
    size: Size
    rounds: int
    most: int
    starts_full: bool
    pause: int
    edition: str
    overlay: dict[str, Any] | None
    table: TableSettings


class RoundPlan(Struct, frozen=True):
    """The rounds to come of a round robin, for certain players."""

    players: list[int | None]  # the numbers of the players; ``None`` for the computer player that fills a table
    rounds: list[Round]  # the tables of each round, as indices of ``players``


class TournamentTable(Struct):
    """A table of a round."""

    # ``round`` and ``number``: the round, from 1, and the number in it, from 1.
    round: int
    number: int
    seats: list[EventSeat]  # in order
    table: str | None = None  # the id; ``None`` until the table is made
    is_over: bool = field(default=False, name="over")  # whether its game is over: finished, or closed without a result

    @property
    def has_result(self) -> bool:
        """Whether its game was finished."""
        return all(seat.place is not None for seat in self.seats)


class Tournament(Struct):
    """An event. Its fields are those of the tables in the database."""

    id: str
    organiser: str  # the guest; empty after the guest was deleted
    settings: TournamentSettings
    status: Status
    round: int  # the current round, 0 before the first one
    due: float | None  # when the next round is paired, in seconds since 1970; ``None`` while a round is played
    version: int  # grows with every change
    plan: RoundPlan | None
    origin: str | None  # a hash of the organiser's address
    # ``created`` and ``changed``: in seconds since 1970.
    created: float
    changed: float
    entrants: list[EventPlayer] = field(default_factory=list)  # in the order of joining
    tables: list[TournamentTable] = field(default_factory=list)  # of all rounds, in order

    @property
    def current_tables(self) -> list[TournamentTable]:
        """The tables of the current round."""
        return [table for table in self.tables if table.round == self.round]

    @property
    def active(self) -> list[EventPlayer]:
        """The players of the next round."""
        return [entrant for entrant in self.entrants if not entrant.withdrawn]

    def entrant_of(self, guest: str | None) -> EventPlayer | None:
        """Return the entrant of a guest."""
        return next((entrant for entrant in self.entrants if guest is not None and entrant.guest == guest), None)


class Next(Enum):
    """What an event does next."""

    MAKE_TABLES = "make_tables"
    WAIT_FOR_GAMES = "wait_for_games"
    SCHEDULE = "schedule"
    WAIT_FOR_ROUND = "wait_for_round"
    PAIR = "pair"
    FINISH = "finish"
    NOTHING = "nothing"


def next_step(tournament: Tournament, now: float) -> Next:
    """Return the next step of an event as it is stored; ``now`` is in seconds since 1970."""
    if tournament.status != "running":
        return Next.NOTHING
    tables = tournament.current_tables
    if any(table.table is None and not table.is_over for table in tables):
        return Next.MAKE_TABLES
    if not all(table.is_over for table in tables):
        return Next.WAIT_FOR_GAMES
    if tournament.round >= tournament.settings.rounds or len(tournament.active) < FEWEST:
        return Next.FINISH
    if tournament.due is None:
        return Next.SCHEDULE
    return Next.PAIR if tournament.due <= now else Next.WAIT_FOR_ROUND


def pair_next_round(tournament: Tournament) -> tuple[list[TournamentTable], RoundPlan | None]:
    """Return the tables of the next round with the players in their seats, and the plan of the rounds after it.

    It is deterministic: two processes that pair the same round get the same tables. It may take a second or two.
    """
    number, active = tournament.round + 1, tournament.active
    players: list[int | None] = [entrant.number for entrant in active]
    players += [None] * fillers(len(active))
    past = [_indices(tournament, round_number, players) for round_number in range(1, number)]
    met = meetings_in(len(players), past)
    sizes = table_sizes(len(players), tournament.settings.size)
    seed, plan = f"{tournament.id}/{number}", tournament.plan
    if tournament.settings.kind == "swiss":
        points = {standing.player: standing.points for standing in standings(tournament)}
        scores = [points.get(str(player), 0.0) for player in players]
        filler = players.index(None) if None in players else None
        tables, plan = swiss_round(sizes, scores, met, seed, filler), None
    else:
        if plan is None or plan.players != players or not plan.rounds:
            plan = RoundPlan(players, plan_rounds(sizes, tournament.settings.rounds - tournament.round, met, seed))
        tables, plan = plan.rounds[0], RoundPlan(players, plan.rounds[1:])
    sat = _seats_sat(tournament, players)
    return [
        TournamentTable(number, place, [EventSeat(seat, players[index]) for seat, index in enumerate(order)])
        for place, order in enumerate((in_balanced_seats(table, sat) for table in tables), 1)
    ], plan


def _indices(tournament: Tournament, number: int, players: Sequence[int | None]) -> list[list[int]]:
    """Return the tables of a round as indices of players, without players who are gone."""
    return [
        [players.index(seat.player) for seat in table.seats if seat.player in players]
        for table in tournament.tables
        if table.round == number
    ]


def _seats_sat(tournament: Tournament, players: Sequence[int | None]) -> Matrix:
    """Return how often each player has sat in each seat."""
    sat = [[0] * 4 for _ in players]
    for table in tournament.tables:
        for seat in table.seats:
            if seat.player in players:
                sat[players.index(seat.player)][seat.seat] += 1
    return sat


def standings(tournament: Tournament) -> list[Standing]:
    """Return the standings; the keys of the players are their numbers. A game that was closed does not count."""
    games = [finishes_of(table) for table in tournament.tables if table.has_result]
    return standings_of((str(entrant.number) for entrant in tournament.entrants), games, has_opponents=True)


def finishes_of(table: TournamentTable) -> list[Finish]:
    """Return the results of a finished table, by seat."""
    return [
        Finish(None if seat.player is None else str(seat.player), seat.place or 0, seat.score or 0, seat.replaced)
        for seat in table.seats
    ]


FEWEST = 2
"""Players below which no round is paired."""


def fillers(players: int) -> int:
    """Return the number of computer players that a round needs: one for two and for five players, else none."""
    return 1 if players in (2, 5) else 0


def table_sizes(players: int, preferred: Size) -> list[int]:
    """Return the sizes of the tables of a round, the larger ones first, for players and those of :func:`fillers`.

    Tables have three or four seats, as many as possible of the preferred size.

    Raises:
        ValueError: the players do not fit tables of three and four.
    """
    fours = players % 3 if preferred == 3 else (players - 3 * (-players % 4)) // 4
    threes = (players - 4 * fours) // 3
    if players < 3 or fours < 0 or threes < 0 or 4 * fours + 3 * threes != players:
        raise ValueError(f"{players} players do not fit tables of three and four")
    return [4] * fours + [3] * threes
