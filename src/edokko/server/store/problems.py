"""Why a database or a backup cannot be used."""

from __future__ import annotations


class DatabaseProblem(Exception):
    """An error that the operator can mend; ``problem-WHY`` is its message, with ``facts`` as the variables."""

    def __init__(self, why: str, **facts: str) -> None:
        self.why = why
        self.facts = facts
        super().__init__(f"{why}: {facts}")
