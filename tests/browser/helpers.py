"""The database of a browser, in memory: what ``web/src/local/database.ts`` promises."""

from __future__ import annotations

import json


class MemoryDatabase:
    """Tables and notes. ``is_full`` refuses to keep anything more."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.history: dict[str, list[object]] = {}
        self.texts: dict[str, str] = {}
        self.is_full = False

    async def table(self, table: str) -> str | None:
        return self.kept.get(table)

    async def tables(self) -> str:
        return f"[{','.join(self.kept.values())}]"

    async def rows(self, table: str) -> str:
        return json.dumps(self.history[table])

    async def write(self, table: str, kept: str, rows: str, before: int) -> str:
        if len(self.history.get(table, [])) != before:
            return "conflict"
        if self.is_full:
            return "full"
        self.kept[table] = kept
        self.history.setdefault(table, []).extend(json.loads(rows))
        return "saved"

    async def note(self, key: str) -> str | None:
        return self.texts.get(key)

    async def notes(self, beginning: str) -> str:
        return json.dumps({key: json.loads(text) for key, text in self.texts.items() if key.startswith(beginning)})

    async def keep(self, key: str, note: str) -> str:
        if self.is_full:
            return "full"
        self.texts[key] = note
        return "saved"
