"""Routes made of operations: each becomes a handler whose signature Litestar reads and describes."""

from __future__ import annotations

import contextlib
import functools
import inspect
import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, cast

import msgspec
from litestar import Response, Router, route
from litestar.openapi import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from litestar.response import Stream

from edokko.server.services import Services
from edokko.server.web.files import packed, send_file
from edokko.server.web.identity import guest_id_or_none, guest_or_none
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import GROWS, NDJSON, Req, ServicesDependency, address_of, origin_of
from edokko.table.access import may_watch
from edokko.table.api.operation import Admission, Answer, Caller, Operation, Operations, Parameter


@dataclass(frozen=True, slots=True)
class AddressAdmission(Admission):
    """The limits of new tables and of searches of an address, and of the bytes of a request."""

    services: Services
    address: str
    size: int

    def check(self) -> None:
        self.services.new_tables.check(self.address)

    def take(self) -> str:
        self.services.new_tables.take(self.address)
        return origin_of(self.address, self.services.secret)

    def take_body(self) -> None:
        self.services.new_bytes.take(self.address, self.size)

    def searching(self) -> AbstractContextManager[None]:
        return self.services.hint_places.hold(self.address)

    def take_review(self, table: str) -> None:
        self.services.review_places.take(table, self.address)

    def leave_review(self, table: str) -> None:
        self.services.review_places.leave(table)


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor(Caller):
    """Who asks over HTTP, with the services and the request: the caller of the operations of a feature."""

    services: Services
    request: Req

    @property
    def address(self) -> str:
        """The address of the client."""
        return address_of(self.request)


async def viewer(services: Services, request: Req, table: str) -> str | None:
    """Return the id of the guest of a request, who may see a table; ``None`` for an anonymous viewer.

    Raises:
        ApiProblem: ``no_spectators``, or there is no such table.
    """
    guest = await guest_id_or_none(services, request)
    await services.venue.authorised(table, functools.partial(may_watch, guest=guest))
    return guest


def routes_of(operations: Operations, *others: Any, **options: Any) -> Router:
    """Return the routes of the operations of a module, and its other ones, with options of Litestar's."""
    handlers = [*(_route_of(operation) for operation in operations), *others]
    return Router("/", route_handlers=handlers, tags=[operations.tag], **options)


def _route_of(operation: Operation) -> Any:
    async def handle(request: Req, services: Services, **arguments: Any) -> Any:
        size = len(await request.body()) if operation.grows else 0
        admission = AddressAdmission(services, address_of(request), size)
        caller = Visitor(await guest_or_none(services, request), admission, services=services, request=request)
        answer = await operation(services.venue, caller, arguments)
        return None if operation.answer is NoneType else _response(request, operation, answer)

    own = [("request", Req, inspect.Parameter.empty), ("services", ServicesDependency, inspect.Parameter.empty)]
    own += [(name, _annotation(operation, name, one), one.default) for name, one in operation.parameters.items()]
    parameters = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, kind, default in own
    ]
    returned: Any = None if operation.answer is NoneType else Response[operation.answer]  # type: ignore[name-defined]
    responses = dict(PROBLEMS)
    if operation.streams:
        returned = Stream
        responses[200] = ResponseSpec(
            operation.answer, description=operation.streams, media_type=NDJSON, generate_examples=False
        )
    if operation.later:
        shape, description = operation.later
        responses[202] = ResponseSpec(shape, description=description, generate_examples=False)
    handle.__signature__ = inspect.Signature(parameters, return_annotation=returned)  # type: ignore[attr-defined]
    handle.__annotations__ = {one.name: one.annotation for one in parameters} | {"return": returned}
    handle.__name__ = operation.run.__name__
    return route(
        re.sub(r"{(\w+)}", lambda name: f"{{{name[1]}:{operation.parameters[name[1]].kind.__name__}}}", operation.path),
        http_method=cast(Any, operation.method),
        summary=operation.summary,
        responses=responses,
        status_code=operation.status,
        opt=GROWS if operation.grows else None,
    )(handle)


def _annotation(operation: Operation, name: str, parameter: Parameter) -> Any:
    """Return the annotation by which Litestar finds a parameter."""
    kind = parameter.kind
    if name == "data":
        return JSONBody[kind]  # type: ignore[misc, valid-type]
    names = ("description", "ge", "le", "pattern", "max_length")
    limits = {name: value for name in names if (value := getattr(parameter.limits, name, None)) is not None}
    if isinstance(kind, UnionType):
        limits["required"] = False
    if f"{{{name}}}" in operation.path:
        return Annotated[kind, PathParameter(**limits)]
    if parameter.header is not None:
        return Annotated[kind, HeaderParameter(name=parameter.header, **limits)]
    return Annotated[kind, QueryParameter(**limits)]


def _response(request: Req, operation: Operation, answer: Answer[Any]) -> Response[Any]:
    if operation.streams:
        return Stream(_lines(answer.body), media_type=NDJSON)
    if operation.is_packed:
        # Components have 30 kB that rarely differ between tables, 7 kB as gzip.
        return send_file(request, packed(msgspec.json.encode(answer.body), "application/json"), dict(answer.headers))
    return Response(answer.body, status_code=answer.status or operation.status, headers=dict(answer.headers))


async def _lines(objects: AsyncGenerator[Any, None]) -> AsyncIterator[bytes]:
    async with contextlib.aclosing(objects):
        async for one in objects:
            yield msgspec.json.encode(one) + b"\n"
