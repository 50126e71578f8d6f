"""Parameters of routes that Litestar injects by their names."""

from __future__ import annotations

from typing import TypeAlias

from litestar.di import NamedDependency
from litestar.params import FromPath
from prometheus_client import CollectorRegistry

from edokko.server.services import Services

ServicesDependency: TypeAlias = NamedDependency[Services]
RegistryDependency: TypeAlias = NamedDependency[CollectorRegistry]
Id: TypeAlias = FromPath[str]
