"""Rules as other compiled rules call them: typed and lowered once each, and optimised only together with their callers.

Numba optimises every function together with all its callees and emits machine code for it, and does the same again for
each of its callers. Most of our rules are called by other rules only, so nine tenths of that work would be thrown
away. Here such a rule is a *part*: it ends as LLVM's intermediate code. A function that Python calls is a *whole*: it
links its parts, and LLVM optimises them and emits machine code once for each whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from inspect import signature as signature_of
from types import FunctionType
from typing import Any

from numba.core import compiler, event, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.core.typing import templates
from numba.extending import lower_cast

COMPILED = "numba:compile"
"""The event that Numba broadcasts for each function, and this module for each part."""


class _PartLibrary(JITCodeLibrary):
    """The intermediate code of one part, without its callees and without machine code."""

    def finalize(self) -> None:
        self._raise_if_finalized()  # type: ignore[no-untyped-call]
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == "external":
                function.linkage = "linkonce_odr"
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        return self._final_module


class _WholeLibrary(JITCodeLibrary):
    """The code of a function that Python calls, and of all its parts."""

    def finalize(self) -> None:
        own = {function.name for function in self._final_module.functions if not function.is_declaration}
        for library in _closure(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._linking_libraries = []
        for function in self._final_module.functions:
            # Only this code calls the parts: LLVM may change their arguments, and drops those that it has inlined.
            if not function.is_declaration and function.name not in own:
                function.linkage = "internal"
        super().finalize()  # type: ignore[no-untyped-call]


def _closure(libraries: Sequence[Any]) -> Iterator[Any]:
    """Libraries and their direct and indirect callees, each once."""
    seen = set()
    waiting = list(libraries)
    while waiting:
        library = waiting.pop()
        if library in seen:
            continue
        seen.add(library)
        yield library
        if isinstance(library, _PartLibrary):
            waiting.extend(library._linking_libraries)


class WholeCompiler(compiler.Compiler):
    """Numba's compiler for a function that Python calls."""

    code_class: type[JITCodeLibrary] = _WholeLibrary

    def compile_extra(self, func: FunctionType) -> Any:
        code = self.code_class(self.state.targetctx.codegen(), func.__qualname__)
        code.enable_object_caching()  # type: ignore[no-untyped-call]
        self.state["library"] = code
        return super().compile_extra(func)  # type: ignore[no-untyped-call]


class _PartCompiler(WholeCompiler):
    code_class = _PartLibrary


class Part:
    """A rule as other compiled rules call it.

    To Numba's type inference it looks like a dispatcher, so calls are typed and lowered as those of ``numba.njit`` are.

    Args:
        function: the rule, in a namespace where the rules that it calls are parts too.
        options: as ``numba.njit`` takes them.
    """

    is_compiling = False

    def __init__(self, function: FunctionType, options: dict[str, Any]) -> None:
        self.py_func = function
        self._signature = signature_of(function)
        self._options = options
        self._lowered: dict[tuple[Any, ...], tuple[Any, object]] = {}
        """By the types of the arguments: the signature, and the key of the implementation."""

    @property
    def _numba_type_(self) -> Any:
        return types.Dispatcher(self)

    @property
    def nopython_signatures(self) -> list[Any]:
        """All signatures so far."""
        return [signature for signature, _ in self._lowered.values()]

    def get_call_template(self, args: Sequence[Any], kws: dict[str, Any]) -> tuple[Any, Any, Sequence[Any], Any]:
        """Type a call; Numba asks for this at each call that it meets.

        Returns:
            A template with the one signature that fits, the Python signature, and the arguments by position.
        """
        given = self._signature.bind(*args, **kws).args
        widened = tuple(map(_widened, given))
        with global_compiler_lock:
            if widened not in self._lowered:
                self._lowered[widened] = self._lower(widened)
        signature, _ = self._lowered[widened]
        name = self.py_func.__name__
        template = templates.make_concrete_template(name, key=name, signatures=[signature])  # type: ignore[no-untyped-call]
        return template, self._signature, given, {}

    def get_overload(self, sig: Any) -> object:
        """The key under which the target context finds the implementation."""
        return self._lowered[tuple(sig)][1]

    def _lower(self, kinds: tuple[Any, ...]) -> tuple[Any, object]:
        flags: Any = compiler.Flags()  # type: ignore[no-untyped-call]
        options = {**self._options, "nopython": True, "boundscheck": None}
        cpu_target.options.parse_as_flags(flags, options)  # type: ignore[no-untyped-call]
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        with event.trigger_event(COMPILED, data={"dispatcher": self, "args": kinds, "return_type": None}):
            result = compiler.compile_extra(  # type: ignore[no-untyped-call]
                cpu_target.typing_context,
                cpu_target.target_context,
                self.py_func,
                kinds,
                None,
                flags,
                {},
                pipeline_class=_PartCompiler,
            )
        key = object()
        cpu_target.target_context.insert_user_function(key, result.fndesc, [result.library])
        return result.signature, key


def _widened(given: Any) -> Any:
    """The type that a part takes for an argument: one for all integers and one for all arrays of a kind of entry.

    Without it a rule that is called with a number of eight bits here and of sixteen there would be compiled twice.
    """
    kind: Any = types.unliteral(given)  # type: ignore[no-untyped-call]
    if kind in types.signed_domain:
        return types.int64
    if isinstance(kind, types.NestedArray):
        return types.Array(kind.dtype, kind.ndim, "C")
    return kind


@lower_cast(types.NestedArray, types.Array)  # type: ignore[untyped-decorator, no-untyped-call]
def _nested_to_array(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    """Pass an array that lies in a record as an ordinary one: as a value it is, only its type knows the length too."""
    return value
