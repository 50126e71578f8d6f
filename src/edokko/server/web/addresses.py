"""Whose requests and channels are counted together."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from litestar.connection import ASGIConnection

PREFIX = 64
"""Bits of an IPv6 address that a provider gives: whoever has one has all that begin so."""


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The address that something comes from; of IPv6 its network."""
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
