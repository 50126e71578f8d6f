"""How many requests an address may make: Litestar's counting, of live channels that are opened as well."""

from __future__ import annotations

from litestar.enums import ScopeType
from litestar.middleware.rate_limit import RateLimitConfig, RateLimitMiddleware
from litestar.types import ASGIApp

from edokko.server.web.addresses import address_of

REQUESTS = "rate_limit"
"""The store of what is counted."""
NOT_COUNTED = ["^/healthz$", "^/metrics$"]


class Counting(RateLimitMiddleware):
    """Counts channels, too: who opens and closes them again and again has them looked up each time."""

    def __init__(self, app: ASGIApp, config: RateLimitConfig) -> None:
        super().__init__(app, config)
        self.scopes = {ScopeType.HTTP, ScopeType.WEBSOCKET}


def limit(rate: int) -> RateLimitConfig:
    """So many requests a minute and address."""
    return RateLimitConfig(
        rate_limit=("minute", rate),
        exclude=NOT_COUNTED,
        identifier_for_request=address_of,
        middleware_class=Counting,
        store=REQUESTS,
    )
