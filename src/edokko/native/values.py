"""C expressions as text with what must be known of them, and the arithmetic of their bounds."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from edokko.native.kinds import HIGHEST, LOWEST, Int, Kind, Whole

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
