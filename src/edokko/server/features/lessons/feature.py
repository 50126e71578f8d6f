"""The registration of lessons."""

from __future__ import annotations

from edokko.server.features.lessons.operations import Progress, operations
from edokko.server.features.lessons.sql_progress import SqlProgress
from edokko.server.services import Feature
from edokko.server.web.routes import routes_of

FEATURE = Feature(
    name="lessons",
    routes=[routes_of(operations)],
    parts={Progress: lambda services: SqlProgress(services.database)},
)
