"""What several routes declare: parameters, some of which Litestar injects by their names; options; and addresses."""

from __future__ import annotations

import hmac
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Annotated, Any, TypeAlias

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from prometheus_client import CollectorRegistry

from edokko.server.services import Services
from edokko.server.settings import Settings

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


PREFIX = 64
"""Prefix length of an IPv6 network that a provider assigns to one customer."""


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the address of a connection's client; for IPv6 its network."""
    return _network_of(connection.client.host if connection.client else "")


@lru_cache(maxsize=1024)
def _network_of(host: str) -> str:
    """Return an IPv4 address as it is, an IPv6 address as its network; each request asks, so it is cached."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((int(address), PREFIX), strict=False))


def origin_of(address: str, secret: bytes) -> str:
    """Return a keyed hash of an address, by which tables of the same address are grouped.

    Without the key, a secret of the server, the address cannot be recovered.
    """
    return hmac.digest(secret, address.encode(), "sha256").hex()[:16]


def public_address(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> str:
    """Return the address of the site without a path, for links that leave it.

    It is the configured origin with the request's host: behind a proxy that does not forward the scheme, the request
    itself looks like plain HTTP. A request to a loopback name gets the first origin. Without origins it is what the
    request names.
    """
    named = str(connection.base_url).rstrip("/")
    host = named.partition("://")[2]
    default = settings.origins[0] if settings.origins else named
    return next((origin for origin in settings.origins if origin.partition("://")[2] == host), default)
