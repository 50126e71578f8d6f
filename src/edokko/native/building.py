"""Making libraries and C files: of the package's own entry points, and of those of other packages."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

from edokko.components import EDITIONS, load
from edokko.native import compiler
from edokko.native.libraries import PACKAGE, PREFIX, STAMP, Library, hash_of
from edokko.native.program import Program
from edokko.rules.chance import MOST_OUTCOMES
from edokko.rules.engine.registry import ENTRY_POINTS
from edokko.rules.moves import MOST_LEGAL, MOVES
from edokko.rules.scoring import LINE_COUNT
from edokko.rules.state import ABSENT, SEATS
from edokko.rules.tables import tables_for

SIZES = {"MOVES": MOVES, "MOST_LEGAL": MOST_LEGAL, "MOST_OUTCOMES": MOST_OUTCOMES, "SEATS": SEATS}
SIZES |= {"LINE_COUNT": LINE_COUNT, "ABSENT": ABSENT}
"""The numbers that a caller in C needs for its arrays."""


def build(functions: Iterable[Callable[..., Any]], folder: Path, *more: str, is_checked: bool = False) -> Library:
    """Translate and compile entry points, unless the folder has their library already.

    Args:
        functions: entry points; the rules that they call are translated along.
        folder: where the library is kept.
        more: what the compiler is told besides :func:`edokko.native.compiler.flags`.

    Raises:
        NotTranslatable: a rule is written outside the subset.
        CompilerFailed: there is no C compiler, or it fails.
    """
    source = Program(functions, is_checked=is_checked).source()
    words = compiler.command()
    told = " ".join([*words, *compiler.flags(tuple(words)), *more])
    name = hashlib.sha256(f"{told}\n{source}".encode()).hexdigest()[:16]
    target = folder / f"engine-{name}{compiler.SUFFIX}"
    if not target.exists():
        folder.mkdir(parents=True, exist_ok=True)
        compiler.compile_library(source, target, *more)
    return Library(target)


def make(
    targets: Mapping[Path, Sequence[str]],
    *,
    wasm: Path | None = None,
    optional: Collection[Path] = (),
    is_checked: bool = False,
) -> None:
    """Translate the engine of this package and compile it, in a process that has imported nothing else of it.

    A library gets the names and the hash of the modules that this process has imported, and of the data beside them.

    Args:
        targets: the libraries, each with further flags of the compiler.
        wasm: one more, of WebAssembly.
        optional: libraries that the compiler may refuse; a line on standard error says so.

    Raises:
        NotTranslatable: a rule is written outside the subset.
        CompilerFailed: there is no C compiler, or it fails.
        OSError: the folder cannot be written.
    """
    source = Program(entry_points(), is_checked=is_checked).source()
    modules = [module.__file__ for name, module in sys.modules.items() if name.partition(".")[0] == "edokko"]
    used = [*map(Path, filter(None, modules)), *PACKAGE.glob("components/*.toml"), *PACKAGE.glob("native/*.h")]
    names = sorted({path.relative_to(PACKAGE).as_posix() for path in used if path.is_relative_to(PACKAGE)})
    whole = f"{source}\n{_stamp(names)}"
    with ThreadPoolExecutor() as pool:
        builds = {
            target: pool.submit(compiler.compile_library, whole, target, *flags) for target, flags in targets.items()
        }
        if wasm:
            builds[wasm] = pool.submit(compiler.compile_wasm, whole, wasm)
    for target, done in builds.items():
        try:
            done.result()
        except compiler.CompilerFailed as error:
            if target not in optional:
                raise
            print(f"edokko: without {target.name}: {error}", file=sys.stderr)


def _stamp(names: Sequence[str]) -> str:
    """Return the C constant by which :func:`edokko.native.libraries.is_current` knows what a library was made from."""
    text = b"\n".join([STAMP, hash_of(names).encode(), *(name.encode() for name in names)])
    return f"EDOKKO_API const char {PREFIX}stamp[] = {{{', '.join(map(str, text))}, 0}};\n"


def sources() -> dict[str, str]:
    """Return the C files of the engine by their names: the header ``edokko.h`` and ``edokko.c``.

    They need no other header than ``<stdint.h>`` and no library. ``edokko_tables()`` gives the components.
    """
    program = Program(entry_points())
    sizes = "\n".join(f"#define {PREFIX.upper()}{name} ({value})" for name, value in SIZES.items())
    head = f"const Tables *{PREFIX}tables(int64_t edition, int64_t players)"
    note = "/* The components of an edition for 2 to 4 players; 0 if there is none. */"
    header = program.header(f"{sizes}\n\n{note}\n{head};")
    components = _components(f"{note}\nEDOKKO_API {head}")
    return {"edokko.h": header, "edokko.c": f"{program.source()}\n{components}"}


def _components(head: str) -> str:
    """Return the C function that returns the components, below their data."""
    rows = ",\n".join(
        f"    {{{edition}, {players}, {_initializer(tables_for(load(edition), players))}}}"
        for edition in EDITIONS
        for players in (2, 3, 4)
    )
    return f"""static const struct {{
    int64_t edition, players;
    Tables tables;
}} components[] = {{
{rows},
}};

{head} {{
    for (int place = 0; place < (int)(sizeof components / sizeof *components); place++) {{
        if (components[place].edition == edition && components[place].players == players) {{
            return &components[place].tables;
        }}
    }}
    return 0;
}}
"""


def _initializer(value: Any) -> str:
    """Return the C initialiser of a declared class's value, of a list or of a number."""
    if isinstance(value, list):
        return f"{{{', '.join(map(_initializer, value))}}}"
    return str(int(value)) if isinstance(value, int) else f"{{{', '.join(_initializer(v) for _, v in value.items())}}}"


def entry_points() -> list[FunctionType]:
    """Import every module of the package that defines entry points; return these, sorted by name.

    Raises:
        ValueError: two of them have the same name.
    """
    for path in sorted(PACKAGE.rglob("*.py")):
        if "\n@entry_point\n" in path.read_text(encoding="utf-8"):
            import_module(".".join(("edokko", *path.relative_to(PACKAGE).with_suffix("").parts)))
    own = [function for function in ENTRY_POINTS if function.__module__.startswith("edokko.")]
    by_name: dict[str, FunctionType] = {}
    for function in own:
        other = by_name.setdefault(function.__name__, function)
        if other is not function:
            raise ValueError(
                f"two entry points are called {function.__name__}: {other.__module__}, {function.__module__}"
            )
    return [by_name[name] for name in sorted(by_name)]
