"""The schema of a run's tables, as data: files, documentation, views and tests all follow it.

A table has one row for each thing that its ``grain`` names. Rows are sorted by the key. The types are names of Arrow
types; ``id`` is a string that Arrow keeps as a dictionary. A column with a ``null`` may be empty, for that reason.

Every file lies in a folder ``TABLE/edition=E/players=N``: edition and number of players are columns of every table,
but the folder's name holds them (Hive partitioning).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from edokko.components.model import GOODS, RESOURCES, TYPES
from edokko.rules.scoring import LINES

ID = "id"
BOOL, I8, I16, I32, I64, U64, FLOAT = "bool", "int8", "int16", "int32", "int64", "uint64", "float32"
IDS, FLOATS, COUNTS, SHORTS = "list<string>", "list<float32>", "list<int32>", "list<int16>"
TEXT = "string"
TYPE_NAMES = (ID, BOOL, I8, I16, I32, I64, U64, FLOAT, IDS, FLOATS, COUNTS, SHORTS, TEXT)
"""The types that a column may have, besides those of :func:`binary`."""
BINARY = "binary"


def binary(length: int) -> str:
    """Return the type of a column of bytes, all of the same length."""
    return f"{BINARY}[{length}]"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        name: its name.
        type: one of ``TYPE_NAMES``.
        unit: what is counted, such as ``IKI`` or ``mon``; empty for ids and flags.
        meaning: one sentence.
        null: when the value is missing; empty if it never is.
    """

    name: str
    type: str
    unit: str
    meaning: str
    null: str = ""


@dataclass(frozen=True, slots=True)
class TableSchema:
    """A table of a run.

    Attributes:
        name: its name and the name of its folder.
        version: rises when a column changes its meaning or goes; new columns do not change it.
        grain: what one row is.
        key: the columns that name a row within its partition; rows are sorted by them.
        columns: all columns in the files.
    """

    name: str
    version: int
    grain: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)


PARTITIONS = (
    Column("edition", ID, "", "The edition of the rules and components, `2021` or `2015`."),
    Column("players", I8, "seats", "The number of players, 2 to 4."),
)
"""The columns that the folders hold, in the order of the folders."""

_GAME = Column("game", I64, "", "The number of the game in the run, from 0; it is unique over all partitions.")
_MONTH = Column("month", I8, "months", "The month, 1 to 12; 13 is New Year.")
_SEAT = Column("seat", I8, "", "The seat, from 0.")
_CARD = "The id of the card, as in `components.toml`."
_NEUTRAL = "a neutral, or an empty room"
_UNASKED = "no evaluator was asked, or one legal move"


def _amounts(prefix: str, resources: tuple[str, ...], meaning: str) -> tuple[Column, ...]:
    """Return a column for each resource; ``{}`` in the meaning is its place."""
    return tuple(
        Column(f"{prefix}{name}", I16, "IKI" if name == "iki" else name, meaning.format(name)) for name in resources
    )


_SUPPLY = GOODS[:-1]
"""mon, rice, sandals, wood and koban."""

GAMES = TableSchema(
    "games",
    1,
    "one game",
    ("game",),
    (
        _GAME,
        Column(
            "block", I64, "", "The block of games that share their chance; in it every player holds every seat once."
        ),
        Column("rotation", I8, "", "The number of the game in its block, from 0."),
        Column("seed", U64, "", "The seed of the game's chance: cards, buildings, tiles and fires."),
        Column("overlay", ID, "", "The name of the overlay; empty for the shipped numbers."),
        Column("seating", ID, "", "The players by seat, separated by commas."),
        Column("decisions", I32, "decisions", "The number of decisions."),
        Column("branching", I32, "moves", "The sum of the numbers of legal moves over all decisions."),
        Column("winner", I8, "", "The seat that won."),
        Column("score", I16, "IKI", "The winner's score."),
        Column("margin", I16, "IKI", "The winner's score less the second's; 0 if the fire order decided."),
    ),
)

SEATS = TableSchema(
    "seats",
    1,
    "one seat of a game, at its end",
    ("game", "seat"),
    (
        _GAME,
        _SEAT,
        Column("entry", ID, "", "The name of the player."),
        Column("score", I16, "IKI", "The final score: the sum of the eight lines."),
        Column("place", I8, "", "The rank, 1 for the winner; ties are broken as the rules say."),
        Column("win", BOOL, "", "Whether the seat won."),
        Column("margin", I16, "IKI", "The score less the best score of another seat."),
        *(Column(f"points_{line}", I16, "IKI", f"The line `{line}` of the score sheet.") for line in LINES),
        *_amounts("", _SUPPLY, "The {} left at the end."),
        Column("fire", I8, "F", "The level on the fire track."),
        Column("fire_place", I8, "", "The place in the fire order, 1 for the first; it breaks ties."),
        Column("characters", I8, "cards", "The characters on the board."),
        Column("retired", I8, "cards", "The retired characters."),
        Column("buildings", I8, "cards", "The buildings on the board."),
        *(Column(kind, I8, "goods", f"The {kind} bought.") for kind in ("fish", "pipes", "pouches")),
        *(Column(f"type_{kind}", I8, "cards", f"The {kind}s, on the board and retired.") for kind in TYPES),
    ),
)

MONTHS = TableSchema(
    "months",
    1,
    "one seat at the end of a month, payday included",
    ("game", "month", "seat"),
    (
        _GAME,
        Column("month", I8, "months", "The month that has ended; 0 is the start of month 1, 13 the end of the game."),
        _SEAT,
        *_amounts("", GOODS, "The {} of the seat."),
        Column("fire", I8, "F", "The level on the fire track."),
        Column("fire_place", I8, "", "The place in the fire order, 1 for the first."),
        Column("square", I8, "", "The square of the oyakata, 1 to 8; 0 off the street."),
        Column("characters", I8, "cards", "The characters on the board."),
        Column("buildings", I8, "cards", "The buildings on the board."),
        Column("retired", I8, "cards", "The retired characters."),
        Column("goods", I8, "goods", "The fish, pipes and pouches bought so far."),
        Column("score", I16, "IKI", "The score if the game ended now."),
        Column("place", I8, "", "The rank if the game ended now, 1 for the first."),
    ),
)

TURNS = TableSchema(
    "turns",
    1,
    "one turn of a seat, or its visit at New Year",
    ("game", "month", "turn"),
    (
        _GAME,
        _MONTH,
        Column("turn", I8, "", "The place of the turn in the month, from 0."),
        _SEAT,
        Column("slot", ID, "", "The boat.", "New Year"),
        Column("choice", I8, "", "How many seats had chosen a slot before, from 0.", "New Year"),
        Column("action", ID, "", "`income` or `hire`.", "the slot has neither, and New Year"),
        Column("from_square", I8, "", "The square before the move; 0 off the street."),
        Column("square", I8, "", "The square of the deals."),
        Column("squares", I8, "squares", "The length of the move, the extra step included."),
        Column("sandals", I8, "sandals", "The sandals paid for the move."),
        Column("laps", I8, "laps", "How often the move crossed the lap line."),
        Column("deals", I8, "deals", "The number of deals, 0 to 2."),
        Column("iki", I16, "IKI", "The change of the seat's IKI during the turn."),
    ),
)

DEALS = TableSchema(
    "deals",
    1,
    "one deal with a shop or with a character",
    ("game", "month", "turn", "deal"),
    (
        _GAME,
        _MONTH,
        Column("turn", I8, "", "The place of the turn in the month, from 0."),
        Column("deal", I8, "", "The place of the deal in the turn, from 0."),
        _SEAT,
        Column("square", I8, "", "The square, 1 to 8."),
        Column(
            "option", ID, "", "The shop's option, such as `rice`, `fish`, `pipe pouch` or `build`.", "a character's"
        ),
        Column("card", ID, "", "The character that worked.", "the shop's"),
        Column("room", ID, "", "The room of the character.", "the shop's"),
        Column("owner", I8, "", "The seat that owns the character.", "the shop's, or a neutral"),
        Column("good", ID, "", "The good bought; of a pipe and a pouch, the pipe.", "none was bought"),
        Column("building", ID, "", "The building built.", "none was built"),
        Column("trained", ID, "", "The character trained.", "none was trained"),
        *_amounts("paid_", _SUPPLY, "The {} paid in the deal, a surcharge included."),
        *_amounts("gained_", RESOURCES, "The {} gained."),
        Column("others", I16, "units", "All that the skill gave to other seats, in units of any resource."),
    ),
)

CARDS = TableSchema(
    "cards",
    1,
    "one character, building or good that a game had on show",
    ("game", "kind", "id"),
    (
        _GAME,
        Column("kind", ID, "", "`start`, `character`, `building`, `fish`, `pipe` or `pouch`."),
        Column("id", ID, "", _CARD),
        Column("shown", I8, "months", "The month in which it came on show; 0 before month 1."),
        Column("gone", I8, "months", "The month in which it went.", "it was there at the end"),
        Column("fate", ID, "", "`taken` by a seat, `neutral`, `season` (discarded), or `left` at the end."),
        Column("seat", I8, "", "The seat that took it.", "no seat took it"),
    ),
)

OFFERS = TableSchema(
    "offers",
    1,
    "one card or good that a seat was offered in a turn: at income or hire, at a shop, or at a builder",
    ("game", "month", "turn", "kind", "id"),
    (
        _GAME,
        _MONTH,
        Column("turn", I8, "", "The place of the turn in the month, from 0."),
        _SEAT,
        Column("kind", ID, "", "`character`, `building`, `fish`, `pipe` or `pouch`."),
        Column("id", ID, "", _CARD),
        Column(
            "price",
            I16,
            "mon",
            "The mon that the seat would pay of its own: cost and cheapest surcharge, less "
            "discount and the mon on the card.",
        ),
        Column("printed", I16, "mon", "The cost in mon in the components; at a construction site with its fee."),
        Column("mon_on_card", I8, "mon", "The mon on the card."),
        Column("age", I8, "months", "For how many months it had been on show."),
        Column("mon", I16, "mon", "The mon of the seat."),
        Column(
            "affordable", BOOL, "", "Whether the seat could take it: price, kobun, room and the limits of the rules."
        ),
        Column("taken", BOOL, "", "Whether the seat took it in this turn."),
        Column("alternatives", I8, "cards", "How many others of its kind the seat could have taken instead."),
    ),
)

HIRES = TableSchema(
    "hires",
    1,
    "one character of a seat, from its hire to its end",
    ("game", "card"),
    (
        _GAME,
        Column("card", ID, "", _CARD),
        _SEAT,
        Column("month", I8, "months", "The month of the hire; 0 for a start character."),
        Column("age", I8, "months", "For how many months it had been on show."),
        Column("cost", I16, "mon", "The cost in the components; 0 for a start character."),
        Column("discount", I16, "mon", "How much less the seat paid for its tokens."),
        Column("mon_on_card", I16, "mon", "The mon on the card, which the seat got."),
        Column("surcharge", I16, "mon", "The surcharge of the room."),
        Column("paid", I16, "mon", "Cost and surcharge, less discount and the mon on the card."),
        Column("room", ID, "", "The room where it was placed."),
        Column("hire_bonus", I8, "F", "The steps on the fire track."),
        Column("xp", I8, "XP", "The experience gained."),
        Column("own_deals", I8, "deals", "How often its owner made a deal with it."),
        Column("other_deals", I8, "deals", "How often other seats made a deal with it."),
        Column("fate", ID, "", "`retired`, `burnt`, `starved`, or `board` if it was there at the end."),
        Column("end_month", I8, "months", "The month of its end; 13 if it was there at the end."),
        *_amounts("salary_", GOODS, "The {} of all its salaries, also of those after it had retired."),
    ),
)

BUILDS = TableSchema(
    "builds",
    1,
    "one building that a seat built",
    ("game", "building"),
    (
        _GAME,
        Column("building", ID, "", "The id of the building."),
        _SEAT,
        _MONTH,
        Column("builder", ID, "", "The character that built it.", "the construction site"),
        Column("room", ID, "", "The room where it was placed."),
        *_amounts("paid_", _SUPPLY, "The {} paid for it, without the surcharge."),
        Column("surcharge", I16, "mon", "The surcharge of the room."),
        Column("fate", ID, "", "`burnt`, or `board` if it was there at the end."),
        Column("end_month", I8, "months", "The month of its end; 13 if it was there at the end."),
        Column("effect", I16, "units", "All that its effect yielded before the end of the game."),
    ),
)

BOUGHT = TableSchema(
    "goods",
    1,
    "one fish, pipe or pouch that a seat bought",
    ("game", "good"),
    (
        _GAME,
        Column("good", ID, "", "The id of the good."),
        Column("kind", ID, "", "`fish`, `pipe` or `pouch`."),
        _SEAT,
        _MONTH,
        Column("price", I16, "mon", "The price paid."),
        Column("age", I8, "months", "For how many months it had been on sale."),
        Column("pair", BOOL, "", "Whether the seat bought a pipe and a pouch in the same deal."),
    ),
)

PAYDAYS = TableSchema(
    "paydays",
    1,
    "one seat at a payday",
    ("game", "month", "seat"),
    (
        _GAME,
        Column("month", I8, "months", "3, 6, 9 or 12."),
        _SEAT,
        *_amounts("salary_", GOODS, "The {} of all salaries."),
        Column("harmony", I16, "IKI", "The IKI of harmony."),
        Column("mouths", I8, "cards", "The characters to feed."),
        Column("fed", I8, "rice", "The rice paid."),
        Column("starved", I8, "cards", "The characters that left for lack of rice."),
        *_amounts("effect_", GOODS, "The {} that buildings yielded after the food."),
    ),
)

FIRES = TableSchema(
    "fires",
    1,
    "one room that a fire reached",
    ("game", "month", "step"),
    (
        _GAME,
        Column("month", I8, "months", "The month of the fire."),
        Column("step", I8, "rooms", "The rooms that the fire had reached before, from 0."),
        Column("nagaya", ID, "", "The nagaya, `A` to `D`."),
        Column("room", ID, "", "The room."),
        Column("strength", I8, "F", "The strength of the fire at this room."),
        Column("outcome", ID, "", "`empty`, `put_out`, `guarded` or `burnt`."),
        Column("seat", I8, "", "The owner of the card.", _NEUTRAL),
        Column("card", ID, "", "The card in the room.", "the room was empty"),
        Column("fire", I8, "F", "The owner's level on the fire track.", _NEUTRAL),
    ),
)

FLOWS = TableSchema(
    "flows",
    1,
    "all changes of one resource of a seat in a month with one reason and source",
    ("game", "month", "seat", "resource", "reason", "source"),
    (
        _GAME,
        Column("month", I8, "months", "The month, 0 for what a seat starts with; 13 is New Year."),
        _SEAT,
        Column("resource", ID, "", "`mon`, `rice`, `sandals`, `wood`, `koban`, `iki` or `fire`."),
        Column("reason", ID, "", "Why it changed, such as `hire`, `work`, `salary`; `setup` for the start."),
        Column("source", ID, "", "The card, room, slot, shop option or group behind it; empty without one."),
        Column("amount", I16, "units", "The sum of the changes, negative if paid."),
        Column("times", I8, "changes", "The number of changes."),
    ),
)

DECISIONS = TableSchema(
    "decisions",
    1,
    "one decision of a seat, in the games that the plan's share picks",
    ("game", "ply"),
    (
        _GAME,
        Column("ply", I16, "decisions", "The number of the decision in its game, from 0."),
        _MONTH,
        _SEAT,
        Column("phase", ID, "", "What the game waited for, such as `income_or_hire` or `deals`."),
        Column("kind", ID, "", "The first word of the move."),
        Column("move", ID, "", "The move, in the words of records."),
        Column("options", I16, "moves", "The number of legal moves."),
        Column("moves", IDS, "", "The legal moves, in the order of the rules."),
        Column("greedy", ID, "", "The move that the player `greedy` would play; ties at random.", "one legal move"),
        Column("own_change", I16, "IKI", "How much the move alone changed the seat's score if the game ended now."),
        Column("others_change", I16, "IKI", "The same for all other seats together."),
        Column(
            "values",
            FLOATS,
            "IKI",
            "The evaluator's expected margin after each legal move: the seat's final score less the best other one. "
            "It is empty for a move that the evaluator did not try, and rough for one that it tried a few times.",
            _UNASKED,
        ),
        Column("visits", COUNTS, "simulations", "How often the evaluator tried each legal move.", _UNASKED),
        Column("best", ID, "", "The move that the evaluator would play: the one that it tried most.", _UNASKED),
        Column(
            "loss",
            FLOAT,
            "IKI",
            "How much worse the move played is than the best one, both searched equally deeply.",
            _UNASKED,
        ),
        Column("greedy_loss", FLOAT, "IKI", "The same for the greedy move, from `values`.", f"{_UNASKED}, or untried"),
        Column(
            "near", I16, "moves", "The legal moves within 1 IKI of the best, from `values`, itself included.", _UNASKED
        ),
    ),
)

TABLES: Mapping[str, TableSchema] = {
    table.name: table
    for table in (
        GAMES, SEATS, MONTHS, TURNS, DEALS, CARDS, OFFERS, HIRES, BUILDS, BOUGHT, PAYDAYS, FIRES, FLOWS, DECISIONS,
    )
}  # fmt: skip
"""All tables by name, in the order of the documentation."""
SUMMARY = ("games", "seats")
"""The tables that need no replay of the games."""
