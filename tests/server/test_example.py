"""The program of docs/build/api.md plays a game to its end."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from edokko import check
from tests.helpers.paths import DOCS
from tests.helpers.server import Person, Server, wait_until

PAGE = DOCS / "build/api.md"


def test_the_programs_of_the_documentation_play_a_game(
    server: Server, person: Callable[[], Person], tmp_path: Path
) -> None:
    block = re.search(r"```py\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert block is not None
    program = tmp_path / "bot.py"
    program.write_text(block[1])
    host, other = person(), person()
    table = host.table("you", "open", "easy")["table"]["id"]
    tokens = [guest.post("/api/tokens", {"name": "bot"}, 201)["secret"] for guest in (host, other)]
    programs = [subprocess.Popen([sys.executable, str(program), server.address, token, table]) for token in tokens]
    wait_until(lambda: all(seat["kind"] != "open" for seat in host.view(table)["table"]["seats"]))
    host.post(f"/api/tables/{table}/start")
    assert [program.wait(timeout=90) for program in programs] == [0, 0]
    assert check(host.get(f"/api/tables/{table}/record")).is_over
