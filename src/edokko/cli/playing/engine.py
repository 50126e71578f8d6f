"""Notices about the engine during a game: one when it is the plain engine, one when it becomes the compiled one."""

from __future__ import annotations


class EngineNotices:
    """The notices that are still to be shown, each at most once."""

    def __init__(self) -> None:
        self._has_shown_plain = False
        self._has_shown_compiled = False

    def message(self, is_plain: bool) -> str:
        """Return the id of the message to show after an answer; empty for none.

        Args:
            is_plain: whether the answer came from the plain engine.
        """
        if is_plain and not self._has_shown_plain:
            self._has_shown_plain = True
            return "play-plain"
        if not is_plain and self._has_shown_plain and not self._has_shown_compiled:
            self._has_shown_compiled = True
            return "play-compiled"
        return ""
