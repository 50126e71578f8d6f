"""The ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Router
from litestar.di import Provide
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from prometheus_client import CollectorRegistry

from edokko import __version__
from edokko.server.parts import Parts
from edokko.server.problems import ApiProblem
from edokko.server.web import figures, guests, live, tables
from edokko.server.web.described import Description
from edokko.server.web.errors import ClientGone, problem_handler
from edokko.server.web.headers import Application, with_headers, with_origins
from edokko.server.web.identity import cookie
from edokko.server.web.page import page_routes
from edokko.server.web.rate import REQUESTS, limit

LARGEST_BODY = 64 * 1024


def application(parts: Parts) -> Application:
    """The whole server as an ASGI application.

    Args:
        parts: what requests are answered with; started and stopped with the application.
    """
    registry = figures.registry_of(parts)
    inner = litestar(parts, registry)
    handle = problem_handler(parts.guests.forget_all)

    async def refused(code: str, scope: Any, receive: Any, send: Any) -> None:
        response = handle(Request(scope), ApiProblem(code))
        await response.to_asgi_response(app=inner, request=Request(scope))(scope, receive, send)

    guarded = with_headers(with_origins(with_whole_requests(inner), parts.settings, refused), parts.settings)
    return figures.with_figures(guarded, registry)


def with_whole_requests(app: Application) -> Application:
    """An application that is told by :class:`ClientGone` of a client that disconnects.

    Litestar's own exception for it is that of a failure of the server.
    """

    async def wrapped(scope: Any, receive: Any, send: Any) -> None:
        async def receive_more() -> Any:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientGone
            return message

        await app(scope, receive_more if scope["type"] == "http" else receive, send)

    return wrapped


def litestar(parts: Parts, registry: CollectorRegistry) -> Litestar:
    """The application without its outermost wrappers."""

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        await parts.start()
        try:
            yield
        finally:
            await parts.stop()

    def provide_parts() -> Parts:
        return parts

    def provide_registry() -> CollectorRegistry:
        return registry

    api = Router(
        "/api",
        route_handlers=[guests.router, tables.router, live.live, live.own],
    )
    middleware: list[Any] = [cookie(parts).middleware]
    if parts.settings.rate:
        middleware.insert(0, limit(parts.settings.rate).middleware)
    return Litestar(
        route_handlers=[api, figures.healthz, figures.metrics, *page_routes(parts.settings.page)],
        dependencies={
            "parts": Provide(provide_parts, sync_to_thread=False),
            "registry": Provide(provide_registry, sync_to_thread=False),
        },
        middleware=middleware,
        exception_handlers={Exception: problem_handler(parts.guests.forget_all)},
        lifespan=[running],
        stores={REQUESTS: parts.requests},
        request_max_body_size=LARGEST_BODY,
        openapi_config=OpenAPIConfig(
            title="edokko",
            version=__version__,
            openapi_router=Router(
                "/api", route_handlers=[], include_in_schema=False, before_request=_nothing_but_the_description
            ),
            render_plugins=[Description()],
        ),
        logging_config=None,
        debug=False,
    )


def _nothing_but_the_description(request: Request[Any, Any, Any]) -> None:
    """Litestar answers any other address beside the description with a page of its own."""
    if not request.url.path.endswith("/openapi.json"):
        raise NotFoundException
