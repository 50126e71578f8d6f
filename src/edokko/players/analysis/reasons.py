"""Why a move is good, as data: what it yields now, at the next payday and at the end, and what it denies opponents.

All numbers are counts of the game: the state before the move is compared with the state after the move and the moves
that complete it, such as the room of a hire. Only the expected score and an opponent's loss are means of the search.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, get_args

from msgspec import Struct, field, structs

from edokko.components.model import RESOURCES, TYPES
from edokko.explain.dangers import next_fire, next_meal, next_payday
from edokko.explain.previews import Amounts, Preview, preview
from edokko.game import Game
from edokko.move import Move
from edokko.players.analysis.position import Analysis, MoveAnalysis
from edokko.rules.payday import group_counts, pay_salaries, type_in_group
from edokko.rules.phases import GUARD_OR_BURN, STARVE
from edokko.rules.referee import carry_out
from edokko.rules.scoring import LINE_COUNT, LINES, score
from edokko.rules.state import MON, NAGAYA_ROOMS, RESOURCE_COUNT, State
from edokko.rules.tables import GROUPS, Tables
from edokko.rules.types import TYPE_COUNT, count_of

# Groups keep the list on few lines; a Literal of Literals is their union.
_Told = Literal["retires", "harmony", "food", "denies-card", "denies-building", "denies-room", "denies-slot", "leads"]
_Less = Literal["salary", "end", "firefighting", "overtakes", "token", "learns", "reaches", "chooses"]
ReasonKind = Literal[_Told, _Less, "gains", "pays", "expected"]
"""The closed vocabulary. Each kind has a message ``coach-reason-<kind>`` in the catalogue."""
TELLING: tuple[ReasonKind, ...] = get_args(ReasonKind)
"""The kinds by how much they tell beside the move's costs and yields. What the page leaves out first is late here."""

COMPLETING = frozenset({"place", "build", "train", "swap", "with"})
"""Kinds of moves that complete the move before."""
END_LINES = ("types", "fish", "pouches", "buildings", "koban", "wood")
"""The lines of the score sheet that count only at the end."""
DENIED_IKI = 1.0
"""The smallest loss of an opponent's expected score that counts as denied, in IKI."""
FEWEST_VISITS = 50
"""The simulations that a move needs before opponents' scores after it are compared."""
_DENIALS: Mapping[str, tuple[ReasonKind, str]] = {
    "hire": ("denies-card", "card"),
    "build": ("denies-building", "card"),
    "place": ("denies-room", "room"),
    "ikizama": ("denies-slot", "slot"),
}
"""For each kind of move: the reason, and the field for what the move takes."""


class Reason(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One reason for a move. Which of the other fields a kind uses is in its message."""

    kind: ReasonKind
    count: int = 0
    """An amount: of mon for ``pays``, else of IKI, of characters or of squares."""
    amounts: Amounts = field(default_factory=dict)
    """For ``gains`` and ``salary``: the amount of each resource."""
    card: str | None = None
    room: str | None = None
    slot: str | None = None
    token: str | None = None
    type: str | None = None
    line: str | None = None
    """A line of the score sheet."""
    seat: int | None = None
    """The opponent who is denied something; for ``overtakes``, who now chooses a slot after the seat."""
    month: int | None = None
    """The month of the payday or of the fire."""
    alike: int | None = None
    """For ``harmony``: the characters of the type that stand together."""
    needs: int | None = None
    """For ``food``: the rice that the payday takes."""
    has: int | None = None
    """For ``food``: the rice that the seat will have."""
    level: int | None = None
    """For ``firefighting``: the seat's level after the move."""
    strength: int | None = None
    """For ``firefighting``: the strength of the next fire."""
    squares: tuple[int, ...] = ()
    """For ``reaches``: the squares."""
    move: str | None = None
    """For ``leads``: the move that is likely to follow, in the words of records."""

    @property
    def hungry(self) -> int:
        """For ``food``: the characters that get no rice."""
        return max(0, (self.needs or 0) - (self.has or 0))

    @property
    def stall(self) -> int:
        """For ``firefighting``: the first stall whose card is safe."""
        return max(1, (self.strength or 0) - (self.level or 0) + 1)


def reasons_of(analysis: Analysis) -> list[tuple[Reason, ...]]:
    """Return the reasons for each move of an analysis: first now, then the payday, the end, and what it denies."""
    return [tuple(_reasons(analysis, entry)) for entry in analysis.moves]


def most_telling(reasons: Sequence[Reason]) -> Reason:
    """Return the reason to show where there is space for a single reason, beside the costs and yields of the move.

    Args:
        reasons: the reasons for a move, at least one.
    """
    return min(reasons, key=lambda reason: TELLING.index(reason.kind))


def completed(entry: MoveAnalysis) -> list[Move]:
    """Return a move with the moves that complete it in its main line, such as the room of a hire."""
    return [entry.move, *itertools.takewhile(lambda move: move.kind in COMPLETING, entry.line[1:])]


def _reasons(analysis: Analysis, entry: MoveAnalysis) -> Iterator[Reason]:
    if analysis.seat is None:
        return
    moves = completed(entry)
    reasons = [*counted(analysis.game, moves), *_denied(analysis, entry, moves)]
    yield from reasons or _leads(analysis, entry, moves)
    yield Reason(kind="expected", count=round(entry.finals[analysis.seat]))


def counted(game: Game, moves: Sequence[Move]) -> list[Reason]:
    """Return the reasons for consecutive moves of the deciding seat that need no search.

    Args:
        game: the position before the moves; it is not changed.
        moves: a move and those that complete it, without chance between them.
    """
    assert game.seat is not None, "a seat decides"
    seat, before, after, previews = game.seat, game.state, game.state.copy(), []
    for move in moves:
        previews.append(preview(game.tables, after, move.number))
        carry_out(game.tables, after, move.number)
    return [
        *_now(before, after, seat, previews),
        *_payday(game.tables, before, after, seat),
        *_fire(game.tables, before, after, seat),
        *_end(game.tables, before, after, seat),
    ]


def _leads(analysis: Analysis, entry: MoveAnalysis, moves: Sequence[Move]) -> Iterator[Reason]:
    """Return the seat's own move that is likely to follow, for a move without any number."""
    ahead = analysis.game.copy()
    for move in moves:
        ahead.play(move)
    if len(entry.line) > len(moves) and ahead.seat == analysis.seat:
        yield Reason(kind="leads", move=entry.line[len(moves)].words)


# --- now


def _now(before: State, after: State, seat: int, previews: Sequence[Preview]) -> Iterator[Reason]:
    changes: dict[str, int] = {
        name: after.resources[seat][index] - before.resources[seat][index]
        for index, name in enumerate(RESOURCES[:RESOURCE_COUNT])
    }
    for shown in previews:
        # Mon of a slot and the bonus of a hire follow with the next steps; `place` has carried out the bonus already.
        if shown.later is not None and len(previews) == 1:
            for name, count in shown.later.gain.items():
                changes[name] = changes.get(name, 0) + count
    mon = RESOURCES[MON]
    if changes[mon] < 0:
        yield Reason(kind="pays", count=-changes[mon])
    gains = {name: count for name, count in changes.items() if count > 0}
    if gains:
        yield Reason(kind="gains", amounts=gains)
    yield from _progress(seat, previews)


def _progress(seat: int, previews: Sequence[Preview]) -> Iterator[Reason]:
    """Return tokens, experience and retirements, with those that are certain to follow the last move."""
    everything = [*previews, *(shown.later for shown in previews[-1:] if shown.later is not None)]
    for shown in everything:
        for token, count in shown.tokens.items():
            if count > 0:
                yield Reason(kind="token", token=token)
    own = [training for shown in everything for training in shown.trains if training.seat == seat]
    retiring = {card for shown in everything for card in shown.retires}
    learning = [training for training in own if training.card not in retiring]
    if learning:
        yield Reason(kind="learns", count=len(learning), card=learning[0].card if len(learning) == 1 else None)
    for training in own:
        if training.card in retiring:
            yield Reason(kind="retires", card=training.card)
    for shown in previews:
        if shown.reaches:
            # A sentence has room for the names of two squares.
            count = len(shown.reaches)
            yield Reason(kind="reaches" if count <= 2 else "chooses", squares=shown.reaches, count=count)


# --- the next payday and the next fire


class Together(NamedTuple):
    """The harmony of one type in one group."""

    type: str
    alike: int
    iki: int


def _payday(tables: Tables, before: State, after: State, seat: int) -> Iterator[Reason]:
    month = next_payday(tables, before.month + (before.phase in (STARVE, GUARD_OR_BURN)))
    if month is None:
        return
    salaries = zip(RESOURCES, _salaries(tables, before, seat), _salaries(tables, after, seat), strict=False)
    more: dict[str, int] = {name: new - old for name, old, new in salaries if new > old}
    if more:
        yield Reason(kind="salary", amounts=more, month=month)
    yield from _harmony(tables, before, after, seat, month)
    meal, old_meal = next_meal(tables, after, seat), next_meal(tables, before, seat)
    if meal != old_meal and (meal.hungry or old_meal.hungry):
        yield Reason(kind="food", needs=meal.needs, has=meal.has, month=month)


def _salaries(tables: Tables, state: State, seat: int) -> list[int]:
    """Return what a seat's salaries would change if the payday came now."""
    paid = state.copy()
    pay_salaries(tables, paid, seat)
    return [paid.resources[seat][index] - state.resources[seat][index] for index in range(RESOURCE_COUNT)]


def harmony(tables: Tables, state: State, seat: int) -> list[Together]:
    """Return a seat's harmony, by group and type."""
    return list(_together(tables, state, seat).values())


def _harmony(tables: Tables, before: State, after: State, seat: int, month: int) -> Iterator[Reason]:
    old, new = _together(tables, before, seat), _together(tables, after, seat)
    total = sum(group.iki for group in new.values()) - sum(group.iki for group in old.values())
    if total <= 0:
        return
    place = max(new, key=lambda place: new[place].iki - (old[place].iki if place in old else 0))
    yield Reason(kind="harmony", count=total, type=new[place].type, alike=new[place].alike, month=month)


def _together(tables: Tables, state: State, seat: int) -> dict[tuple[int, int], Together]:
    """Return a seat's harmony by group and type (RULES 5.B)."""
    found: dict[tuple[int, int], Together] = {}
    for group in range(GROUPS):
        counts = group_counts(tables, state, group)
        for kind in range(TYPE_COUNT):
            alike, kobun = count_of(counts, kind), type_in_group(tables, state, group, kind, seat)
            if alike >= 2 and kobun:
                found[group, kind] = Together(TYPES[kind], alike, kobun * alike)
    return found


def _fire(tables: Tables, before: State, after: State, seat: int) -> Iterator[Reason]:
    """Return from which stall on a fire spares the seat's cards; if none, an opponent whom it passes in the order."""
    level = after.fire[seat]
    if level == before.fire[seat]:
        return
    month = next_fire(tables, before.month + (before.phase == GUARD_OR_BURN))
    if month is not None and tables.fire_strength[month] - level < sum(tables.room_exists[:NAGAYA_ROOMS]):
        yield Reason(kind="firefighting", level=level, strength=tables.fire_strength[month], month=month)
        return
    old, new = (list(state.fire_order) for state in (before, after))
    passed = [other for other in old[: old.index(seat)] if new.index(other) > new.index(seat)]
    if passed:
        yield Reason(kind="overtakes", level=level, seat=passed[0])


# --- the end


def _end(tables: Tables, before: State, after: State, seat: int) -> Iterator[Reason]:
    old, new = [0] * LINE_COUNT, [0] * LINE_COUNT
    score(tables, before, seat, old)
    score(tables, after, seat, new)
    for index, line in enumerate(LINES):
        if line in END_LINES and new[index] > old[index]:
            yield Reason(kind="end", line=line, count=new[index] - old[index])


# --- what it denies opponents


def _denied(analysis: Analysis, entry: MoveAnalysis, moves: Sequence[Move]) -> Iterator[Reason]:
    """Return what the move takes from the opponent who wanted it most.

    An opponent wants a thing if it takes it in the main line of another move. The loss is the difference between its
    expected scores after those moves and after this one.
    """
    best: Reason | None = None
    for move in moves:
        if move.kind not in _DENIALS:
            continue
        for seat, alternatives in _takers(analysis, entry, move).items():
            if entry.visits < FEWEST_VISITS:
                continue
            visits = sum(other.visits for other in alternatives)
            mean = sum(other.finals[seat] * other.visits for other in alternatives) / visits
            loss = mean - entry.finals[seat]
            if loss >= DENIED_IKI and (best is None or loss > best.count):
                kind, thing = _DENIALS[move.kind]
                denial = Reason(kind=kind, seat=seat, count=round(loss))
                best = structs.replace(denial, **{thing: move.arguments[0]})
    if best is not None:
        yield best


def _takers(analysis: Analysis, entry: MoveAnalysis, move: Move) -> dict[int, list[MoveAnalysis]]:
    """Return the opponents who make a move in the main line of another one, each with those other moves."""
    takers: dict[int, list[MoveAnalysis]] = {}
    for other in analysis.moves:
        if other is entry or other.visits < FEWEST_VISITS or move not in other.line[1:]:
            continue
        ahead = analysis.game.copy()
        for following in other.line[: other.line.index(move, 1)]:
            ahead.play(following)
        if ahead.seat is not None and ahead.seat != analysis.seat:
            takers.setdefault(ahead.seat, []).append(other)
    return takers
