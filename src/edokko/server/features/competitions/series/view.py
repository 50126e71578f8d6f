"""The view of a series for one person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import structs

from edokko.server.features.competitions.series import shapes
from edokko.server.features.competitions.series.store import Series, SeriesGame, order_of_game
from edokko.server.features.competitions.standings import Finish, points_of, standings_of


def view_of_series(series: Series, guest: str | None) -> shapes.SeriesView:
    """Return the view of a series for a guest; ``None`` is an anonymous viewer."""
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
    return guest is not None and any(seat.guest == guest for seat in game.seats)


def _game(game: SeriesGame, guest: str | None) -> shapes.SeriesGame:
    points = points_of(_finishes(game)) if _is_finished(game) else [None] * len(game.seats)
    seats = [structs.replace(seat, points=won) for seat, won in zip(game.seats, points, strict=True)]
    is_open = game.status != "deleted" and _may_watch(game, guest)
    return shapes.SeriesGame(game.number, game.status, seats, game.table if is_open else None)


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
        key = seat.guest or f"bot {seat.name}"
        keys[seat.seat] = f"{key} {count[key]}"
        count[key] += 1
    return [keys[seat.seat] for seat in game.seats]


def _finishes(game: SeriesGame) -> list[Finish]:
    return [
        Finish(key, seat.place or 0, seat.score or 0, seat.replaced)
        for key, seat in zip(_keys(game), game.seats, strict=True)
    ]


def _standings(series: Series) -> list[shapes.StandingShape]:
    """Return the standings of all who have played a game or sit at the newest table."""
    seats: dict[str, shapes.SeriesSeat] = {}
    for game in series.games:
        for key, seat in zip(_keys(game), game.seats, strict=True):
            is_named = seat.kind != "open" and (not seat.replaced or key not in seats)
            if is_named and (_is_finished(game) or game is series.last):
                seats[key] = seat
    games: Sequence[Sequence[Finish]] = [_finishes(game) for game in series.games if _is_finished(game)]
    return [
        shapes.StandingShape(
            name=seats[standing.player].name,
            guest=seats[standing.player].guest,
            **{name: getattr(standing, name) for name in ("rank", "points", "games", "wins", "margin")},
        )
        for standing in standings_of(seats, games, has_opponents=False)
    ]
