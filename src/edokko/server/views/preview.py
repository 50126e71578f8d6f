"""The preview of a link: what it says, and its picture."""

from __future__ import annotations

from dataclasses import dataclass

from edokko.catalogue import Catalogue

ICON = "/icon-512.png"


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a link, in the language of the request."""

    title: str
    description: str
    picture: str = ICON  # the path of the picture
    is_wide: bool = False  # whether the picture shows a position, in the size of a large card


def preview_of_item(path: str, title: str, catalogue: Catalogue, *, has_picture: bool) -> Preview:
    """Return the preview of an item with a position, such as a puzzle, and its picture if the process can draw it."""
    description = catalogue.text("page-description")
    if not has_picture:
        return Preview(title, description)
    return Preview(title, description, f"{path}?language={catalogue.language}", is_wide=True)
