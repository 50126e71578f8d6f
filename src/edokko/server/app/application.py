"""The ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Router
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import NotFoundException
from litestar.middleware.rate_limit import RateLimitConfig, RateLimitMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp
from prometheus_client import CollectorRegistry

from edokko import __version__
from edokko.server.services import Services
from edokko.server.web import guests, live, metrics
from edokko.server.web.errors import DISK_FULL_RETRY, ClientGone, problem_handler
from edokko.server.web.headers import Application, with_headers, with_origins
from edokko.server.web.here import here_routes
from edokko.server.web.identity import cookie
from edokko.server.web.openapi import Description
from edokko.server.web.own_pages import offline
from edokko.server.web.page import page_routes
from edokko.server.web.parameters import address_of
from edokko.server.web.routes import routes_of
from edokko.table.api import games, lobby, positions, searches, seats, tables
from edokko.table.problems import ApiProblem

LARGEST_BODY = 64 * 1024
REQUESTS = "rate_limit"
"""The name of the store of the counters of requests."""
EXEMPT = ["^/healthz$", "^/metrics$"]
"""The paths without a limit of requests."""


def application(services: Services) -> Application:
    """Return the server as an ASGI application, which starts and stops the services."""
    registry = metrics.registry_of(services)
    inner = litestar(services, registry)
    handle = problem_handler(services.guests.invalidate_all)

    async def refuse(problem: ApiProblem, scope: Any, receive: Any, send: Any) -> None:
        response = handle(Request(scope), problem)
        await response.to_asgi_response(app=inner, request=Request(scope))(scope, receive, send)

    guarded = with_headers(with_origins(with_disconnects(inner), services.settings, refuse), services.settings)
    return metrics.with_metrics(guarded, registry)


def with_disconnects(app: Application) -> Application:
    """Wrap an application so that a disconnect amid a request raises :class:`ClientGone`.

    Litestar's own exception for it has status 500. After the request it handles a disconnect: it ends the stream.
    """

    async def wrapped(scope: Any, receive: Any, send: Any) -> None:
        is_complete = False

        async def receive_more() -> Any:
            nonlocal is_complete
            message = await receive()
            if message["type"] == "http.disconnect" and not is_complete:
                raise ClientGone
            is_complete = is_complete or not message.get("more_body", False)
            return message

        await app(scope, receive_more if scope["type"] == "http" else receive, send)

    return wrapped


def litestar(services: Services, registry: CollectorRegistry) -> Litestar:
    """Return the Litestar application, without the ASGI wrappers of :func:`application`."""

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        await services.start()
        try:
            yield
        finally:
            await services.stop()

    def provide_services() -> Services:
        return services

    def provide_registry() -> CollectorRegistry:
        return registry

    async def refuse_growth(request: Request[Any, Any, Any]) -> None:
        is_growth = "grows" in request.route_handler.opt
        if is_growth and services.storage.is_full:
            raise ApiProblem("storage_full", retry=DISK_FULL_RETRY)

    api = Router(
        "/api",
        before_request=refuse_growth,
        route_handlers=[
            guests.router,
            *(routes_of(module.operations) for module in (lobby, tables, seats, games, positions, searches)),
            live.live,
            live.own,
            *(handler for feature in services.features for handler in feature.routes),
        ],
    )
    pages, not_found = page_routes(services.settings.page, services.settings.site)
    middleware: list[Any] = [cookie(services).middleware]
    if services.settings.rate:
        rate = RateLimitConfig(
            rate_limit=("minute", services.settings.rate),
            exclude=EXEMPT,
            identifier_for_request=address_of,
            middleware_class=RateLimit,
            store=REQUESTS,
        )
        middleware.insert(0, rate.middleware)
    return Litestar(
        route_handlers=[
            api,
            metrics.healthz,
            metrics.metrics,
            offline,
            *(handler for feature in services.features for handler in feature.page_routes),
            *pages,
            *here_routes(services.settings.site),
        ],
        dependencies={
            "services": Provide(provide_services, sync_to_thread=False),
            "registry": Provide(provide_registry, sync_to_thread=False),
        },
        middleware=middleware,
        exception_handlers={Exception: problem_handler(services.guests.invalidate_all, not_found)},
        lifespan=[running],
        stores={REQUESTS: services.requests},
        request_max_body_size=LARGEST_BODY,
        openapi_config=OpenAPIConfig(
            title="edokko",
            version=__version__,
            openapi_router=Router("/api", route_handlers=[], include_in_schema=False, before_request=_only_the_schema),
            render_plugins=[Description(message for feature in services.features for message in feature.messages)],
        ),
        logging_config=None,
        debug=False,
    )


def _only_the_schema(request: Request[Any, Any, Any]) -> None:
    """Answer 404 for every path but the schema's; Litestar would serve an HTML page of its own there."""
    if not request.url.path.endswith("/openapi.json"):
        raise NotFoundException


class RateLimit(RateLimitMiddleware):
    """The rate limit of HTTP requests and WebSocket handshakes: each handshake costs queries as well."""

    def __init__(self, app: ASGIApp, config: RateLimitConfig) -> None:
        super().__init__(app, config)
        self.scopes = {ScopeType.HTTP, ScopeType.WEBSOCKET}
