"""The address by which requests and channels are counted."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from litestar.connection import ASGIConnection

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
