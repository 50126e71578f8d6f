"""The registration of lessons."""

from __future__ import annotations

from edokko.server.features.lessons import routes
from edokko.server.services import Feature

FEATURE = Feature(name="lessons", routes=[routes.router])
