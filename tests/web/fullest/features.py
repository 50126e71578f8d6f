"""Features that measure how full a step is: the larger a value, the fuller the step.

A name begins with its scope. ``table`` features are compared within an edition and number of players, because board and
panels differ; ``any`` features are compared over all games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from edokko.catalogue import Catalogue, languages
from edokko.game import Game
from edokko.words.events import describe_events
from edokko.words.moves import describe_move, question
from edokko.words.refusals import describe_refusal
from edokko.words.words import Words

Features = dict[str, float]
Json = Mapping[str, Any]
RESOURCES = ("mon", "rice", "sandals", "wood", "koban", "iki", "fire", "points", "kobun", "hungry")
LISTS = ("retired", "tokens", "pipes", "pouches", "fish")
LIST_PREVIEWS = ("trains", "retires", "leaves", "goods", "opponents_gain", "spend", "gain", "fire_order")
NEAR = 2
"""The distance in points at which discs of one track may touch."""
NEW_YEAR = 13
LAP = 30
"""The number of cells of the IKI track."""


def features(game: Json, steps: Sequence[Json]) -> Features:
    """Return the features of a view.

    Args:
        game: the `game` of the view.
        steps: the log; the last step led here.
    """
    result: Features = {}

    def note(name: str, value: float) -> None:
        if value > result.get(name, 0):
            result[name] = value

    for scope in (_moves, _refusals, _seats, _tracks, _board, _log):
        for name, value in scope(game, steps):
            note(name, value)
    return result


Found = Iterator[tuple[str, float]]


def _moves(game: Json, steps: Sequence[Json]) -> Found:
    moves = game.get("moves", [])
    for kind, count in Counter(move["kind"] for move in moves).items():
        yield f"any moves {kind} of {len(game['position']['players'])}", count
    yield "table moves", len(moves)
    for move in moves:
        preview = move.get("preview", {})
        for part in LIST_PREVIEWS:
            if preview.get(part):
                yield f"any {move['kind']} {part}", len(preview[part])
        yield f"any {move['kind']} parts", sum(len(preview[part]) for part in LIST_PREVIEWS if part in preview)
        if "laps" in preview:
            own = game["turn"]["seat"]
            learning = sum(training["seat"] == own for training in preview.get("trains", []))
            yield "table lap learning", learning
            yield "table lap retiring", learning * bool(preview.get("retires")) + len(preview.get("retires", []))
        if preview.get("rooms"):
            yield f"any {move['kind']} rooms", len(preview["rooms"])
            yield f"any {move['kind']} highest price", max(preview["rooms"].values())
        if "later" in preview:
            yield f"any {move['kind']} later", len(str(preview["later"]))
    tobacco = sum(move["kind"] == "shop" and "preview" in move and bool(move["preview"].get("goods")) for move in moves)
    yield "table shop goods", tobacco
    if game["position"].get("burning"):
        yield f"any fire nagaya {game['position']['burning']['nagaya']}", 1
        yield "table fire strength", game["position"]["burning"]["strength"]
        yield "table guards", sum(move["kind"] == "guard" for move in moves)


def _refusals(game: Json, steps: Sequence[Json]) -> Found:
    for (kind, reason), count in Counter(
        (refusal["kind"], refusal["reason"]) for refusal in game.get("unavailable", [])
    ).items():
        yield f"any refused {kind} {reason}", count
    for refusal in game.get("unavailable", []):
        missing = refusal.get("missing", {})
        if missing:
            yield f"any refused {refusal['kind']} missing", 100 * len(missing) + sum(missing.values())


def _seats(game: Json, steps: Sequence[Json]) -> Found:
    position = game["position"]
    for seat, has in enumerate(position["players"]):
        for what in RESOURCES:
            yield f"table most {what}", has.get(what, 0)
        for what in LISTS:
            yield f"table most {what}", len(has.get(what, []))
        yield "table most goods", sum(len(has.get(what, [])) for what in LISTS[1:])
        own = [room for room in position["rooms"] if room.get("owner") == seat]
        for kind in ("character", "building"):
            yield f"table most of {kind}", sum(move["kind"] == kind for move in own)
        if has["kobun"] == 0:
            yield "table no kobun", len(own)
    yield "table hungry seats", sum(bool(has.get("hungry")) for has in position["players"])
    if game.get("scores"):
        yield "table scores", max(len(str(sheet["lines"])) for sheet in game["scores"])
        yield "table score total", max(sheet["total"] for sheet in game["scores"])


def _tracks(game: Json, steps: Sequence[Json]) -> Found:
    position = game["position"]
    seats = position["players"]
    for track in ("iki", "fire"):
        ties = Counter(seat.get(track, 0) for seat in seats)
        for at, count in ties.items():
            if count > 1:
                yield f"table tie of {count} on {track}", 1 + min(at, 20) * (track == "fire") + at * (track == "iki")
        if len(ties) < len(seats) and sorted(ties.values())[-2:] == [2, 2]:
            yield f"table two ties on {track}", 1
    cells = [(seat.get("iki", 0) // LAP, seat.get("iki", 0) % LAP) for seat in seats]
    # A label with the sum stands beside a disc beyond 30, so its neighbours are close.
    for index, (lap, cell) in enumerate(cells):
        near = sum(other != index and abs(cells[other][1] - cell) <= NEAR for other in range(len(cells)))
        if lap and near:
            yield f"table beside a pill of {LAP * lap}", near
            if sorted(seat.get("iki", 0) for seat in seats)[-2:] == [50, 51]:
                yield "any 50 and 51 IKI", 1


def _board(game: Json, steps: Sequence[Json]) -> Found:
    position = game["position"]
    yield "table offers", len(position["row"])
    yield f"any stage {position['stage']} of {len(position['players'])}", 1
    if position["month"] == NEW_YEAR:
        yield f"any New Year's stage {position['stage']}", 1
    yield "any mon on cards", sum(offer.get("mon", 0) for offer in position["row"])
    yield "any cards with mon", sum(bool(offer.get("mon")) for offer in position["row"])
    squares = Counter(player["square"] for player in position["players"] if player["square"])
    for square, count in squares.items():
        if count > 1:
            yield f"any {count} pawns on square {square}", 1
    full = [room for room in position["rooms"] if room.get("card")]
    yield "table rooms taken", len(full)
    yield "table will retire", sum(room.get("retires", False) for room in full)
    yield "table buildings", sum(room["kind"] == "building" for room in full)
    yield "table boats taken", sum("seat" in boat for boat in position["boats"])
    yield "any double salaries", sum(len(room.get("salary", {})) > 1 for room in full)


def _log(game: Json, steps: Sequence[Json]) -> Found:
    events = steps[-1].get("events", [])
    for event in events:
        yield f"any event {event['kind']} {event.get('reason', '')}".rstrip(), abs(event.get("amount", 1))
    yield "table events", len(events)
    kinds = Counter(event["kind"] for event in events)
    for kind in ("payday_began", "fire_broke_out", "fire_put_out", "retired", "left", "game_ended", "season_began"):
        if kinds[kind]:
            yield f"table {kind}", kinds[kind] * 100 + len(events)


@cache
def _catalogues() -> dict[str, Catalogue]:
    return {language: Catalogue(language) for language in languages()}


def texts(game: Game, view: Json) -> Features:
    """Return the lengths of a step's texts, by kind of text and language.

    Args:
        game: the game at that step.
        view: the `game` of its view.
    """
    result: Features = {}
    refusals = {why for refusal in view.get("unavailable", []) if (why := game.why_not(refusal["words"]))}
    for language, catalogue in _catalogues().items():
        words = Words(catalogue, game.components, game.seats)
        described: list[tuple[str, str]] = []
        if not game.is_over:
            described.append(("question", question(words, game)))
        described += [(f"move {move.kind}", describe_move(game, move, catalogue)) for move in game.legal_moves]
        described += [(f"reason {why.reason}", describe_refusal(why, catalogue, game)) for why in refusals]
        described += [(f"line {line.kind}", line.text) for line in describe_events(game.last_events, words)]
        for kind, text in described:
            name = f"any longest {kind} in {language}"
            result[name] = max(result.get(name, 0), len(text))
    return result
