"""The ASGI application."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Router
from litestar.di import Provide
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from prometheus_client import CollectorRegistry

from edokko import __version__
from edokko.server.features.alerts import routes as alerts
from edokko.server.features.alerts.links import alert_links
from edokko.server.features.competitions.events import routes as events
from edokko.server.features.competitions.series import routes as series
from edokko.server.features.lessons import routes as lessons
from edokko.server.features.pictures import routes as pictures
from edokko.server.features.programs import routes as programs
from edokko.server.features.programs import stream_routes as stream
from edokko.server.features.puzzles import routes as puzzles
from edokko.server.features.study import routes as studies
from edokko.server.features.talk import routes as talk
from edokko.server.services import Services
from edokko.server.views.problems import ApiProblem
from edokko.server.web import analysis, games, guests, live, metrics, positions, seats, tables
from edokko.server.web.errors import DISK_FULL_RETRY, ClientGone, problem_handler
from edokko.server.web.headers import Application, with_headers, with_origins
from edokko.server.web.identity import cookie
from edokko.server.web.openapi import Description
from edokko.server.web.page import page_routes
from edokko.server.web.rate_limit import REQUESTS, limit

LARGEST_BODY = 64 * 1024
GROWING = re.compile(
    r"/(tables|rematch|events|series|studies|\{study\}|note|chat|tokens|program|invitations|push|webhooks|emails)$"
)
"""Ends of the routes that add more than a move, which a full database refuses."""


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
        is_growth = request.method in ("POST", "PUT") and GROWING.search(request.scope["path_template"])
        if is_growth and services.storage.is_full:
            raise ApiProblem("storage_full", retry=DISK_FULL_RETRY)

    api = Router(
        "/api",
        before_request=refuse_growth,
        route_handlers=[
            guests.router,
            tables.router,
            seats.router,
            games.router,
            positions.router,
            pictures.router,
            analysis.router,
            lessons.router,
            puzzles.router,
            studies.router,
            series.router,
            events.router,
            programs.router,
            stream.router,
            talk.router,
            alerts.router,
            live.live,
            live.own,
            live.live_series,
            live.live_event,
        ],
    )
    pages, not_found = page_routes(services.settings.page)
    middleware: list[Any] = [cookie(services).middleware]
    if services.settings.rate:
        middleware.insert(0, limit(services.settings.rate).middleware)
    return Litestar(
        route_handlers=[api, metrics.healthz, metrics.metrics, *alert_links, *pages],
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
            render_plugins=[Description()],
        ),
        logging_config=None,
        debug=False,
    )


def _only_the_schema(request: Request[Any, Any, Any]) -> None:
    """Answer 404 for every path but the schema's; Litestar would serve an HTML page of its own there."""
    if not request.url.path.endswith("/openapi.json"):
        raise NotFoundException
