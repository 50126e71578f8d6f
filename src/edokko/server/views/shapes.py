"""The types of the API, declared once for validation, encoding and OpenAPI.

An answer omits fields that equal their default: a missing list is empty, a missing number is the default here.
Components are identified by their ids (``components.toml``), moves by their words (``docs/moves.md``).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from edokko.explain.previews import Preview

MOST_MOVES_AT_ONCE = 12
LONGEST_NAME = 30

PersonName = Annotated[
    str, Meta(min_length=1, max_length=LONGEST_NAME, description="Leading and trailing spaces are removed.")
]
TableName = Annotated[str, Meta(max_length=60)]
Level = Annotated[str, Meta(max_length=20, description="`easy`, `medium`, `hard` or `master`.")]
MoveWords = Annotated[str, Meta(min_length=1, max_length=80)]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Crest = Annotated[int, Meta(ge=0, le=3, description="0 wave, 1 plum, 2 scales, 3 diamonds.")]
Ply = Annotated[int, Meta(ge=0, le=100_000, description="The number of moves, without those taken back.")]
Version = Annotated[
    int,
    Meta(
        ge=0,
        le=1_000_000,
        description="The version of the client's view. It detects other moves at the same ply after an undo.",
    ),
]
Bundle = dict[str, int]
"""Amounts by resource: ``mon rice sandals wood koban iki fire``."""


class RequestShape(Struct, forbid_unknown_fields=True):
    """The base of what clients send; an unknown key is refused."""


class ResponseShape(Struct, omit_defaults=True, gc=False):
    """The base of what the server sends. It contains no reference cycles, so garbage collection skips it."""


# --- guests


class Guest(ResponseShape):
    """A guest, identified by the cookie or the token."""

    id: str
    """Public: results show it next to the name. It gives no access."""
    name: str


class GuestName(RequestShape):
    name: PersonName


class MovingLink(ResponseShape):
    """A one-time link by which another device becomes the same guest."""

    code: str
    path: str
    """The path to open on the other device: ``/move-in/<code>``."""
    expires: str
    """ISO 8601, UTC."""


class MovingCode(RequestShape):
    code: Annotated[str, Meta(min_length=10, max_length=100)]


class NewToken(RequestShape):
    name: Annotated[str, Meta(min_length=1, max_length=60)]


class Token(ResponseShape):
    """A bearer token by which a program acts as its guest."""

    id: str
    name: str
    created: str
    secret: str | None = None
    """Only in the answer that creates the token; for ``Authorization: Bearer <secret>``."""


# --- creating a table

SeatKind = Literal["you", "open", "bot", "local"]


class NewSeat(RequestShape):
    """A seat of a new table.

    ``you`` is the host's seat, ``local`` that of another person at the host's screen. A guest may take an ``open`` one.
    """

    kind: SeatKind = "open"
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    """Empty: your guest name; for a computer player a name that is unique at the table."""
    level: Level = "easy"
    crest: Crest | None = None
    """For ``you`` only; ``None``: the seat's number."""


class NewClock(RequestShape):
    """The clock of a new table: `minutes` if the pace is `live`, `days` if it is `days`, never both.

    The time of the seat that decides runs. When a player's time runs out, a computer player takes over.
    """

    minutes: Annotated[int, Meta(ge=1, le=240)] | None = None
    """Time of each seat for the whole game."""
    increment: Annotated[int, Meta(ge=0, le=300)] = 0
    """With `minutes`: seconds that a seat gains when the decision passes to another seat."""
    days: Annotated[int, Meta(ge=1, le=30)] | None = None
    """Time of each seat for each turn, which ends when the decision passes to another seat."""
    level: Level = "easy"
    """The computer player that replaces a player whose time runs out."""


class NewTable(RequestShape):
    """A new table; `seats` has 2 to 4 entries, at most one of which is `you`."""

    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=4)]
    edition: Literal["2021", "2015"] = "2021"
    name: TableName = ""
    overlay: dict[str, Any] | str | None = None
    """The numbers of your own copy of the game (``docs/overlay.md``): the tables, or the text of an overlay file."""
    listed: bool = False
    """Whether the lobby lists the table for all guests; otherwise its link gives access."""
    pace: Literal["live", "days"] = "live"
    clock: NewClock | None = None
    """``None``: no time limit."""
    hints: bool = False
    """Whether the deciding player may ask for hints; not allowed with `rated`."""
    rated: bool = False
    """Whether the game counts for the ratings. It requires people only, each at their own screen, no hints, no
    overlay."""
    spectators: bool = True
    random_seats: bool = True
    """Whether the seats are shuffled when the game begins; seat 0 is the first player."""


class Join(RequestShape):
    """Take an open seat."""

    seat: SeatNumber | None = None
    """``None``: the first open seat."""
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    """Your name at the table; empty: your guest name. A computer player with this name is renamed."""
    ready: bool = True
    """Whether you are ready for the game to begin."""
    crest: Crest | None = None
    """The crest that you would like. You get another if a person has it, and in a rematch your previous one."""


class OwnSeat(RequestShape):
    """Change your own seat before the game begins; ``None`` means no change."""

    seat: SeatNumber | None = None
    """``None``: your only seat."""
    crest: Crest | None = None
    """A crest that no other person has."""
    ready: bool | None = None
    """Whether you are ready for the game to begin. The host is always ready."""
    name: PersonName | None = None
    """Your name at the table. A computer player with this name is renamed."""


class GivenSeat(RequestShape):
    """As the host before the game begins: open another seat, or assign a computer player to it."""

    seat: SeatNumber
    kind: Literal["open", "bot"]
    level: Level = "easy"
    """The level of the computer player."""


class ChosenSeat(RequestShape):
    seat: SeatNumber | None = None
    """``None``: your only seat."""


class ToBot(RequestShape):
    """Hand a seat to a computer player: your own, or an absent player's as the host."""

    seat: SeatNumber | None = None
    """``None``: your only seat."""
    level: Level = "easy"


# --- playing


class Play(RequestShape):
    """Moves of one seat, played all or none, and taken back together."""

    ply: Ply
    """The ply of the client's view."""
    moves: Annotated[list[MoveWords], Meta(min_length=1, max_length=MOST_MOVES_AT_ONCE)]
    version: Version | None = None


class Undo(RequestShape):
    """Take back the moves of the last request."""

    ply: Ply
    version: Version | None = None


class Event(ResponseShape):
    """An event of the game (``edokko.events``), with the fields that its kind uses."""

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


class Step(ResponseShape):
    """An entry of the log with its events: the setup, a move, an undo, or a seat handed to a computer player."""

    kind: Literal["setup", "move", "undo", "seat"]
    ply: int
    """The ply before the step; for ``undo`` the ply after it."""
    seat: int | None = None
    move: str | None = None
    """The words of the move; for ``seat`` the new player: ``bot:<level>``."""
    month: int = 0
    """The month of the step."""
    events: list[Event] = field(default_factory=list)
    undone: int = 0
    """For ``undo``: the number of moves that were taken back."""
    reason: Literal["time"] | None = None
    """For ``seat``: ``time`` after a timeout; ``None`` on a player's request."""


# --- the view of a table


class Seat(ResponseShape):
    """A seat and its player."""

    seat: int
    kind: Literal["person", "bot", "open"]
    crest: Crest
    """The sign of the player in pictures, unique at the table. An open seat's crest goes to the next player."""
    name: str = ""
    guest: str | None = None
    """For a person: the public id, for the player's page."""
    level: str | None = None
    """For a computer player."""
    connected: bool = False
    """Whether a person is connected now; always ``true`` for a computer player."""
    host: bool = False
    thinking: bool = False
    """Whether this is a computer player that decides now."""
    ready: bool = True
    """``false`` for a person who is not ready for the game to begin."""


class Amounts(ResponseShape):
    """The resources and cards of a seat."""

    seat: int
    mon: int
    rice: int
    sandals: int
    wood: int
    koban: int
    iki: int
    fire: int
    kobun: int
    """The free kobun."""
    square: int
    """The square of the oyakata: 1 to 8, 0 before the lap line."""
    points: int
    """The final score if the game ended now."""
    slot: str | None = None
    """The slot of the ikizama."""
    retired: list[str] = field(default_factory=list)
    """Character ids."""
    tokens: list[str] = field(default_factory=list)
    pipes: list[str] = field(default_factory=list)
    pouches: list[str] = field(default_factory=list)
    fish: list[str] = field(default_factory=list)
    hungry: int = 0
    """In a month with a payday: the number of characters that the rice, salaries included, would not feed."""
    sign: Literal["sun", "moon"] | None = None
    """With two players: the sun chooses the neutral of odd months, the moon that of even ones."""


class Room(ResponseShape):
    """A room of the board, empty or not."""

    id: str
    """``A1`` to ``D4``."""
    squares: list[int]
    """The squares from which its character can be used."""
    surcharge: int = 0
    """The surcharge of placing a card there, in mon."""
    card: str | None = None
    """The id of a character or a building."""
    kind: Literal["character", "building"] | None = None
    owner: int | None = None
    """The seat whose kobun is there; ``None`` for a neutral."""
    step: int = 0
    """The step of the kobun, from 0: its XP."""
    steps: int = 0
    """The XP at which the character retires."""
    salary: Bundle = field(default_factory=dict)
    """The salary of the step at a payday."""
    retires: bool = False
    """Whether the character retires with the next step."""


class RowCard(ResponseShape):
    """A character that can be hired."""

    card: str
    cost: int
    """The printed cost, in mon."""
    mon: int = 0
    """Mon on the card, which the player who hires it gets first."""


class Good(ResponseShape):
    """A fish, a pipe or a pouch on sale."""

    good: str
    kind: Literal["fish", "pipe", "pouch"]
    price: int
    """In mon."""


class Offer(ResponseShape):
    """A building on offer."""

    building: str
    cost: Bundle
    """The printed cost, without the surcharge of a room."""


class Boat(ResponseShape):
    """A slot of the way of life."""

    slot: str
    """``1-4``, ``1``, ``2``, ``3`` or ``4``, in the order of play."""
    seat: int | None = None
    closed: bool = False
    mon: int = 0
    """The mon that the slot yields."""
    hires: bool = True
    """Whether a turn in this slot includes income or a hire."""


class Fire(ResponseShape):
    nagaya: str
    passed: int
    """The number of rooms that the fire has passed."""
    room: str
    """The room that the fire has reached."""
    strength: int
    """The strength of the fire there."""


class Turn(ResponseShape):
    """The options that the turn of the deciding seat still has."""

    seat: int
    slot: str | None = None
    hire: Literal["open", "done", "none"] = "none"
    """Income or hiring; ``none`` if the slot has neither."""
    slot_mon: int = 0
    """The mon that the slot yields."""
    move: Literal["open", "done", "none"] = "none"
    shop: Literal["open", "done", "none"] = "none"
    work: Literal["open", "done", "none"] = "none"
    pending: str | None = None
    """The card that has been paid for and needs a room."""
    worker: str | None = None
    """The character whose deal is not finished."""
    swap_room: str | None = None
    hungry: int = 0
    """The number of characters that still have to leave because of missing rice."""
    reaches: list[int] = field(default_factory=list)
    """Until the oyakata has moved: the squares that it can reach without sandals."""


class Position(ResponseShape):
    """The complete public position, without hidden information."""

    month: int
    """1 to 12; 13 is New Year."""
    stage: str
    """The kind of the current decision: ``way_of_life``, ``deals`` and so on."""
    season: str
    players: list[Amounts]
    rooms: list[Room]
    row: list[RowCard]
    goods: list[Good]
    offer: list[Offer]
    boats: list[Boat]
    fire_order: list[int]
    """The seats by firefighting (F), the highest first."""
    order: list[int] = field(default_factory=list)
    """The seats in the order of play of this month, or of the visits at New Year; empty while slots are chosen."""
    burning: Fire | None = None


class Month(ResponseShape):
    """A month of the calendar."""

    month: int
    season: str
    payday: bool = False
    fire: int = 0
    """The strength of the fire at the end of the month."""


class LegalMove(ResponseShape):
    """A move that may be played now."""

    words: str
    """The words to send."""
    kind: str
    parts: list[str] = field(default_factory=list)
    """The arguments of the kind: a card, a room, squares, an option of a shop."""
    preview: Preview = field(default_factory=Preview)
    """Empty if the move costs and yields nothing."""


class Unavailable(ResponseShape):
    """An illegal move of the expected kinds, and why it is illegal: `edokko.explain.refusals`."""

    words: str
    kind: str
    reason: str
    """A code such as ``short`` or ``room_occupied``; the page has a message for each."""
    parts: list[str] = field(default_factory=list)
    missing: Bundle = field(default_factory=dict)
    card: str | None = None
    good: str | None = None
    room: str | None = None
    slot: str | None = None
    seat: int | None = None
    squares: list[int] = field(default_factory=list)
    limit: int | None = None


class ScoreSheet(ResponseShape):
    """The score sheet of a seat; the lines add up to the total."""

    seat: int
    lines: Bundle
    """``track types fish pouches buildings koban wood mon``, in this order."""
    total: int
    place: int
    """1 for the winner."""
    rating: float | None = None
    """The change of the rating, after a rated game."""


class Clock(ResponseShape):
    """The clock of a table. Times are seconds since 1970 by the server's clock, as is ``now`` of the view."""

    level: str
    """The computer player that replaces a player whose time runs out."""
    minutes: int = 0
    """Time of each seat for the whole game; 0 with `days`."""
    increment: int = 0
    """Seconds that a seat gains when the decision passes to another seat."""
    days: int = 0
    """Time of each seat for each turn; 0 with `minutes`."""
    left: list[float] = field(default_factory=list)
    """Remaining seconds of each seat at the time ``since``; meaningless for computer players."""
    since: float | None = None
    """The time of the last row, in seconds since 1970."""
    running: int | None = None
    """The seat whose time runs: the deciding seat, if it is a person's."""
    deadline: float | None = None
    """When the running seat's time runs out, in seconds since 1970."""


NoUndo = Literal["nothing_to_undo", "chance_revealed", "turn_over", "not_yours", "not_running"]


class Running(ResponseShape):
    """The game of a table, once it has begun."""

    position: Position
    calendar: list[Month]
    turn: Turn | None = None
    """``None`` when the game is over."""
    asked: list[str] = field(default_factory=list)
    """The kinds of move that the seat may choose from."""
    moves: list[LegalMove] = field(default_factory=list)
    """All legal moves of the seat that decides."""
    unavailable: list[Unavailable] = field(default_factory=list)
    log: list[Step] = field(default_factory=list)
    """The last step. The complete log is a resource of its own."""
    undo_by: int | None = None
    """The seat that may take back its last moves."""
    undo_count: int = 0
    """The number of moves that this would take back."""
    no_undo: NoUndo | None = None
    """Why no seat may take back moves."""
    scores: list[ScoreSheet] = field(default_factory=list)
    """The score sheets of a finished game, by place."""


class Table(ResponseShape):
    """The part of a view that is the same for all viewers."""

    id: str
    status: Literal["waiting", "running", "finished", "closed"]
    version: int
    """The number of rows of the table, which grows with every change."""
    edition: str
    players: int
    """The number of seats."""
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
    """Whether the game uses an overlay."""
    clock: Clock | None = None
    """``None`` without a clock, and in views of earlier plies."""
    seat: int | None = None
    """The seat that decides."""
    game: Running | None = None
    """``None`` until the game begins."""


class HandOver(ResponseShape):
    """A seat that you may hand to a computer player."""

    seat: int
    since: float | None = None
    """For another player's seat: the time from which you may do so while the player is absent, in seconds since 1970.
    ``None`` for your own seat."""


class You(ResponseShape):
    """The part of a view that depends on the viewer."""

    seats: list[int] = field(default_factory=list)
    """Your seats: several if people share your screen, none for a spectator."""
    host: bool = False
    may_play: bool = False
    """Whether one of your seats decides now."""
    may_undo: bool = False
    no_undo: NoUndo | None = None
    may_start: bool = False
    """Whether you are the host, every seat is taken and all players are ready."""
    may_join: bool = False
    hand_over: list[HandOver] = field(default_factory=list)
    """The seats that you may hand to a computer player."""
    rematch: str | None = None
    """The id of the rematch, for those who have or had a seat."""


class TableView(ResponseShape):
    """A table as one person sees it."""

    you: You
    table: Table
    now: float | None = None
    """The server's time when it sent the view, in seconds since 1970; only with a clock, or if you may replace a
    player."""


class Played(ResponseShape):
    """The answer to moves, undo, start and `bot`."""

    events: list[Step]
    """The steps that the request caused, for the animation."""
    view: TableView


# --- the live channel (WebSocket)


class LiveView(ResponseShape, tag="view", tag_field="type"):
    """The newest view, with the steps since the previous one."""

    version: int
    view: TableView
    steps: list[Step] = field(default_factory=list)
    """The steps since the previous view on this channel, or since the query parameter ``after``, in order; empty with
    ``resync``."""
    resync: bool = False
    """Whether the steps are unknown, because ``after`` is missing or too old: draw the view without animation."""


class LivePresence(ResponseShape, tag="presence", tag_field="type"):
    """The players and spectators who are connected."""

    connected: list[int]
    """Seats."""
    spectators: int = 0
    hand_over: list[HandOver] = field(default_factory=list)
    """As in :class:`You`; its times depend on when players left."""
    now: float | None = None
    """The server's time, in seconds since 1970; only if you may replace a player."""


class LiveTurns(ResponseShape, tag="turns", tag_field="type"):
    """On your own channel, at its start and on change: the tables where it is your turn, the latest change first."""

    tables: list[LobbyTable] = field(default_factory=list)
    now: float | None = None
    """The server's time, in seconds since 1970."""


class LiveGone(ResponseShape, tag="gone", tag_field="type"):
    """The server closes the channel: it shuts down, so reconnect after ``retry`` seconds; or a limit is exceeded.

    A closed table is reported by its view. A client that reads nothing is disconnected without this message.
    """

    reason: Literal["shutdown", "too_many"]
    retry: float | None = None


class LivePong(ResponseShape, tag="pong", tag_field="type"):
    """The answer to ``{"type": "ping"}``."""


# --- lists


class LobbySeat(ResponseShape):
    kind: Literal["person", "bot", "open"]
    crest: Crest
    name: str = ""
    level: str | None = None
    yours: bool = False


class Stall(ResponseShape):
    """An occupied room in the thumbnail of a board."""

    room: str
    owner: int | None = None
    """The seat whose kobun is there; ``None`` for a neutral."""
    type: str | None = None
    """The type of the character; ``None`` for a building."""


class Picture(ResponseShape):
    """The data for a thumbnail of a running game."""

    rooms: list[str]
    """All rooms of the board."""
    stalls: list[Stall]
    squares: list[int]
    """The squares of the oyakata, by seat: 1 to 8, 0 before the lap line."""
    iki: list[int]
    """The position of each seat on the IKI track."""
    payday: bool = False
    """Whether the month ends with a payday."""
    fire: int = 0
    """The strength of the fire at the end of the month."""


class LobbyResult(ResponseShape):
    """The result of a seat of a finished game."""

    seat: int
    place: int
    points: int


class LobbyTable(ResponseShape):
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
    """The settings only, with the deadline of the deciding seat at a running table."""
    your_turn: bool = False
    """Whether one of your seats decides."""
    yours: bool = False
    decides: int | None = None
    """The deciding seat of a running table."""
    picture: Picture | None = None
    """Of your own running tables only, up to a limit. The picture of a table that is not in the server's memory may
    come with a later answer."""
    results: list[LobbyResult] = field(default_factory=list)
    """The results of a finished table, by place."""


class Lobby(ResponseShape):
    """The tables of the first page."""

    yours: list[LobbyTable]
    """The tables where you have a seat, those where it is your turn first."""
    open: list[LobbyTable]
    """Listed tables with an open seat."""
    running: list[LobbyTable]
    """Listed running tables that allow spectators."""
    turns: int = 0
    """The number of tables where it is your turn."""
    now: float | None = None
    """The server's time, in seconds since 1970."""


class Log(ResponseShape):
    """The steps of a table, in order."""

    version: int
    steps: list[Step]


class HintMove(ResponseShape):
    words: str
    share: float
    """Share of the simulations, 0 to 1."""
    win: float
    score: float
    then: list[str] = field(default_factory=list)
    """The words of the moves that complete it in the search's best line, such as the room of a hire."""


class Hint(ResponseShape):
    """The result of a search of the position."""

    ply: int
    moves: list[HintMove]
    wins: list[float]
    """The win probability of each seat."""
    scores: list[float]
    """The expected final score of each seat."""


# --- a review of a finished game


class ReviewPoint(ResponseShape):
    """The win probabilities at one ply; the last point is the result."""

    ply: int
    month: int
    wins: list[float]
    """By seat; they add up to 1."""


class ReviewDecision(ResponseShape):
    """A decision between at least two moves."""

    ply: int
    """The ply before the decision."""
    month: int
    seat: int
    move: str
    """The move that was played."""
    best: str
    """The best move of the search; the move played if it is as good."""
    loss: float
    """The loss of win probability, 0 to 1."""
    iki: float
    """The loss of the expected lead over the best opponent, in IKI."""
    before: list[float]
    """The win probabilities by seat, with the best move."""
    after: list[float]
    """The win probabilities by seat, with the move that was played."""
    grade: Literal["blunder", "mistake"] | None = None
    """``blunder`` for a loss of at least 0.1 or 8 IKI, ``mistake`` for one of at least 0.05 or 4 IKI."""


class ReviewTurn(ResponseShape):
    """A turning point: a decision with a large loss, or chance with a large effect."""

    kind: Literal["decision", "chance"]
    ply: int
    """The ply of the decision, or of the first decision after chance."""
    month: int
    before: list[float]
    """The win probabilities by seat, before it."""
    after: list[float]
    seat: int | None = None
    """The seat of a decision."""
    move: str | None = None
    best: str | None = None
    events: list[Event] = field(default_factory=list)
    """The events of chance."""


class ReviewSeat(ResponseShape):
    """The accuracy of a seat's decisions."""

    seat: int
    decisions: int
    """Decisions between at least two moves."""
    mean_loss: float = 0.0
    mean_iki: float = 0.0
    mistakes: int = 0
    blunders: int = 0


class Review(ResponseShape):
    """The review of a finished game: the value of every decision."""

    moves: int
    """The number of moves of the game."""
    simulations: int
    """The simulations of the search for the best move of a decision."""
    curve: list[ReviewPoint]
    """The win probabilities from the first decision to the end."""
    decisions: list[ReviewDecision]
    """In order, without forced moves."""
    turns: list[ReviewTurn]
    """The turning points, the largest change first."""
    seats: list[ReviewSeat]


class Reviewing(ResponseShape):
    """A review that is being computed: ask again after ``retry`` seconds."""

    done: int
    """Decisions."""
    total: int
    waiting: int = 0
    """The number of reviews before it in the queue."""
    retry: float = 2.0


class Result(ResponseShape):
    """A finished game on a player's page."""

    finished: str
    edition: str
    players: int
    place: int
    points: int
    opponents: list[str]
    rated: bool = False
    change: float | None = None
    """The change of the rating, for a rated game."""
    table: str | None = None
    """The id of the table; for an unlisted table only for its players."""


class Rating(ResponseShape):
    players: int
    rating: float
    """The conservative estimate by which players are ranked."""
    games: int


class Count(ResponseShape):
    id: str
    count: int


class PlayerPage(ResponseShape):
    """A player's page."""

    guest: Guest
    games: int
    wins: int
    ratings: list[Rating] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    """The latest results."""
    favourite_hires: list[Count] = field(default_factory=list)


# --- the components, so that clients need no game data of their own

Names = dict[str, str]
"""By language: ``en fr es pl pt``."""


class SkillShape(ResponseShape):
    spend: Bundle = field(default_factory=dict)
    gain: Bundle = field(default_factory=dict)
    opponents_gain: Bundle = field(default_factory=dict)
    do: str | None = None
    """``train``, ``build`` or ``swap``."""
    discount: Bundle = field(default_factory=dict)


class CharacterShape(ResponseShape):
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


class ScorePerShape(ResponseShape):
    good: str
    iki: int
    every: int
    max: int | None = None


class EffectShape(ResponseShape):
    amount: int
    resource: str
    per: str


class BuildingShape(ResponseShape):
    id: str
    names: Names
    cost: Bundle
    score: int = 0
    score_per: ScorePerShape | None = None
    effect: EffectShape | None = None


class GoodShape(ResponseShape):
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


class ShopOptionShape(ResponseShape):
    id: str
    spend: Bundle = field(default_factory=dict)
    gain: Bundle = field(default_factory=dict)
    do: str | None = None


class ShopShape(ResponseShape):
    id: str
    square: int
    names: Names
    options: list[ShopOptionShape]


class BoardShape(ResponseShape):
    """One side of the board."""

    side: Literal["large", "small"]
    rooms: list[Room]
    corner_group: list[str] = field(default_factory=list)


class ScoringShape(ResponseShape):
    types: list[int]
    fish: list[int]
    koban: int
    wood: int
    mon_per_iki: int


class SetupShape(ResponseShape):
    """The initial resources of a player, and amounts that are not printed on cards."""

    mon: int
    rice: int
    sandals: int
    kobun: int
    income: int
    """The mon that a player takes instead of hiring."""
    free_slot: bool
    """Whether the slot `1-4` is used with this number of players."""
    free_slot_mon: int
    """The mon that the slot `1-4` yields."""


class ComponentsShape(ResponseShape):
    """All components of an edition, with names in five languages."""

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
    """The game's terms."""
    types: dict[str, Names]
    tokens: list[str]
    resources: list[str]
    levels: list[str]
    """The computer players, the weakest first."""


# --- errors


class Problem(ResponseShape):
    """The body of all 4xx and 5xx answers, as ``application/problem+json``."""

    type: str
    """Stable: ``urn:edokko:problem:<code>``."""
    title: str
    status: int
    code: str
    """The end of ``type``, such as ``stale_ply``."""
    detail: str = ""
    """Details, like ``title`` in the language that ``Accept-Language`` prefers."""
    reason: str | None = None
    """A stable identifier of ``detail``, such as ``chance_revealed`` or ``missing``."""
    arguments: dict[str, str | int] = field(default_factory=dict)
    """The values in ``detail``: ``where`` in the request, a ``bound`` and so on."""
    refusal: Unavailable | None = None
    """Why a move is illegal."""
    place: int | None = None
    """The index of that move in the request, from 0."""
    view: TableView | UnsetType = UNSET
    """The newest view, if moves or an undo were refused because the client's view may be stale, as with
    ``stale_ply``, and the client may see the table."""
    retry: float | None = None
    """Seconds after which the request may succeed."""
