"""Rules as other compiled rules call them: typed and lowered once each, and optimised only together with their callers.

By default Numba optimises every function together with all its callees and emits machine code for it, then repeats that
for each caller. Most rules are called only by other rules, so nine tenths of that work would be wasted.
Here such a rule is a *part*: Numba stops at LLVM's intermediate code. A function that Python calls is an *entry point*:
it links its parts, and LLVM optimises them and emits machine code once per entry point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from inspect import signature as signature_of
from operator import attrgetter
from types import FunctionType
from typing import Any

from numba.core import compiler, event, ir, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.registry import cpu_target
from numba.core.typed_passes import NopythonTypeInference
from numba.core.typing import templates
from numba.extending import lower_cast

_descriptor_and_code = attrgetter("fndesc", "library")
"""What the target context needs of a compilation's result."""
COMPILED = "numba:compile"
"""The event that Numba broadcasts for each function that it compiles, and this module for each part."""


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


class _EntryPointLibrary(JITCodeLibrary):
    """The code of a function that Python calls, linked with all its parts."""

    def finalize(self) -> None:
        own = {function.name for function in self._final_module.functions if not function.is_declaration}
        for library in _transitive(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._linking_libraries = []
        for function in self._final_module.functions:
            # No other code calls the parts, so LLVM may change their arguments and drop those that it has inlined.
            if not function.is_declaration and function.name not in own:
                function.linkage = "internal"
        super().finalize()  # type: ignore[no-untyped-call]


def _transitive(libraries: Sequence[Any]) -> Iterator[Any]:
    """Yield libraries and their direct and indirect callees, each once."""
    visited = set()
    pending = list(libraries)
    while pending:
        library = pending.pop()
        if library in visited:
            continue
        visited.add(library)
        yield library
        if isinstance(library, _PartLibrary):
            pending.extend(library._linking_libraries)


@register_pass(mutates_CFG=False, analysis_only=False)  # type: ignore[no-untyped-call]
class _UnsignedIndexes(FunctionPass):
    """Take every index of an array as unsigned.

    Numba lets a signed index below 0 count from the end, which costs a test and a choice for every access. No rule
    uses such an index, and with bounds checks it raises ``IndexError``.
    """

    _name = "unsigned_indexes"

    def __init__(self) -> None:
        # The base class stays abstract without this constructor.
        super().__init__()  # type: ignore[no-untyped-call]

    def run_pass(self, state: Any) -> bool:
        for block in state.func_ir.blocks.values():
            for access in (*block.find_exprs("getitem"), *block.find_insts(ir.SetItem)):
                signature = state.calltypes[access]
                array, index, *value = signature.args
                if isinstance(array, types.Array) and index in types.signed_domain:
                    del state.calltypes[access]  # An existing entry cannot be overwritten.
                    state.calltypes[access] = signature.replace(args=(array, types.uintp, *value))
        return True


class EntryPointCompiler(compiler.Compiler):
    """Numba's compiler for a function that Python calls."""

    code_class: type[JITCodeLibrary] = _EntryPointLibrary

    def define_pipelines(self) -> list[Any]:
        [pipeline] = super().define_pipelines()  # type: ignore[no-untyped-call]
        pipeline.add_pass_after(_UnsignedIndexes, NopythonTypeInference)
        pipeline.finalize()
        return [pipeline]

    def compile_extra(self, func: FunctionType) -> Any:
        code = self.code_class(self.state.targetctx.codegen(), func.__qualname__)
        code.enable_object_caching()  # type: ignore[no-untyped-call]
        self.state["library"] = code
        return super().compile_extra(func)  # type: ignore[no-untyped-call]


class _PartCompiler(EntryPointCompiler):
    code_class = _PartLibrary


class Part:
    """A rule as other compiled rules call it.

    Numba's type inference treats it as a dispatcher, so it types and lowers calls as for ``numba.njit``.

    Args:
        function: the rule, in a namespace where the rules that it calls are parts too.
        options: the options of ``numba.njit``.
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
        """All signatures compiled so far."""
        return [signature for signature, _ in self._lowered.values()]

    def get_call_template(self, args: Sequence[Any], kws: dict[str, Any]) -> tuple[Any, Any, Sequence[Any], Any]:
        """Type a call; Numba's type inference calls this for each call site.

        Returns:
            A template with the one matching signature, the Python signature, and the arguments by position.
        """
        arguments = self._signature.bind(*args, **kws).args
        widened = tuple(map(_widen, arguments))
        with global_compiler_lock:
            if widened not in self._lowered:
                self._lowered[widened] = self._lower(widened)
        signature, _ = self._lowered[widened]
        name = self.py_func.__name__
        template = templates.make_concrete_template(name, key=name, signatures=[signature])  # type: ignore[no-untyped-call]
        return template, self._signature, arguments, {}

    def get_overload(self, sig: Any) -> object:
        """Return the key of the implementation in the target context."""
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
        descriptor, code = _descriptor_and_code(result)
        cpu_target.target_context.insert_user_function(key, descriptor, [code])
        return result.signature, key


def _widen(argument: Any) -> Any:
    """Return a part's type for an argument: one for all integers, and one for all arrays of an element type.

    Otherwise a rule called with ``int8`` at one place and ``int16`` at another would be compiled twice.
    """
    kind: Any = types.unliteral(argument)  # type: ignore[no-untyped-call]
    if kind in types.signed_domain:
        return types.int64
    if isinstance(kind, types.NestedArray):
        return types.Array(kind.dtype, kind.ndim, "C")
    return kind


@lower_cast(types.NestedArray, types.Array)  # type: ignore[untyped-decorator, no-untyped-call]
def _nested_to_array(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    """Cast an array field of a record to an ordinary array: the value is the same, only its type has no length."""
    return value
