"""Import what the server needs and load the cached machine code: the modules that the forking process preloads.

See :mod:`tests.helpers.forking`.
"""

from __future__ import annotations

import uvicorn.loops.auto
import uvicorn.protocols.http.auto  # noqa: F401

import edokko.server.app.running  # noqa: F401
from edokko.players.runtime.compiling import compile_all, is_cached

if is_cached():
    compile_all()
