"""The kinds of values of a rule with the C type of each, C expressions, the bounds of arithmetic, declarations in C.

A rule's annotations name them: ``int``, ``bool``, ``float``, a declared class
(:class:`~edokko.rules.engine.fields.Fields`), ``list[...]`` of one of these, a ``NamedTuple`` of such values.
``Annotated[list[int], Cells("i1")]`` names the width of the numbers that a caller passes from outside; a list without
a width holds 64 bits.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from inspect import get_annotations
from types import FunctionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from edokko.rules.engine.fields import Cells, Fields

WORD = 64
LOWEST, HIGHEST = -(1 << (WORD - 1)), (1 << (WORD - 1)) - 1
C_NUMBERS = {
    "i1": "int8_t",
    "i2": "int16_t",
    "i4": "int32_t",
    "i8": "int64_t",
    "b1": "uint8_t",
    "f4": "float",
    "f8": "double",
}
"""The C type of each width of numbers; ``b1`` is a flag of NumPy."""
WIDTH_NAMES = {"i1": "int8", "i2": "int16", "i4": "int32", "i8": "int64", "b1": "flag", "f4": "float", "f8": "double"}
SHAPES = ("", "Row", "Grid", "Cube")
"""The word for an array of each number of dimensions, in the names of C types."""


class UnknownKind(TypeError):
    """An annotation that has no C type."""


@dataclass(frozen=True, slots=True)
class Int:
    """A whole number between two bounds, which decide whether C can compute with 32 bits."""

    low: int = LOWEST
    high: int = HIGHEST

    @property
    def is_narrow(self) -> bool:
        """Whether every value fits into 32 bits."""
        return self.low >= -(1 << 31) and self.high < 1 << 31


@dataclass(frozen=True, slots=True)
class Bool:
    """A truth value: 0 or 1."""

    low: int = 0
    high: int = 1
    is_narrow: bool = True


@dataclass(frozen=True, slots=True)
class Real:
    """A number of double precision."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """What a rule without a result returns."""


_TYPES: dict[str, type] = {}
"""The classes that have a C type, by its name."""


def type_name(cls: type) -> str:
    """Return the name of a class in C: its own, with a number if another class has that name."""
    name, number = cls.__name__, 1
    while _TYPES.setdefault(name, cls) is not cls:
        number += 1
        name = f"{cls.__name__}{number}"
    return name


@dataclass(frozen=True, slots=True)
class Record:
    """A value of a declared class, passed as a pointer."""

    cls: type[Fields]


@dataclass(frozen=True, slots=True)
class Array:
    """An array: of numbers of one width, or of values of a declared class.

    Attributes:
        element: the width, a key of ``C_NUMBERS``, or the class.
        dimensions: one to three.
    """

    element: str | type[Fields]
    dimensions: int

    @property
    def name(self) -> str:
        """The name of its C type."""
        return f"{element_name(self.element)}_{SHAPES[self.dimensions]}"

    @property
    def item(self) -> Kind:
        """The kind of one element."""
        return kind_of_element(self.element)

    @property
    def inner(self) -> Kind:
        """The kind of what one index selects."""
        return self.item if self.dimensions == 1 else Array(self.element, self.dimensions - 1)


@dataclass(frozen=True, slots=True)
class Group:
    """A ``NamedTuple``, passed as a pointer to a structure that does not change."""

    cls: type[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Pair:
    """A plain tuple of numbers, passed by value."""

    items: tuple[Kind, ...]

    @property
    def name(self) -> str:
        """The name of its C type."""
        return "Tuple_" + "_".join("double" if isinstance(item, Real) else "int64" for item in self.items)


@dataclass(frozen=True, slots=True)
class Constants:
    """A tuple of numbers that a module declares."""

    name: str
    values: tuple[int | float, ...]

    @property
    def element(self) -> str:
        """The narrowest width that holds all of its numbers."""
        if any(isinstance(value, float) for value in self.values):
            return "f8"
        low, high = min(self.values), max(self.values)
        return next(f"i{size}" for size in (1, 2, 4, 8) if -(1 << 8 * size - 1) <= low and high < 1 << 8 * size - 1)

    @property
    def item(self) -> Kind:
        """The kind of one element."""
        if self.element == "f8":
            return Real()
        return Int(int(min(self.values)), int(max(self.values)))


Kind = Int | Bool | Real | Nothing | Record | Array | Group | Pair | Constants
Whole = Int | Bool
Number = Int | Bool | Real


def element_name(element: str | type[Fields]) -> str:
    """Return the name of an element in the names of C types."""
    return WIDTH_NAMES[element] if isinstance(element, str) else type_name(element)


def element_type(element: str | type[Fields]) -> str:
    """Return the C type of an element."""
    return C_NUMBERS[element] if isinstance(element, str) else type_name(element)


def kind_of_element(element: str | type[Fields]) -> Kind:
    """Return the kind of an element of an array or of a field."""
    if not isinstance(element, str):
        return Record(element)
    if element in ("f4", "f8"):
        return Real()
    if element == "b1":
        return Bool()
    bits = 8 * int(element[1])
    return Int(-(1 << bits - 1), (1 << bits - 1) - 1)


def c_type(kind: Kind) -> str:
    """Return the C type of a parameter, a local variable or a result."""
    match kind:
        case Int():
            return "int32_t" if kind.is_narrow else "int64_t"
        case Bool():
            return "int"
        case Real():
            return "double"
        case Nothing():
            return "void"
        case Record():
            return f"{type_name(kind.cls)} *"
        case Array() | Pair():
            return kind.name
        case Group():
            return f"const {type_name(kind.cls)} *"
    raise UnknownKind(f"{kind} has no C type")


def declare(kind: Kind, name: str) -> str:
    """Return the C declaration of a name."""
    text = c_type(kind)
    return text + name if text.endswith("*") else f"{text} {name}"


def kind_of_annotation(annotation: Any) -> Kind:
    """Return the kind that an evaluated annotation names.

    Raises:
        UnknownKind: it names none.
    """
    cells: Cells | None = None
    if get_origin(annotation) is Annotated:
        cells = next((data for data in annotation.__metadata__ if isinstance(data, Cells)), None)
        annotation = annotation.__origin__
    if annotation is int and cells:
        return kind_of_element(cells.type)
    dimensions = 0
    while get_origin(annotation) is list:
        [annotation] = get_args(annotation)
        dimensions += 1
    if dimensions:
        return Array(_element(annotation, cells), dimensions)
    if annotation in (None, type(None)):
        return Nothing()
    if get_origin(annotation) is tuple:
        return Pair(tuple(map(kind_of_annotation, get_args(annotation))))
    if isinstance(annotation, type):
        if issubclass(annotation, Fields):
            return Record(annotation)
        if issubclass(annotation, tuple) and hasattr(annotation, "_fields"):
            return Group(annotation)
        if annotation in _SCALARS:
            return _SCALARS[annotation]
    raise UnknownKind(f"{annotation} has no C type")


_SCALARS: dict[type, Kind] = {int: Int(), bool: Bool(), float: Real()}
_DEFAULT_WIDTHS = {int: "i8", bool: "b1", float: "f8"}


def _element(annotation: Any, cells: Cells | None) -> str | type[Fields]:
    if isinstance(annotation, type) and issubclass(annotation, Fields):
        return annotation
    if annotation in _DEFAULT_WIDTHS:
        return cells.type if cells else _DEFAULT_WIDTHS[annotation]
    raise UnknownKind(f"a list of {annotation} has no C type")


@cache
def members_of(cls: type[tuple[Any, ...]]) -> dict[str, Kind]:
    """Return the kinds of a ``NamedTuple``'s members, by name."""
    hints = get_type_hints(cls, include_extras=True)
    return {name: kind_of_annotation(hints[name]) for name in get_annotations(cls)}


@cache
def signature_of(function: FunctionType) -> tuple[dict[str, Kind], Kind]:
    """Return the kinds of a rule's parameters by name, and of its result.

    Raises:
        UnknownKind: an annotation has no C type.
    """
    kinds = {}
    for name, annotation in get_type_hints(function, include_extras=True).items():
        try:
            kinds[name] = kind_of_annotation(annotation)
        except UnknownKind as error:
            code = function.__code__
            where = f"{code.co_filename}:{code.co_firstlineno}"
            raise UnknownKind(f"{where}: {name} of {function.__qualname__}: {error}") from None
    return kinds, kinds.pop("return", Nothing())


ATOM, UNARY, TERM, SUM, COMPARISON, AND, OR, CHOICE, BITS = range(9)
"""How tightly the outermost operator of a C expression binds, the tightest first. ``BITS``, the shifts and the
operators on bits, come last, because they are always in parentheses within another expression."""
_C_WORDS = """
    auto break case char const continue default do double else enum extern float for goto if inline int long register
    restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
"""
C_WORDS = frozenset(_C_WORDS.split())
"""The words of C that no variable can have as its name."""

ARITHMETIC = {
    ast.Add: ("+", SUM),
    ast.Sub: ("-", SUM),
    ast.Mult: ("*", TERM),
    ast.BitAnd: ("&", BITS),
    ast.BitOr: ("|", BITS),
    ast.BitXor: ("^", BITS),
    ast.LShift: ("<<", BITS),
    ast.RShift: (">>", BITS),
}
"""The operators that C shares, with their levels."""
COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


@dataclass(frozen=True, slots=True)
class Value:
    """A C expression."""

    text: str
    kind: Kind
    level: int = ATOM

    @property
    def is_new(self) -> bool:
        """Whether this is the address of a group that the expression makes."""
        return self.text.startswith("&VALUE(")

    def within(self, level: int) -> str:
        """Return the text as an operand of an operator that needs a level, in parentheses if necessary."""
        return self.text if self.level <= level else f"({self.text})"

    @property
    def pointed(self) -> str:
        """The text of a pointer with the operator that selects a member of what it points to."""
        if self.text.startswith("&") and not self.is_new:
            return f"{self.text[1:]}."
        return f"{self.within(ATOM)}->"


def c_name(name: str) -> str:
    """Return the name of a local variable in C."""
    return f"{name}_" if name in C_WORDS else name


def integer(value: int) -> str:
    """Return a whole number in C."""
    if -(1 << 31) < value < 1 << 31:
        return str(value)
    return "INT64_MIN" if value == LOWEST else f"INT64_C({value})"


def cast(value: Value, to: str, kind: Kind) -> Value:
    """Return a value converted to another C type."""
    return Value(f"({to}){value.within(UNARY)}", kind, UNARY)


def clamped(low: int, high: int) -> Int:
    """Return the bounds of a result; any number if it can leave 64 bits, because it then wraps."""
    return Int(low, high) if low >= LOWEST and high <= HIGHEST else Int()


def bounds(operator: ast.operator, a: Whole, b: Whole) -> Int:
    """Return the bounds of an operation on whole numbers."""
    match operator:
        case ast.Add():
            return clamped(a.low + b.low, a.high + b.high)
        case ast.Sub():
            return clamped(a.low - b.high, a.high - b.low)
        case ast.Mult():
            products = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            return clamped(min(products), max(products))
        case ast.BitAnd():
            highs = [x.high for x in (a, b) if x.low >= 0]
            return Int(0, min(highs)) if highs else Int()
        case ast.BitOr() | ast.BitXor() if a.low >= 0 and b.low >= 0:
            return Int(0, (1 << max(a.high, b.high).bit_length()) - 1)
        case ast.LShift() if b.low >= 0 and b.high < 63:
            return clamped(min(a.low << b.low, a.low << b.high), max(a.high << b.low, a.high << b.high))
        case ast.RShift():
            return Int(min(a.low, 0) if a.low < 0 else 0, max(a.high, 0))
    return Int()


def quotient(a: Whole, b: Whole) -> Int:
    """Return the bounds of ``a // b``."""
    return Int(min(a.low, 0), max(a.high, 0)) if b.low > 0 else Int()


def remainder(b: Whole) -> Int:
    """Return the bounds of ``a % b``."""
    return Int(0, b.high - 1) if b.low > 0 else Int()


class Declarations(ABC):
    """The declarations of a C file, as its functions ask for them while they are translated.

    ``is_checked`` says whether every index is checked, and a wrong one ends the call with an error.
    """

    def __init__(self, is_checked: bool) -> None:
        self.is_checked = is_checked
        self._constants: dict[str, tuple[str, Any]] = {}
        self._tables: dict[str, Constants] = {}
        self._types: dict[Kind, str] = {}
        self._places: list[str] = []

    @abstractmethod
    def called(self, function: FunctionType, kinds: tuple[Kind, ...]) -> tuple[str, Kind]:
        """Return the name and the result of the C function of a rule for the kinds of its arguments."""

    def constant(self, name: str, value: int | float) -> Value:
        """Return a number that a module declares, by its name where that is clear."""
        known = self._constants.setdefault(name, (number_text(value), value))
        if known[0] != number_text(value):
            name = next(f"{name}_{count}" for count in range(2, 99) if self._is_free(f"{name}_{count}", value))
            self._constants[name] = (number_text(value), value)
        if isinstance(value, bool):
            return Value(name, Bool())
        return Value(name, Int(value, value) if isinstance(value, int) else Real())

    def _is_free(self, name: str, value: int | float) -> bool:
        return self._constants.get(name, (number_text(value), value))[0] == number_text(value)

    def constants(self, name: str, values: tuple[int | float, ...]) -> Value:
        """Return a tuple of numbers that a module declares."""
        number = 1
        while self._tables.get(name, Constants(name, values)).values != values:
            number += 1
            name = f"{name.rstrip('0123456789_')}_{number}"
        kind = self._tables.setdefault(name, Constants(name, values))
        return Value(name, kind)

    def place(self, place: str) -> int:
        """Return the number of a place in the Python source, which a failed check reports."""
        if place not in self._places:
            self._places.append(place)
        return self._places.index(place)

    def use(self, kind: Kind) -> None:
        """Declare a type before the functions."""
        if kind in self._types:
            return
        match kind:
            case Record(cls):
                self._types[kind] = _structure_of(cls)
            case Array(element, dimensions):
                if not isinstance(element, str):
                    self.use(Record(element))
                sizes = ", ".join(f"n{number}" for number in range(dimensions))
                self._types[kind] = f"typedef struct {{ {element_type(element)} *p; int64_t {sizes}; }} {kind.name};"
            case Group(cls):
                for member in members_of(cls).values():
                    self.use(member)
                members = "".join(f"    {_member(member, c_name(name))};\n" for name, member in members_of(cls).items())
                self._types[kind] = f"typedef struct {{\n{members}}} {type_name(cls)};"
            case Pair(items):
                members = " ".join(f"{_wide(item)} m{number};" for number, item in enumerate(items))
                self._types[kind] = f"typedef struct {{ {members} }} {kind.name};"


def number_text(value: int | float) -> str:
    """Return a number in C."""
    if isinstance(value, bool):
        return str(int(value))
    text = integer(value) if isinstance(value, int) else repr(value)
    return f"({text})" if value < 0 else text


def _structure_of(cls: type[Fields]) -> str:
    """Return the C structure of a declared class, which has the layout of its records."""
    members = "".join(
        f"    {element_type(cells.type)} {c_name(name)}{''.join(f'[{size}]' for size in cells.shape)};\n"
        for name, cells in cls.cells.items()
    )
    size = cls.size
    return (
        f"typedef struct {{\n{members}}} {type_name(cls)};\n"
        f"typedef char {type_name(cls)}_has_{size}_bytes[sizeof({type_name(cls)}) == {size} ? 1 : -1];"
    )


def _member(kind: Kind, name: str) -> str:
    """Return a member of a group: other groups lie within it."""
    return f"{type_name(kind.cls)} {name}" if isinstance(kind, Group) else declare(kind, name)


def _wide(kind: Kind) -> str:
    return "double" if isinstance(kind, Real) else "int64_t"
