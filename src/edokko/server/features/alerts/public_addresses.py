"""Which addresses a guest may name: public ones. The server is no way into the operator's own network (SSRF)."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from edokko.server.features.alerts.resolver import Resolver

HTTPS_PORT, FIRST_FREE_PORT = 443, 1024
"""Port 443 and those from 1024 on may be named: below are mail, shells and other services that a guest might scan."""
UNREACHABLE = "the host has no public address, or cannot be found"
"""One text for all failures, so that a guest does not learn which names the operator's network has."""
_NAT64 = IPv6Network("64:ff9b::/96")
_UNICAST = IPv6Network("2000::/3")
"""All that is assigned of IPv6. Site-local, unique-local and special ranges are outside, whatever the library knows."""
_DOCUMENTATION = IPv6Network("3fff::/20")
"""RFC 9637; newer than the tables of Python 3.11."""


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
        if inner is None and (parsed not in _UNICAST or parsed in _DOCUMENTATION):
            return False
        parsed = inner or parsed
    return parsed.is_global and not parsed.is_multicast and not parsed.is_reserved


def check_url(url: str, *, may_be_private: bool) -> None:
    """Check the form of a URL: HTTPS with a host, an allowed port, and no user or password.

    If it may be private, the operator allows private networks, and with them plain HTTP.

    Raises:
        ValueError: the URL cannot be used.
    """
    parts = urlsplit(url)
    schemes = ("https", "http") if may_be_private else ("https",)
    if parts.scheme not in schemes or not parts.hostname or parts.username is not None or parts.password is not None:
        raise ValueError("the URL must be https://host/…, without a user or a password")
    port = HTTPS_PORT if parts.port is None else parts.port
    if not may_be_private and port != HTTPS_PORT and port < FIRST_FREE_PORT:
        raise ValueError(f"port {port} cannot be used: it must be {HTTPS_PORT}, or {FIRST_FREE_PORT} or higher")


async def check_host(url: str, resolver: Resolver, caller: str) -> None:
    """Resolve the host of a URL for a client, and raise an ``OSError`` or ``ValueError`` if it cannot be used."""
    parts = urlsplit(url)
    for *_, address in await resolver.resolve(parts.hostname or "", parts.port or HTTPS_PORT, caller):
        if not is_public(str(address[0])):
            raise PrivateAddressError(UNREACHABLE)
