"""What may be cut, covered or small on the page, each with its reason. Everything else is a finding."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Allowed:
    """One exception.

    Attributes:
        kinds: of findings, as `checks.js` names them.
        where: a selector; what it matches and everything inside it is excused.
        why: for the reader.
        told: only where all of the text is in a title or label too.
        of: of what covers a text: a selector that the text has to match.
    """

    kinds: tuple[str, ...]
    where: str
    why: str
    told: bool = False
    of: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return what `checks.js` is told."""
        return {key: value for key, value in asdict(self).items() if key != "why"}


COVERS = ".sheetbox, .drawer, [role=dialog], dialog, .keys, .scores"
ALLOWED = (
    Allowed(
        ("covered", "target under a target"),
        COVERS,
        "A sheet, a drawer or the score sheet is opened over the table by the reader and closed by the reader.",
    ),
    Allowed(
        ("covered", "target under a target"),
        ".insp",
        "The detail of what the reader points at or taps lies over buildings and log for as long as it is looked at.",
    ),
    Allowed(
        ("covered", "target under a target"),
        ".report",
        "A report of a payday or a fire lies over the rail, or as a line over the header, for eight seconds or until "
        "it is closed; tests/web/test_reports.py shows that it lies over nothing that is to be chosen.",
    ),
    Allowed(
        ("covered", "target under a target"),
        ".tip",
        "A tooltip lies over what it does not explain, for as long as the pointer or the focus stays.",
    ),
    Allowed(
        ("covered",),
        ".fire",
        "The strength of a fire lies on the name of the stall that it has reached.",
        of=".stall .sid, .stall .gnum, .stall .ntxt, .stall .num",
    ),
    Allowed(
        ("covered",),
        "[data-iki]",
        "A disc stands on the number of its cell; the panel of its player says how many IKI those are.",
        of=".tnum",
    ),
    Allowed(
        ("ellipsis",),
        ".bar .prompt, .bar .steps b, .bar .group .sign",
        "A sentence of the bar may end in an ellipsis: all of it is in its tip.",
        told=True,
    ),
    Allowed(
        ("ellipsis",),
        ".bar .group.lap .sign",
        "What the lap does to each character stands in the tip and in the name of its group, in other words.",
    ),
    Allowed(
        ("covered",),
        ".low .offer .why",
        "A low card has no picture, so the reason lies over its deal, which the detail of the card shows.",
        of=".offer .card > g > .num",
    ),
    Allowed(
        ("ellipsis",),
        ".report .unfold .told, .report .unfold b",
        "The line of a folded report gives way to the sums: pressing it unfolds the whole.",
    ),
    Allowed(
        ("cut away",),
        ".log ol",
        "The log shows its newest lines; the older ones are in the list of all turns.",
    ),
    Allowed(
        ("cut away",),
        ".named > small, .named > .ord",
        "The name of a player comes first: level and state are in its tip where they do not fit.",
    ),
    Allowed(
        ("cut away",),
        ".monthline > .next",
        "The next payday and fire stand in a phone's header where it has room; the whole year is in a player's sheet.",
    ),
    Allowed(
        ("target under a target",),
        "[data-good]",
        "A token lies on the sign of its shop, and both lead to the deals of the shop.",
    ),
    Allowed(
        ("target under 44 px",),
        "[data-good]",
        "DESIGN 9: fish, pipe and pouch tokens may be small on a phone, for they open the sheet of their shop.",
    ),
    Allowed(
        ("target under 44 px",),
        ".board [data-shop], .board [data-square]",
        "A phone's sign lies between two rows of stalls: it takes all that is free there, 28 pixels or more.",
    ),
)
