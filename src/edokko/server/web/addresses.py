"""Addresses: the one by which requests and channels are counted, and the one under which people open the page."""

from __future__ import annotations

import hmac
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from litestar.connection import ASGIConnection

from edokko.server.settings import Settings

PREFIX = 64
"""Prefix length of an IPv6 network that a provider assigns to one customer."""


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the address of a connection's client; for IPv6 its network."""
    host = connection.client.host if connection.client else ""
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

    Args:
        address: as :func:`address_of` returns it.
        secret: the key of the server, without which the address cannot be recovered.
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
