"""How an operation is written: a function whose signature describes it.

``data`` is the body, a name in the path a part of the path, any other parameter one of the query or, with
:class:`Header`, of a header; the return type is the answer. Each module has its operations in an
:class:`Operations`; ``CORE`` in ``request`` has those of all modules.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Meta

from edokko.table.access import may_watch
from edokko.table.people import Person
from edokko.table.problems import ApiProblem
from edokko.table.venue import Venue
from edokko.table.views.live_table import LiveTable
from edokko.table.views.table import view_of

STALE_CODES = frozenset({"stale_ply", "time_over", "not_started", "game_over", "no_undo", "not_your_seat"})
"""Codes that a client with a stale view may get for moves and undo; their answers have the newest view."""
B = TypeVar("B")
F = TypeVar("F", bound=Callable[..., Awaitable[Any]])


class Admission:
    """The limits of new tables and of searches. This one has none."""

    def check(self) -> None:
        """Check whether the caller may make a table now. Raises ``ApiProblem``: ``too_many``."""

    def take(self) -> str | None:
        """Count a table of the caller, and return where it comes from: tables of one origin share a place in lists.

        Raises:
            ApiProblem: ``too_many``.
        """
        return None

    def take_body(self) -> None:
        """Count the bytes of the request. Raises ``ApiProblem``: ``too_many``."""

    def searching(self) -> AbstractContextManager[None]:
        """Take a place for a search during a block. Raises ``ApiProblem``: ``too_many``."""
        return nullcontext()

    def take_review(self, table: str) -> None:
        """Take a place for the review of a table. Raises ``ApiProblem``: ``too_many``."""

    def leave_review(self, table: str) -> None:
        """Free the place of the review of a table."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks; without a person, an anonymous caller."""

    person: Person | None = None
    admission: Admission = field(default_factory=Admission)

    @property
    def guest(self) -> str | None:
        """The id of the guest; ``None`` for an anonymous caller."""
        return self.person.id if self.person else None

    @property
    def known(self) -> Person:
        """The guest, who must exist and not be banned. Raises ``ApiProblem``: ``no_guest`` or ``banned``."""
        if self.person is None:
            raise ApiProblem("no_guest")
        if self.person.is_banned:
            raise ApiProblem("banned")
        return self.person


class Header(str):
    """The mark of a parameter that is a header of this name."""


class Parameter(NamedTuple):
    """A parameter of an operation."""

    kind: Any  # its type, which includes ``None`` if it may be left out
    limits: Meta | None  # of its value
    default: Any  # ``inspect.Parameter.empty`` without one
    header: str | None  # the name of its header, if it is one


@dataclass(frozen=True, slots=True)
class Answer(Generic[B]):
    """The answer of an operation with a status or with headers of its own."""

    body: B
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Operation:
    """An operation."""

    # ``method`` and ``path``: such as ``POST`` and ``/tables/{table}/moves``.
    method: str
    path: str
    summary: str  # for its description
    status: int  # of the answer
    run: Callable[..., Awaitable[Any]]  # the function; of the venue, the caller and the parameters by name
    grows: bool = False  # whether it adds more than a move, which a full store refuses
    may_be_stale: bool = False  # whether a refusal has the newest view, in case that of the client is stale
    is_packed: bool = False  # whether the answer is the same for many callers and worth being compressed once
    # The description of the stream that the operation returns, with an object a line; empty without one.
    streams: str = ""
    # The answer while the result is computed, with status 202, and its description.
    later: tuple[type, str] | None = None

    @functools.cached_property
    def parameters(self) -> dict[str, Parameter]:
        """The parameters by name."""
        hints = get_type_hints(self.run, include_extras=True)
        found = {}
        for name, parameter in list(inspect.signature(self.run).parameters.items())[2:]:
            hint = hints[name]
            kind, *marks = get_args(hint) if get_origin(hint) is Annotated else (hint,)
            header = next((mark for mark in marks if isinstance(mark, Header)), None)
            limits = next((mark for mark in marks if isinstance(mark, Meta)), None)
            found[name] = Parameter(kind, limits, parameter.default, header)
        return found

    @functools.cached_property
    def answer(self) -> Any:
        """The type of the answer's body, or of a line of the stream."""
        kind = get_type_hints(self.run, include_extras=True)["return"]
        return get_args(kind)[0] if self.streams or get_origin(kind) is Answer else kind

    async def __call__(self, venue: Venue, caller: Caller, arguments: Mapping[str, Any]) -> Answer[Any]:
        """Run the operation. Raises ``ApiProblem`` if it is refused."""
        try:
            answer = await self.run(venue, caller, **arguments)
        except ApiProblem as problem:
            if self.may_be_stale and problem.code in STALE_CODES:
                await _add_view(problem, venue, caller, arguments["table"])
            raise
        return answer if isinstance(answer, Answer) else Answer(answer)


async def _add_view(problem: ApiProblem, venue: Venue, caller: Caller, table: str) -> None:
    """Add the newest view to a problem that a stale view may have caused, if the caller may see it."""
    live_table = await venue.current(table)
    try:
        may_watch(live_table, caller.guest)
    except ApiProblem:
        return
    problem.view = view_of(live_table, venue.hub, caller.guest)


class Operations(list[Operation]):
    """The operations of a module, with the tag of their description."""

    def __init__(self, tag: str) -> None:
        super().__init__()
        self.tag = tag

    def get(self, path: str, summary: str, **options: Any) -> Callable[[F], F]:
        """Register the decorated function as an operation that changes nothing."""
        return self._register("GET", path, summary, 200, options)

    def post(self, path: str, summary: str, status: int = 200, **options: Any) -> Callable[[F], F]:
        """Register the decorated function as an operation that may change something."""
        return self._register("POST", path, summary, status, options)

    def put(self, path: str, summary: str, **options: Any) -> Callable[[F], F]:
        """Register the decorated function as an operation that replaces something."""
        return self._register("PUT", path, summary, 200, options)

    def delete(self, path: str, summary: str) -> Callable[[F], F]:
        """Register the decorated function as an operation that deletes something."""
        return self._register("DELETE", path, summary, 204, {})

    def _register(self, method: str, path: str, summary: str, status: int, options: dict[str, Any]) -> Callable[[F], F]:
        def register(run: F) -> F:
            operation = Operation(method=method, path=path, summary=summary, status=status, run=run, **options)
            self.append(operation)
            return run

        return register


async def watched(venue: Venue, caller: Caller, table: str) -> LiveTable:
    """Return a table that the caller may see. Raises ``ApiProblem``: ``no_spectators``, or there is no such table."""
    return await venue.authorised(table, functools.partial(may_watch, guest=caller.guest))
