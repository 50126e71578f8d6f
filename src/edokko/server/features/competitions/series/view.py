"""The view of a series for one person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import cast

from edokko.server.features.competitions.series import shapes
from edokko.server.features.competitions.series.store import Series, SeriesGame, SeriesSeat, order_of_game
from edokko.server.features.competitions.standings import Finish, points_of, standings_of
from edokko.table.seats import bot_display_name


def view_of_series(series: Series, guest: str | None) -> shapes.SeriesView:
    """Return the view of a series.

    Args:
        series: as the database has it.
        guest: the viewer; ``None`` for an anonymous one.
    """
    last = series.last
    is_open = last.status in ("waiting", "running")
    return shapes.SeriesView(
        series.id,
        len(last.seats),
        [_game(game, guest) for game in series.games],
        _standings(series),
        name=last.name,
        most=series.most,
        over=series.is_over,
        host=guest is not None and guest == last.host,
        yours=_is_seated(last, guest),
        next=last.table if is_open and _may_watch(last, guest) else None,
    )


def _may_watch(game: SeriesGame, guest: str | None) -> bool:
    return game.has_spectators or game.status == "waiting" or _is_seated(game, guest)


def _is_seated(game: SeriesGame, guest: str | None) -> bool:
    return guest is not None and any(guest in (seat.guest, seat.resigned) for seat in game.seats)


def _game(game: SeriesGame, guest: str | None) -> shapes.SeriesGame:
    points = dict(zip(_keys(game), points_of(_finishes(game)), strict=True)) if _is_finished(game) else {}
    return shapes.SeriesGame(
        game.number,
        cast("shapes.GameStatus", game.status),
        [_seat(game, seat, points.get(key)) for seat, key in zip(game.seats, _keys(game), strict=True)],
        table=game.table if game.status != "deleted" and _may_watch(game, guest) else None,
    )


def _seat(game: SeriesGame, seat: SeriesSeat, points: float | None) -> shapes.SeriesSeat:
    return shapes.SeriesSeat(
        seat.seat,
        _name(game, seat),
        cast("shapes.Kind", seat.kind),
        seat.guest or seat.resigned,
        seat.place,
        seat.score,
        points,
        seat.resigned is not None,
    )


def _name(game: SeriesGame, seat: SeriesSeat) -> str:
    return bot_display_name(seat.name, game.table, seat.seat) if seat.kind == "bot" else seat.name


def _is_finished(game: SeriesGame) -> bool:
    return bool(game.seats) and all(seat.place is not None for seat in game.seats)


def _keys(game: SeriesGame) -> list[str]:
    """Return a key of each seat's player, which is the same in all games of the series.

    A person is the guest; of several people at one screen, in the order of their places. A computer player is its name.
    """
    order = order_of_game(len(game.seats), game.number) if len(game.seats) > 1 else ()
    keys: dict[int, str] = {}
    count: Counter[str] = Counter()
    for seat in sorted(game.seats, key=lambda seat: order[seat.seat]):
        who = seat.guest or seat.resigned
        key = who or f"bot {_name(game, seat)}"
        keys[seat.seat] = f"{key} {count[key]}"
        count[key] += 1
    return [keys[seat.seat] for seat in game.seats]


def _finishes(game: SeriesGame) -> list[Finish]:
    return [
        Finish(key, seat.place or 0, seat.score or 0, seat.resigned is not None)
        for key, seat in zip(_keys(game), game.seats, strict=True)
    ]


def _standings(series: Series) -> list[shapes.StandingShape]:
    """Return the standings of all who have played a game or sit at the newest table."""
    seats: dict[str, tuple[SeriesGame, SeriesSeat]] = {}
    for game in series.games:
        for key, seat in zip(_keys(game), game.seats, strict=True):
            is_named = seat.kind != "open" and (seat.resigned is None or key not in seats)
            if is_named and (_is_finished(game) or game is series.last):
                seats[key] = game, seat
    games: Sequence[Sequence[Finish]] = [_finishes(game) for game in series.games if _is_finished(game)]
    return [
        shapes.StandingShape(
            standing.rank,
            _name(*seats[standing.player]),
            standing.points,
            standing.games,
            standing.wins,
            standing.margin,
            seats[standing.player][1].guest or seats[standing.player][1].resigned,
        )
        for standing in standings_of(seats, games, has_opponents=False)
    ]
