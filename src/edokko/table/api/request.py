"""Requests to a venue without HTTP: the same methods, paths, bodies and answers, for programs and for a browser."""

from __future__ import annotations

import contextlib
import functools
import inspect
import re
from collections.abc import AsyncGenerator, Iterable, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, get_args

import msgspec

from edokko.table.api import games, lobby, positions, searches, seats, tables
from edokko.table.api.operation import Answer, Caller, Operation, Parameter
from edokko.table.api.validation import complaint_about, first
from edokko.table.problems import ApiProblem
from edokko.table.venue import Venue

CORE = (
    *lobby.operations,
    *tables.operations,
    *seats.operations,
    *games.operations,
    *positions.operations,
    *searches.operations,
)
"""The operations that every venue has."""
_ENCODER = msgspec.json.Encoder()


async def request(
    venue: Venue,
    caller: Caller,
    method: str,
    path: str,
    body: bytes = b"",
    *,
    query: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
    language: str = "en",
    operations: Iterable[Operation] = CORE,
) -> tuple[int, bytes]:
    """Answer a request as the HTTP API does: the status, and the answer or a problem as JSON.

    Args:
        method, path: such as ``POST`` and ``/tables/ID/moves``: the path has no ``/api`` before it.
        body: JSON.
        query: the parameters of the address.
        headers: by their names in lower case, such as ``idempotency-key``.
        language: of a problem.
        operations: those that the venue has.
    """
    try:
        operation, parts = _operation(tuple(operations), method, path)
        arguments = _arguments(operation, parts | dict(query or {}), headers or {}, body)
        answer = await operation(venue, caller, arguments)
    except ApiProblem as problem:
        # Late: messages take longer to import than all operations, and a browser may never need them.
        from edokko.catalogue import Catalogue

        answer = Answer(problem.shape(Catalogue(language)), problem.status)
    return answer.status or operation.status, _ENCODER.encode(answer.body)


async def stream(
    venue: Venue, caller: Caller, path: str, body: bytes, *, operations: Iterable[Operation] = CORE
) -> AsyncGenerator[bytes, None]:
    """Yield the lines of an operation that streams, each an object as JSON; the arguments are as for :func:`request`.

    Raises:
        ApiProblem: it is refused.
    """
    operation, parts = _operation(tuple(operations), "POST", path)
    answer = await operation(venue, caller, _arguments(operation, parts, {}, body))
    async with contextlib.aclosing(answer.body) as objects:
        async for one in objects:
            yield _ENCODER.encode(one)


def _operation(operations: tuple[Operation, ...], method: str, path: str) -> tuple[Operation, dict[str, str]]:
    known = [(operation, match) for operation in operations if (match := _pattern(operation.path).fullmatch(path))]
    for operation, match in known:
        if operation.method == method:
            return operation, match.groupdict()
    raise ApiProblem("method" if known else "not_found")


@functools.cache
def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", path))


def _arguments(
    operation: Operation, given: Mapping[str, str], headers: Mapping[str, str], body: bytes
) -> dict[str, Any]:
    arguments: dict[str, Any] = {}
    for name, parameter in operation.parameters.items():
        try:
            if name == "data":
                arguments[name] = msgspec.json.decode(body, type=parameter.kind)
                continue
            text = headers.get(parameter.header.lower()) if parameter.header else given.get(name)
            if text is not None:
                arguments[name] = msgspec.convert(text, _kind_of_text(parameter), strict=False)
            elif parameter.default is inspect.Parameter.empty:
                raise msgspec.ValidationError(f"Object missing required field `{name}`")
        except msgspec.ValidationError as error:
            sentence, _, place = str(error).partition(" - at `$.")
            raise ApiProblem("bad_request", complaint=complaint_about(place.rstrip("`") or name, sentence)) from None
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            raise ApiProblem("bad_request", complaint=first(())) from None
    return arguments


def _kind_of_text(parameter: Parameter) -> Any:
    """Return the type of a parameter that is given, with its limits."""
    kind = parameter.kind
    if isinstance(kind, UnionType):
        kind = next(one for one in get_args(kind) if one is not NoneType)
    return kind if parameter.limits is None else Annotated[kind, parameter.limits]
