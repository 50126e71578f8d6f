"""The rate limit of requests and of new live channels, by address, with Litestar's middleware."""

from __future__ import annotations

from litestar.enums import ScopeType
from litestar.middleware.rate_limit import RateLimitConfig, RateLimitMiddleware
from litestar.types import ASGIApp

from edokko.server.web.parameters import address_of

REQUESTS = "rate_limit"
"""The name of the store of the counters."""
EXEMPT = ["^/healthz$", "^/metrics$"]


class RateLimit(RateLimitMiddleware):
    """The rate limit of HTTP requests and WebSocket handshakes: each handshake costs queries as well."""

    def __init__(self, app: ASGIApp, config: RateLimitConfig) -> None:
        super().__init__(app, config)
        self.scopes = {ScopeType.HTTP, ScopeType.WEBSOCKET}


def limit(rate: int) -> RateLimitConfig:
    """Return the settings of the rate limit: requests of an address in a minute."""
    return RateLimitConfig(
        rate_limit=("minute", rate),
        exclude=EXEMPT,
        identifier_for_request=address_of,
        middleware_class=RateLimit,
        store=REQUESTS,
    )
