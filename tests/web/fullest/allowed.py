"""Exceptions: elements that may be clipped, covered or small, each with its reason."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Allowed:
    """An exception of the layout check.

    Attributes:
        kinds: the kinds of findings, as in `checks.js`.
        where: a selector; its matches and their descendants are exempt.
        why: the reason.
        told: whether a title or a label must contain the full text.
        of: for covered texts, a selector that the text has to match.
    """

    kinds: tuple[str, ...]
    where: str
    why: str
    told: bool = False
    of: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the exception as `checks.js` expects it."""
        return {key: value for key, value in asdict(self).items() if key != "why"}


COVERS = ".sheetbox, .drawer, .ruledrawer, [role=dialog], dialog, .keys, .scores"
ALLOWED = (
    Allowed(
        ("covered", "target under a target"),
        COVERS,
        "The player opens and closes sheets, drawers and the score sheet of a replay over the table.",
    ),
    Allowed(
        ("covered", "target under a target"),
        ".insp",
        "The detail panel covers buildings and log while the player points at an item or has tapped it.",
    ),
    Allowed(
        ("covered", "target under a target"),
        ".show, .stagesheet",
        "A payday and a fire lie over the street, or over a phone's cards and bar, until the player goes on.",
    ),
    Allowed(
        ("covered", "target under a target"),
        ".tip",
        "A tooltip covers other elements while the pointer or the focus stays.",
    ),
    Allowed(
        ("covered",),
        ".fire",
        "The strength of a fire covers the name of its stall.",
        of=".stall .sid, .stall .gnum, .stall .ntxt, .stall .num",
    ),
    Allowed(
        ("covered",),
        "[data-iki]",
        "A disc covers the number of its cell; the player's panel shows the IKI.",
        of=".tnum",
    ),
    Allowed(
        ("covered",),
        ".endbanner",
        "The winner's banner hangs over the edge of the board, where the game is over.",
        of=".board *",
    ),
    Allowed(
        ("covered",),
        ".app.phone .top, .app.phone .months",
        "A phone's header and months stay when a long page scrolls under them.",
        of=".board *, .endbanner *, .ended *",
    ),
    Allowed(
        ("ellipsis",),
        ".app:not(.phone) .bar .prompt, .bar .prompt > span, .bar .steps b, .bar .group .sign",
        "A sentence of the bar may end in an ellipsis: its tooltip has the full text. A phone's question is whole.",
        told=True,
    ),
    Allowed(
        ("ellipsis",),
        ".bar .group.lap .sign",
        "The tooltip and the accessible name of the group describe the lap in other words.",
    ),
    Allowed(
        ("covered",),
        ".low .offer .why",
        "A low card has no picture, so the refusal covers its deal, which the card's detail shows.",
        of=".offer .card > g > .num",
    ),
    Allowed(
        ("cut away",),
        ".log ol",
        "The short log shows the newest lines; the full log has the others.",
    ),
    Allowed(
        ("cut away",),
        ".named > small, .named > .ord",
        "The player's name takes precedence: its tooltip has level and state if they do not fit.",
    ),
    Allowed(
        ("target under 44 px",),
        ".app.phone .top",
        "A phone's header is 40 pixels high, so that the months have a row of their own.",
    ),
    Allowed(
        ("target under 24 px", "target under 44 px"),
        ".ruledrawer :is(p, li) button, .ruledrawer .rfind, .ruledrawer .x",
        "Terms in the rules' text, which open their notes, and the small controls of the drawer's head.",
    ),
    Allowed(
        ("target under a target",),
        "[data-good]",
        "A token lies on its shop's sign, and both lead to the shop's deals.",
    ),
    Allowed(
        ("target under 44 px",),
        "[data-good]",
        "DESIGN 9: fish, pipe and pouch tokens may be small on a phone, because they open the sheet of their shop.",
    ),
    Allowed(
        ("target under 44 px",),
        ".board [data-shop], .board [data-square]",
        "A phone's sign lies between two rows of stalls and takes all free space, at least 28 pixels.",
    ),
)
