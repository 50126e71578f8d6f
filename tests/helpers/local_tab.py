"""A tab of the page without a server: its worker answers what a server answers in another tab."""

from __future__ import annotations

import itertools
import json
import random
import time
from collections.abc import Callable
from typing import Any

from tests.helpers.tab import TIMEOUT, Tab

WORKER = """
const Native = Worker
globalThis.Worker = class extends Native {
  constructor(...given) { super(...given); globalThis.tables = this }
}
"""
"""Keep the page's worker where a test finds it."""
ASK = """([number, method, path, body]) => new Promise((resolve) => {
  const hear = ({ data }) => {
    if (data.kind !== 'answer' || data.number !== number) return
    tables.removeEventListener('message', hear)
    resolve([data.status, data.text])
  }
  tables.addEventListener('message', hear)
  tables.postMessage({ kind: 'request', number, method, path, headers: '{}', body, language: 'en' })
})"""


class LocalTab(Tab):
    """A tab at the address of a host of the site."""

    def __post_init__(self) -> None:
        super().__post_init__()
        # A host of files answers an address of the page with its 404.html, which the browser reports.
        self.expected_errors = ("404",)
        self._numbers = itertools.count(1_000_000)
        self.page.add_init_script(WORKER)

    def go(self, path: str = "") -> None:
        super().go(path)
        self.ready()

    def ready(self) -> None:
        """Wait until the table has been loaded."""
        self.page.wait_for_selector(".top, .app, .speech, .puzzle")
        self.page.wait_for_selector(".local progress", state="detached")

    def ask(self, method: str, path: str, body: Any = None, *, expect: int | None = None) -> Any:
        if self.page.url == "about:blank":
            self.go("cards")
        text = "" if body is None else json.dumps(body)
        status, answer = self.page.evaluate(ASK, [next(self._numbers), method, path, text])
        assert status < 300 if expect is None else status == expect, f"{method} {path}: {answer[:500]}"
        return json.loads(answer)

    def advance(self, table: str, until: Callable[[dict[str, Any]], bool], chance: random.Random | None = None) -> None:
        end = time.monotonic() + TIMEOUT / 1000 * 3
        while time.monotonic() < end:
            view = self.view(table)
            now = view["table"]
            if now["status"] == "finished" or (until(now) and view["you"].get("may_play")):
                return
            if view["you"].get("may_play"):
                moves = now["game"]["moves"]
                self.play(table, [(chance.choice(moves) if chance else moves[0])["words"]])
        raise AssertionError("the table did not get there")
