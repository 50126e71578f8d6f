"""Import what the server needs and load the engine: the modules that the forking process preloads.

See :mod:`tests.helpers.forking`.
"""

from __future__ import annotations

import uvicorn.loops.auto
import uvicorn.protocols.http.auto  # noqa: F401

import edokko.server.app.running  # noqa: F401
from edokko.native.engine import engine

engine()
