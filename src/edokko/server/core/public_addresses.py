"""Which addresses a guest may name: public ones. The server is no way into the operator's own network (SSRF)."""

from __future__ import annotations

import asyncio
import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

RESOLVE_TIMEOUT = 5.0
"""Seconds for the resolution of a name."""
_NAT64 = IPv6Network("64:ff9b::/96")


class PrivateAddressError(OSError):
    """A name resolves to an address that is not public."""


def is_public(address: str) -> bool:
    """Return whether an IP address is public: not private, loopback, link-local, multicast or reserved.

    IPv4 addresses inside IPv6 ones count as what they are.
    """
    parsed = ip_address(address.partition("%")[0])
    if isinstance(parsed, IPv6Address):
        if parsed.teredo is not None:
            return False
        inner = parsed.ipv4_mapped or parsed.sixtofour
        if parsed in _NAT64:
            inner = IPv4Address(int(parsed) & 0xFFFFFFFF)
        parsed = inner or parsed
    return parsed.is_global and not parsed.is_multicast and not parsed.is_reserved


def check_url(url: str, *, may_be_private: bool) -> None:
    """Check the form of a URL: HTTPS with a host, and no user or password.

    Args:
        url: the URL.
        may_be_private: whether the operator allows private networks, and with them plain HTTP.

    Raises:
        ValueError: the URL cannot be used.
    """
    parts = urlsplit(url)
    schemes = ("https", "http") if may_be_private else ("https",)
    if parts.scheme not in schemes or not parts.hostname or parts.username is not None or parts.password is not None:
        raise ValueError("the URL must be https://host/…, without a user or a password")
    _ = parts.port


async def check_host(url: str) -> None:
    """Resolve the host of a URL, so that its guest hears at once that it cannot be used.

    Raises:
        PrivateAddressError: one of its addresses is not public.
        OSError: the name cannot be resolved.
    """
    parts = urlsplit(url)
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(RESOLVE_TIMEOUT):
        found = await loop.getaddrinfo(parts.hostname, parts.port or 443, type=socket.SOCK_STREAM)
    for *_, address in found:
        if not is_public(str(address[0])):
            raise PrivateAddressError(f"{parts.hostname} has an address that is not public")
