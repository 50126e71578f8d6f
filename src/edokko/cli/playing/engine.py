"""What there is to say about the engine during a game: once that it is the plain one, once that it no longer is."""

from __future__ import annotations


class EngineNews:
    """Remembers what a person knows already."""

    def __init__(self) -> None:
        self._knows_plain = False
        self._knows_compiled = False

    def news(self, is_plain: bool) -> str:
        """The message to show after an answer; nothing where it would be no news.

        Args:
            is_plain: whether the answer came from the plain engine.
        """
        if is_plain and not self._knows_plain:
            self._knows_plain = True
            return "play-plain"
        if not is_plain and self._knows_plain and not self._knows_compiled:
            self._knows_compiled = True
            return "play-compiled"
        return ""
