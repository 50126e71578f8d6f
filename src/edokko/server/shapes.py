"""The shapes of the API: what clients send and what they get, declared once for validation, encoding and OpenAPI.

What is equal to its default is left out of an answer, so a missing list is an empty one and a missing number is the
default given here. Things of the game are named by their ids (``components.toml``), moves by their words
(``docs/moves.md``).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from edokko.rules.previews import Preview

MOST_MOVES_AT_ONCE = 12
LONGEST_NAME = 30

PersonName = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME, description="Spaces around it are dropped.")]
TableName = Annotated[str, Meta(max_length=60)]
Level = Annotated[str, Meta(max_length=20, description="`easy`, `medium`, `hard` or `master`.")]
MoveWords = Annotated[str, Meta(min_length=1, max_length=80)]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Crest = Annotated[int, Meta(ge=0, le=3, description="0 wave, 1 plum, 2 scales, 3 diamonds.")]
Ply = Annotated[int, Meta(ge=0, le=100_000, description="How many moves have been played and not taken back.")]
Version = Annotated[
    int,
    Meta(ge=0, le=1_000_000, description="That of the view they answer: another of the same ply is not taken for it."),
]
Bundle = dict[str, int]
"""Amounts by resource: ``mon rice sandals wood koban iki fire``."""


class Asked(Struct, forbid_unknown_fields=True):
    """What a client sends; an unknown key is refused."""


class Told(Struct, omit_defaults=True, gc=False):
    """What the server answers. Nothing of it ever refers back, so the collector of garbage need not look at it."""


# --- who is there


class Guest(Told):
    """Whoever holds the cookie or the token."""

    id: str
    """Public: it stands beside the name in results. It opens nothing."""
    name: str


class GuestName(Asked):
    name: PersonName


class MovingLink(Told):
    """A link that makes another device the same guest, once."""

    code: str
    path: str
    """To be opened on the other device: ``/move-in/<code>``."""
    expires: str
    """ISO 8601, UTC."""


class MovingCode(Asked):
    code: Annotated[str, Meta(min_length=10, max_length=100)]


class NewToken(Asked):
    name: Annotated[str, Meta(min_length=1, max_length=60)]


class Token(Told):
    """A bearer token by which a program acts as its guest."""

    id: str
    name: str
    created: str
    secret: str | None = None
    """Told once, when it is made; ``Authorization: Bearer <secret>``."""


# --- making a table

SeatKind = Literal["you", "open", "bot", "local"]


class NewSeat(Asked):
    """One seat of a new table.

    ``you`` is the host, ``local`` somebody else at the host's screen, ``open`` whoever joins.
    """

    kind: SeatKind = "open"
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    """Empty: your guest name; a computer player chooses one of its own that no other seat has."""
    level: Level = "easy"
    crest: Crest | None = None
    """Of ``you``; ``None``: the one of the seat's number."""


class NewClock(Asked):
    """How long people may think: `minutes` where the pace is `live`, `days` where it is `days`, never both.

    Time runs for the seat that decides; whoever has none left is gone on for by a computer player.
    """

    minutes: Annotated[int, Meta(ge=1, le=240)] | None = None
    """Of each seat, for the whole game."""
    increment: Annotated[int, Meta(ge=0, le=300)] = 0
    """With `minutes`: seconds that a seat gets back whenever its decisions pass on to another seat."""
    days: Annotated[int, Meta(ge=1, le=30)] | None = None
    """For each turn anew: until the seat's decisions pass on to another seat."""
    level: Level = "easy"
    """The computer player that goes on for a seat whose time is over."""


class NewTable(Asked):
    """What a new game is played with; `seats` has 2 to 4 entries, and one of them may be `you`."""

    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=4)]
    edition: Literal["2021", "2015"] = "2021"
    name: TableName = ""
    overlay: dict[str, Any] | str | None = None
    """The numbers of one's own copy (``docs/overlay.md``): the tables, or the text of an overlay file."""
    listed: bool = False
    """Whether the lobby shows it to everybody; otherwise only its link leads there."""
    pace: Literal["live", "days"] = "live"
    clock: NewClock | None = None
    """``None``: everybody has all the time in the world."""
    hints: bool = False
    """Whether whoever decides may ask for hints; never at a rated table."""
    rated: bool = False
    """Whether it counts for the ratings: people only, each at a screen of their own, no hints, the shipped numbers."""
    spectators: bool = True
    random_seats: bool = True
    """Whether seats are shuffled when it starts; seat 0 is the first player."""


class Join(Asked):
    """Sit down at an open seat."""

    seat: SeatNumber | None = None
    """``None``: the first one."""
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    """How the table calls you; empty: your guest name. A computer player of that name takes another."""
    ready: bool = True
    """Whether the game may begin from your side; otherwise you say so later."""
    crest: Crest | None = None
    """The one you would like. You get another where a person has it, and in a rematch the one from before."""


class OwnSeat(Asked):
    """Change your own seat while people are awaited; what is ``None`` stays."""

    seat: SeatNumber | None = None
    """``None``: your only seat."""
    crest: Crest | None = None
    """One that nobody else has."""
    ready: bool | None = None
    """Whether the game may begin from your side. The host's seats are always ready: the host begins it."""
    name: PersonName | None = None
    """How the table calls you. A computer player of that name takes another."""


class GivenSeat(Asked):
    """Give another seat, as the host while people are awaited, to whoever comes or to a computer player."""

    seat: SeatNumber
    kind: Literal["open", "bot"]
    level: Level = "easy"
    """Of the computer player."""


class ChosenSeat(Asked):
    seat: SeatNumber | None = None
    """``None``: your only seat."""


class ToBot(Asked):
    """Let a computer player go on for a seat: your own, or, for the host, that of somebody who is away."""

    seat: SeatNumber | None = None
    """``None``: your only seat."""
    level: Level = "easy"


# --- playing


class Play(Asked):
    """Moves of one seat, played together and taken back together."""

    ply: Ply
    """The ply of the view they answer."""
    moves: Annotated[list[MoveWords], Meta(min_length=1, max_length=MOST_MOVES_AT_ONCE)]
    version: Version | None = None


class Undo(Asked):
    """Take back what was sent last, as one."""

    ply: Ply
    version: Version | None = None


class Event(Told):
    """One thing that happened (``edokko.events``); of the fields only those that its kind uses are there."""

    kind: str
    seat: int | None = None
    resource: str | None = None
    card: str | None = None
    room: str | None = None
    square: int | None = None
    slot: str | None = None
    good: str | None = None
    building: str | None = None
    token: str | None = None
    type: str | None = None
    nagaya: str | None = None
    group: str | None = None
    season: str | None = None
    level: int | None = None
    amount: int | None = None
    reason: str | None = None
    source: str | None = None
    detail: int | None = None


class Step(Told):
    """One entry of the log: the setup, a move, a move taken back, or a seat in other hands, with what it brought."""

    kind: Literal["setup", "move", "undo", "seat"]
    ply: int
    """Of the position before it; for ``undo`` the ply that the table went back to."""
    seat: int | None = None
    move: str | None = None
    """Its words; for ``seat`` what became of the seat: ``bot:<level>``."""
    month: int = 0
    """The month it was played in."""
    events: list[Event] = field(default_factory=list)
    undone: int = 0
    """For ``undo``: how many moves were taken back."""
    reason: Literal["time"] | None = None
    """For ``seat``: its time was over; otherwise somebody has decided it."""


# --- the view of a table


class Seat(Told):
    """Who sits where."""

    seat: int
    kind: Literal["person", "bot", "open"]
    crest: Crest
    """Whose it is in a picture; no two seats of a table have the same. An open seat's goes to whoever sits down."""
    name: str = ""
    guest: str | None = None
    """Of a person: the public id, for the player's page."""
    level: str | None = None
    """Of a computer player."""
    connected: bool = False
    """Whether a person's page is open now; of a computer player always ``true``."""
    host: bool = False
    thinking: bool = False
    """Whether it is a computer player that decides now."""
    ready: bool = True
    """``false`` of a person who has not said yet that the game may begin."""


class Amounts(Told):
    """What a seat has, kobun among it."""

    seat: int
    mon: int
    rice: int
    sandals: int
    wood: int
    koban: int
    iki: int
    fire: int
    kobun: int
    """The free ones."""
    square: int
    """Where the oyakata is: 1 to 8, 0 before the lap line."""
    points: int
    """The final score if the game ended now."""
    slot: str | None = None
    """Where the ikizama is."""
    retired: list[str] = field(default_factory=list)
    """Character ids."""
    tokens: list[str] = field(default_factory=list)
    pipes: list[str] = field(default_factory=list)
    pouches: list[str] = field(default_factory=list)
    fish: list[str] = field(default_factory=list)
    hungry: int = 0
    """In a month of payday: how many of the characters its rice would not feed, with their salaries."""
    sign: Literal["sun", "moon"] | None = None
    """With two players: the sun chooses the neutral of odd months, the moon that of even ones."""


class Room(Told):
    """A room of the board; the empty ones are there too."""

    id: str
    """``A1`` to ``D4``."""
    squares: list[int]
    """From which of them its character can be used."""
    surcharge: int = 0
    """In mon, to put a card there."""
    card: str | None = None
    """A character's or a building's id."""
    kind: Literal["character", "building"] | None = None
    owner: int | None = None
    """The seat whose kobun is there; none for a neutral."""
    step: int = 0
    """The kobun's step, from 0: the XP so far."""
    steps: int = 0
    """The XP with which it retires."""
    salary: Bundle = field(default_factory=dict)
    """What the step earns at a payday."""
    retires: bool = False
    """Whether it retires with the next step."""


class RowCard(Told):
    """A character that can be hired."""

    card: str
    cost: int
    """As printed."""
    mon: int = 0
    """Lying on it: whoever hires it gets them first."""


class Good(Told):
    """A fish, a pipe or a pouch on sale."""

    good: str
    kind: Literal["fish", "pipe", "pouch"]
    price: int
    """In mon."""


class Offer(Told):
    """A building on offer."""

    building: str
    cost: Bundle
    """As printed, without the surcharge of a room."""


class Boat(Told):
    """One slot of the way of life."""

    slot: str
    """``1-4``, ``1``, ``2``, ``3`` or ``4``, in the order of play."""
    seat: int | None = None
    closed: bool = False
    mon: int = 0
    """What the slot brings."""
    hires: bool = True
    """Whether its turn has income or a hire."""


class Fire(Told):
    nagaya: str
    passed: int
    """How many of its rooms are behind it."""
    room: str
    """The one that it has reached."""
    strength: int
    """How strong it is there."""


class Turn(Told):
    """The strip of the seat that decides: what its turn still holds."""

    seat: int
    slot: str | None = None
    hire: Literal["open", "done", "none"] = "none"
    """Income or hiring; ``none`` where the slot has neither."""
    slot_mon: int = 0
    """What the slot itself brings."""
    move: Literal["open", "done", "none"] = "none"
    shop: Literal["open", "done", "none"] = "none"
    work: Literal["open", "done", "none"] = "none"
    pending: str | None = None
    """The card that has been paid for and waits for a room."""
    worker: str | None = None
    """The character whose deal is not finished."""
    swap_room: str | None = None
    hungry: int = 0
    """How many characters still have to leave for want of rice."""
    reaches: list[int] = field(default_factory=list)
    """Until the oyakata has moved: the squares where it can land without sandals."""


class Position(Told):
    """The whole public position; nothing about the future is in it."""

    month: int
    """1 to 12; 13 is New Year."""
    stage: str
    """What is decided: ``way_of_life``, ``deals`` and so on."""
    season: str
    players: list[Amounts]
    rooms: list[Room]
    row: list[RowCard]
    goods: list[Good]
    offer: list[Offer]
    boats: list[Boat]
    fire_order: list[int]
    """The seats by F, the first one on top."""
    order: list[int] = field(default_factory=list)
    """The seats in the order in which they act this month, or visit at New Year; empty while boats are chosen."""
    burning: Fire | None = None


class Month(Told):
    """One cell of the calendar."""

    month: int
    season: str
    payday: bool = False
    fire: int = 0
    """The strength of the fire at its end."""


class LegalMove(Told):
    """A move that may be played now."""

    words: str
    """What to send."""
    kind: str
    parts: list[str] = field(default_factory=list)
    """The ids after the kind: a card, a room, squares, a shop's option."""
    preview: Preview = field(default_factory=Preview)
    """Empty where it costs and yields nothing."""


class Unavailable(Told):
    """A move of the kinds asked that may not be played, and why: `edokko.rules.refusals`."""

    words: str
    kind: str
    reason: str
    """A code such as ``short`` or ``room_occupied``; the page has a sentence for each."""
    parts: list[str] = field(default_factory=list)
    missing: Bundle = field(default_factory=dict)
    card: str | None = None
    good: str | None = None
    room: str | None = None
    slot: str | None = None
    seat: int | None = None
    squares: list[int] = field(default_factory=list)
    limit: int | None = None


class ScoreSheet(Told):
    """One seat's score sheet; the lines add up to the total."""

    seat: int
    lines: Bundle
    """``track types fish pouches buildings koban wood mon``, in this order."""
    total: int
    place: int
    """1 for the first."""
    rating: float | None = None
    """After a rated game: what it changed."""


class Clock(Told):
    """The clock of a table. Its moments are seconds since 1970 at the server, as is ``now`` of the view."""

    level: str
    """The computer player that goes on for a seat whose time is over."""
    minutes: int = 0
    """Of each seat for the whole game; 0 where every turn has `days` of its own."""
    increment: int = 0
    """Seconds that a seat gets back whenever its decisions pass on to another seat."""
    days: int = 0
    """For each turn anew; 0 where there are minutes."""
    left: list[float] = field(default_factory=list)
    """Seconds by seat, in the moment of ``since``; those of computer players say nothing."""
    since: float | None = None
    """When the last row was written, in seconds since 1970."""
    running: int | None = None
    """The seat whose time runs: a person's that decides."""
    deadline: float | None = None
    """When its time is over, in seconds since 1970."""


NoUndo = Literal["nothing_to_undo", "chance_revealed", "turn_over", "not_yours", "not_running"]


class Running(Told):
    """What there is once the game has begun."""

    position: Position
    calendar: list[Month]
    turn: Turn | None = None
    """``None`` when the game is over."""
    asked: list[str] = field(default_factory=list)
    """The kinds of move asked for."""
    moves: list[LegalMove] = field(default_factory=list)
    """Every legal move of the seat that decides."""
    unavailable: list[Unavailable] = field(default_factory=list)
    log: list[Step] = field(default_factory=list)
    """The last step or steps: what brought the table here. The whole log is a resource of its own."""
    undo_by: int | None = None
    """The seat that may take back now."""
    undo_count: int = 0
    """How many moves that would take back."""
    no_undo: NoUndo | None = None
    """Why nobody may."""
    scores: list[ScoreSheet] = field(default_factory=list)
    """When the game is over, by place."""


class Table(Told):
    """The part of a view that everybody sees alike."""

    id: str
    status: Literal["waiting", "running", "finished", "closed"]
    version: int
    """How many rows the table has: it grows with every change."""
    edition: str
    players: int
    """How many seats."""
    seats: list[Seat]
    created: str
    name: str = ""
    ply: int = 0
    host: str | None = None
    """The guest id of the host."""
    listed: bool = False
    pace: str = "live"
    hints: bool = False
    rated: bool = False
    spectators: bool = True
    random_seats: bool = True
    own_tables: bool = False
    """Whether it is played with an overlay."""
    clock: Clock | None = None
    """``None`` where there is none, and in views of the past."""
    seat: int | None = None
    """Who decides."""
    game: Running | None = None
    """``None`` while people are awaited."""


class HandOver(Told):
    """A seat for which you may let a computer player go on."""

    seat: int
    since: float | None = None
    """Of somebody else who is waited for: from when on, in seconds since 1970, as long as they are not there. Your own
    seat: at any time."""


class You(Told):
    """The part of a view that is yours."""

    seats: list[int] = field(default_factory=list)
    """Where you sit: several at one screen, none as a spectator."""
    host: bool = False
    may_play: bool = False
    """Whether one of your seats decides now."""
    may_undo: bool = False
    no_undo: NoUndo | None = None
    may_start: bool = False
    """Whether you are the host, every seat is taken and everybody is ready."""
    may_join: bool = False
    hand_over: list[HandOver] = field(default_factory=list)
    """The seats for which you may let a computer player go on."""
    rematch: str | None = None
    """The id of the table that goes on with the same people, if you sit here, or did."""


class TableView(Told):
    """A table as one person sees it."""

    you: You
    table: Table
    now: float | None = None
    """At a table with a clock, or where you may replace somebody: how late it is at the server, in seconds since 1970,
    when this was sent."""


class Played(Told):
    """The answer to moves, to undo and to everything else that changes a table."""

    events: list[Step]
    """What it brought about, for the animation."""
    view: TableView


# --- the live channel (WebSocket)


class LiveView(Told, tag="view", tag_field="type"):
    """The newest view, with everything that happened since the one before."""

    version: int
    view: TableView
    steps: list[Step] = field(default_factory=list)
    """What happened since the last view on this socket, or since the version ``after`` of its address, in order; empty
    with ``resync``."""
    resync: bool = False
    """Whether steps are left out, because no ``after`` was given or too many were missed: draw the view without
    animation."""


class LivePresence(Told, tag="presence", tag_field="type"):
    """Whose page is open."""

    connected: list[int]
    """Seats."""
    spectators: int = 0
    hand_over: list[HandOver] = field(default_factory=list)
    """As in :class:`You`: from when on somebody may be replaced depends on when they went."""
    now: float | None = None
    """Where you may replace somebody: how late it is at the server, in seconds since 1970."""


class LiveTurns(Told, tag="turns", tag_field="type"):
    """On your own channel, when you come and whenever it changes: the tables that wait for you, the latest first."""

    tables: list[LobbyTable] = field(default_factory=list)
    now: float | None = None
    """How late it is at the server, in seconds since 1970."""


class LiveGone(Told, tag="gone", tag_field="type"):
    """The server closes the channel: it ends, so reconnect after ``retry`` seconds; or it is asked for too much.

    A table that is closed tells so by its view, and whoever takes nothing hears nothing.
    """

    reason: Literal["shutdown", "too_many"]
    retry: float | None = None


class LivePong(Told, tag="pong", tag_field="type"):
    """The answer to ``{"type": "ping"}``."""


# --- lists


class LobbySeat(Told):
    kind: Literal["person", "bot", "open"]
    crest: Crest
    name: str = ""
    level: str | None = None
    yours: bool = False


class Stall(Told):
    """A taken stall in a small picture of a board."""

    room: str
    owner: int | None = None
    """The seat whose kobun is there; none for a neutral."""
    type: str | None = None
    """Of the character; none for a building."""


class Picture(Told):
    """What a small picture of a running game shows."""

    rooms: list[str]
    """The rooms of its board, the empty ones too."""
    stalls: list[Stall]
    squares: list[int]
    """Where the oyakata are, by seat: 1 to 8, 0 before the lap line."""
    iki: list[int]
    """What every seat has on the IKI track."""
    payday: bool = False
    """Whether the month ends with a payday."""
    fire: int = 0
    """The strength of the fire at its end."""


class LobbyResult(Told):
    """What a seat of a finished game has reached."""

    seat: int
    place: int
    points: int


class LobbyTable(Told):
    """A table in a list."""

    id: str
    status: Literal["waiting", "running", "finished", "closed"]
    edition: str
    players: int
    seats: list[LobbySeat]
    pace: str
    created: str
    changed: str
    name: str = ""
    rated: bool = False
    hints: bool = False
    own_tables: bool = False
    month: int = 0
    clock: Clock | None = None
    """Of a running table only what is agreed on, and the deadline of the seat that decides."""
    your_turn: bool = False
    """Whether it waits for one of your seats."""
    yours: bool = False
    decides: int | None = None
    """Of a running table: the seat that it waits for."""
    picture: Picture | None = None
    """Of running tables of your own; not of all where there are many, and where a table has not been played at for long
    it may come with a later answer."""
    results: list[LobbyResult] = field(default_factory=list)
    """Of a finished table, by place."""


class Lobby(Told):
    """What the first page shows."""

    yours: list[LobbyTable]
    """The tables where you sit, those that wait for you first."""
    open: list[LobbyTable]
    """Listed tables with a free seat."""
    running: list[LobbyTable]
    """Listed tables that can be watched."""
    turns: int = 0
    """How many tables wait for you."""
    now: float | None = None
    """How late it is at the server, in seconds since 1970."""


class Log(Told):
    """Everything that happened at a table, in order."""

    version: int
    steps: list[Step]


class HintMove(Told):
    words: str
    share: float
    """Of the search, 0 to 1."""
    win: float
    score: float
    then: list[str] = field(default_factory=list)
    """The words of the moves that complete it, as the stall of a hire: what the search would play next."""


class Hint(Told):
    """What a search thinks of the position."""

    ply: int
    moves: list[HintMove]
    wins: list[float]
    """The chance to win, by seat."""
    scores: list[float]
    """The final scores to expect, by seat."""


# --- a review of a finished game


class ReviewPoint(Told):
    """The chances to win at one moment; the last point is how it ended."""

    ply: int
    month: int
    wins: list[float]
    """By seat; they add up to 1."""


class ReviewDecision(Told):
    """One decision with a choice."""

    ply: int
    """Of the position before it."""
    month: int
    seat: int
    move: str
    """What was played."""
    best: str
    """The best move found; the one played where that is as good."""
    loss: float
    """The chance to win that was given away, 0 to 1."""
    iki: float
    """The expected lead over the best opponent that was given away, in IKI."""
    before: list[float]
    """The chances to win by seat, with the best move."""
    after: list[float]
    """The same with the move that was played."""
    grade: Literal["blunder", "mistake"] | None = None
    """From a loss of 0.1 or of 8 IKI on, and from 0.05 or 4 IKI on."""


class ReviewTurn(Told):
    """A turning point: a decision that gave much away, or chance that changed much."""

    kind: Literal["decision", "chance"]
    ply: int
    """Of the decision, or of the first decision after chance."""
    month: int
    before: list[float]
    """The chances to win by seat, before it."""
    after: list[float]
    seat: int | None = None
    """Of a decision: whose."""
    move: str | None = None
    best: str | None = None
    events: list[Event] = field(default_factory=list)
    """Of chance: what it brought."""


class ReviewSeat(Told):
    """How well a seat has decided."""

    seat: int
    decisions: int
    """Those with a choice."""
    mean_loss: float = 0.0
    mean_iki: float = 0.0
    mistakes: int = 0
    blunders: int = 0


class Review(Told):
    """What every decision of a finished game was worth."""

    moves: int
    """How many were played."""
    simulations: int
    """Of the search for the best move of one decision."""
    curve: list[ReviewPoint]
    """The chances to win from the first decision with a choice to the end."""
    decisions: list[ReviewDecision]
    """In order; a decision with one legal move is none."""
    turns: list[ReviewTurn]
    """The turning points, the greatest change first."""
    seats: list[ReviewSeat]


class Reviewing(Told):
    """A review that is being made: ask again after ``retry`` seconds."""

    done: int
    """Decisions."""
    total: int
    waiting: int = 0
    """How many reviews are before it."""
    retry: float = 2.0


class Result(Told):
    """One finished game on a player's page."""

    finished: str
    edition: str
    players: int
    place: int
    points: int
    opponents: list[str]
    rated: bool = False
    change: float | None = None
    """Of a rated game: what it changed."""
    table: str | None = None
    """Its id; of a table that is not listed only for those who sat there."""


class Rating(Told):
    players: int
    rating: float
    """The cautious estimate by which people are ranked."""
    games: int


class Count(Told):
    id: str
    count: int


class PlayerPage(Told):
    """A player's page."""

    guest: Guest
    games: int
    wins: int
    ratings: list[Rating] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    """The latest ones."""
    favourite_hires: list[Count] = field(default_factory=list)


# --- the components, so that a page holds no data of the game

Names = dict[str, str]
"""By language: ``en fr es pl pt``."""


class SkillShape(Told):
    spend: Bundle = field(default_factory=dict)
    gain: Bundle = field(default_factory=dict)
    opponents_gain: Bundle = field(default_factory=dict)
    do: str | None = None
    """``train``, ``build`` or ``swap``."""
    discount: Bundle = field(default_factory=dict)


class CharacterShape(Told):
    id: str
    names: Names
    season: str
    type: str
    cost: int
    skill: SkillShape
    xp_to_retire: int
    hire_bonus: int = 0
    salary: list[Bundle] = field(default_factory=list)
    retires_with: str | None = None


class ScorePerShape(Told):
    good: str
    iki: int
    every: int
    max: int | None = None


class EffectShape(Told):
    amount: int
    resource: str
    per: str


class BuildingShape(Told):
    id: str
    names: Names
    cost: Bundle
    score: int = 0
    score_per: ScorePerShape | None = None
    effect: EffectShape | None = None


class GoodShape(Told):
    id: str
    kind: str
    season: str
    price: int
    names: Names = field(default_factory=dict)
    bonus: int = 0
    gain: Bundle = field(default_factory=dict)
    do: str | None = None
    score: int = 0
    score_per: ScorePerShape | None = None


class ShopOptionShape(Told):
    id: str
    spend: Bundle = field(default_factory=dict)
    gain: Bundle = field(default_factory=dict)
    do: str | None = None


class ShopShape(Told):
    id: str
    square: int
    names: Names
    options: list[ShopOptionShape]


class BoardShape(Told):
    """One side of the board."""

    side: Literal["large", "small"]
    rooms: list[Room]
    corner_group: list[str] = field(default_factory=list)


class ScoringShape(Told):
    types: list[int]
    fish: list[int]
    koban: int
    wood: int
    mon_per_iki: int


class SetupShape(Told):
    """What a player starts with, and the amounts that no card prints."""

    mon: int
    rice: int
    sandals: int
    kobun: int
    income: int
    """Mon that a player takes in place of a hire."""
    free_slot: bool
    """Whether the slot `1-4` is used with that many players."""
    free_slot_mon: int
    """What the slot `1-4` brings."""


class ComponentsShape(Told):
    """Everything in the box, with the names of five languages."""

    edition: str
    players: int
    rules_version: int
    languages: list[str]
    characters: list[CharacterShape]
    buildings: list[BuildingShape]
    goods: list[GoodShape]
    shops: list[ShopShape]
    """By square, 1 to 8."""
    boats: list[str]
    board: BoardShape
    calendar: list[Month]
    scoring: ScoringShape
    setup: SetupShape
    terms: dict[str, Names]
    """The game's words."""
    types: dict[str, Names]
    tokens: list[str]
    resources: list[str]
    levels: list[str]
    """The computer players, from the weakest."""


# --- what went wrong


class Problem(Told):
    """Every 4xx and 5xx answer, as ``application/problem+json``."""

    type: str
    """Stable: ``urn:edokko:problem:<code>``."""
    title: str
    status: int
    code: str
    """The end of ``type``, such as ``stale_ply``."""
    detail: str = ""
    """More about it, in the language of ``title``: the one that ``Accept-Language`` prefers."""
    reason: str | None = None
    """A stable word for what ``detail`` says, such as ``chance_revealed`` or ``missing``."""
    arguments: dict[str, str | int] = field(default_factory=dict)
    """What ``detail`` is about: ``where`` in the request, a ``bound`` and so on."""
    refusal: Unavailable | None = None
    """Why a move is not legal."""
    place: int | None = None
    """Which of the moves sent, from 0."""
    view: TableView | UnsetType = UNSET
    """Of moves and undo that are refused because the table stands elsewhere, as with ``stale_ply``: the newest state,
    for those who may look at it."""
    retry: float | None = None
    """Seconds after which it may go well."""
