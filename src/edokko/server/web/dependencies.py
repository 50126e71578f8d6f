"""What several routes declare: parameters, some of which Litestar injects by their names, and options."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from litestar import Request
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from prometheus_client import CollectorRegistry

from edokko.server.services import Services

ServicesDependency: TypeAlias = NamedDependency[Services]
RegistryDependency: TypeAlias = NamedDependency[CollectorRegistry]
Id: TypeAlias = FromPath[str]
Req: TypeAlias = Request[Any, Any, Any]
SeenVersion = Annotated[int | None, QueryParameter(ge=0, le=1_000_000, required=False)]

NDJSON = "application/x-ndjson"
"""The media type of lines of JSON."""
GROWS = {"grows": True}
"""The option of a route that adds more than a move, which a full database refuses."""
ENDLESS = {"endless": True}
"""The option of a route whose answers never end by themselves."""
