"""The error of a lesson: its place, the value found and the value expected."""

from __future__ import annotations


class LessonError(ValueError):
    """A lesson that is malformed, or that the referee does not play.

    Attributes:
        place: the file and the key, e.g. ``02-hiring.toml: scenes[0].steps[3].moves``.
        sentence: what is wrong there.
    """

    def __init__(self, place: str, sentence: str) -> None:
        self.place = place
        self.sentence = sentence
        super().__init__(f"{place}: {sentence}")
