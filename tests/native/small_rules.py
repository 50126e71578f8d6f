"""Rules that are no part of the game: each uses one construct of the subset, for the tests of the translator."""

from __future__ import annotations

from math import sqrt
from typing import Annotated, NamedTuple

from edokko.rules.engine.bits import first_of
from edokko.rules.engine.fields import Cells, Fields, Int8s, Int16Rows, Int32, fields
from edokko.rules.engine.registry import rule

EIGHT = 8
STEP = -2
SQUARES = (1, 4, 9, 16, 25)
HALVES = (0.5, 1.5)
LARGE = 0xFFFFFFFF


@fields
class Box(Fields):
    """A record."""

    wide: Annotated[int, Cells("i8")]
    share: Annotated[float, Cells("f8")]
    row: Annotated[list[int], Cells("i1", (4,))]
    grid: Annotated[list[list[int]], Cells("i2", (2, 3))]
    short: Annotated[int, Cells("i1")]


class Pack(NamedTuple):
    """A group."""

    boxes: list[Box]
    small: Int8s
    amount: int


class Crate(NamedTuple):
    """A group within a group."""

    pack: Pack
    numbers: list[int]


@rule
def tick(numbers: list[int]) -> int:
    """Count calls in the first number; return the count."""
    numbers[0] += 1
    return numbers[0]


@rule
def total_of(numbers: list[int]) -> int:
    """Return a sum."""
    total = 0
    for number in numbers:
        total += number
    return total


@rule
def in_order(numbers: list[int]) -> int:
    """Evaluate operands from left to right."""
    first = tick(numbers) * 100 + tick(numbers) * 10 + numbers[0]
    second = numbers[0] * 10 + tick(numbers)
    return first * 1000 + second


@rule
def arguments_in_order(numbers: list[int]) -> int:
    """Evaluate arguments from left to right."""
    return three(tick(numbers), numbers[0], tick(numbers))


@rule
def three(a: int, b: int, c: int = 7) -> int:
    """Join three digits."""
    return a * 100 + b * 10 + c


@rule
def by_default(a: int) -> int:
    """Call with a default and with names."""
    return three(a, 2) * 1000 + three(c=1, a=a, b=3)


@rule
def target_after_value(numbers: list[int]) -> int:
    """Evaluate the value before the index of the target, and read the target before the value is added."""
    numbers[numbers[0]] = tick(numbers)
    numbers[0] += tick(numbers)
    return total_of(numbers)


@rule
def needed_only(numbers: list[int], a: int) -> int:
    """Evaluate the later operands of and and or only if they are needed."""
    if a > 0 and tick(numbers) > 0 and tick(numbers) < 100:
        numbers[1] += 1
    if a > 0 or tick(numbers) > 5:
        numbers[2] += 1
    kept = a > 2 and tick(numbers) == 3
    return numbers[0] * 1000 + numbers[1] * 100 + numbers[2] * 10 + int(kept)


@rule
def while_with_calls(numbers: list[int]) -> int:
    """Test a condition that writes before every pass."""
    passes = 0
    while tick(numbers) < EIGHT and passes < 100:
        if numbers[0] == 3:
            continue
        passes += 1
    return passes


@rule
def ranges(a: int, b: int) -> int:
    """Count up, down, and with a bound that changes meanwhile."""
    total = 0
    for number in range(a, b):
        total = total * 3 + number
    for number in range(b, a, -1):
        total = total * 3 + number
    for number in range(b, a, STEP):
        total = total * 3 + number
    end = a
    for number in range(end):
        end = b
        total = total * 3 + number
        if total > 100000:
            break
    for _ in range(2):
        total += 1
    return total


@rule
def last_seen(a: int) -> int:
    """Read a loop variable after its loop."""
    number = -1
    for number in range(a):
        if number == 4:
            break
    return number


@rule
def divisions(a: int, b: int) -> int:
    """Round down, as Python does."""
    return a // b * 1000 + a % b


@rule
def eighths(a: int, small: Int8s) -> int:
    """Round down also where the divisor is a power of two."""
    return a // EIGHT * 100 + a % EIGHT * 10 + small[0] // 4 - small[1] % 4 + a // 1 + a % 1 - (a + 1) // 2


@rule
def bits(a: int, b: int) -> int:
    """Use the operators on bits, with the precedence of Python."""
    shifted = 1 << EIGHT * 4
    return (a & 3 == b & 3) + (a | b << 2 ^ 5) * 10 + (~a & LARGE) + (shifted >> 3) + first_of(b + 8)


@rule
def wide_products(small: list[int]) -> int:
    """Multiply small numbers beyond 32 bits."""
    product = small[0] * small[1] * small[0] * small[1] * small[0]
    for _ in range(3):
        product = product * 127
    return product + (small[0] << 40) - small[1]


@rule
def narrow_sum(small: Int8s, numbers: list[int]) -> int:
    """Add up in 32 bits."""
    total: Int32 = 0
    for place in range(len(small)):
        total += small[place] * numbers[place] * 1000
    return total * total


@rule
def wraps(a: int) -> int:
    """Leave 64 bits and come back within the mask."""
    return (a * 0x1E3779B97F4A7C15 ^ a << 7) & LARGE


@rule
def reals(a: int, b: float) -> float:
    """Mix whole numbers and reals."""
    half = a / 2
    most = max(half, b, 1.5)
    least = min(b, a)
    return most * 3.0 - least + (HALVES[0] if a > 3 else HALVES[1]) + float(a) / (a * a + 1) + abs(-b)


@rule
def lengths(a: int, b: float) -> float:
    """Draw roots."""
    return sqrt(a * a) + sqrt(b * b + 2.0) * sqrt(float(a * a))


@rule
def chains(a: int, b: int) -> int:
    """Compare in chains and with tuples."""
    count = 0
    if 0 <= a < b <= 9:
        count += 1
    if a in (1, b, 5):
        count += 10
    if a not in (2, 3):
        count += 100
    if not a:
        count += 1000
    return count + (a > b) + (a == b)


@rule
def tables(a: int) -> int:
    """Read constant tuples."""
    total = len(SQUARES)
    for square in SQUARES:
        total += square
    for number in (a, 2, a * a):
        total += number
    return total + SQUARES[a % 5]


@rule
def pair(a: int, b: int) -> tuple[int, float]:
    """Return two numbers."""
    return a + b, a / 2


@rule
def unpacked(a: int, b: int) -> float:
    """Unpack and swap."""
    total, half = pair(a, b)
    a, b = b, a
    x, _ = pair(a, 1)
    return total * 100 + half + a * 10 - b + x


@rule
def fill_box(box: Box, a: int) -> int:
    """Write and read the fields of a record."""
    box.wide = a * 1000
    box.share = a / 4
    for place in range(4):
        box.row[place] = a + place
    for row in range(2):
        for column in range(3):
            box.grid[row][column] = row * 10 + column - a
    box.short = -a
    box.short -= 1
    box.row[1] += 2
    box.grid[1][2] *= 3
    line = box.grid[1]
    return total_of(box.row) + total_of(box.grid[0]) * 7 + line[2] + total_of(line) + box.short + cells_of(box.grid)


@rule
def cells_of(grid: list[list[int]]) -> int:
    """Add up a grid with a weight for each place."""
    total = 0
    for row in range(len(grid)):
        for column in range(len(grid[0])):
            total += grid[row][column] * (row * 5 + column)
    return total


@rule
def grids(grid: Int16Rows, small: Int8s) -> int:
    """Read a grid and a row of a caller."""
    grid[0][1] = 300
    row = grid[1]
    row[0] = small[1]
    return cells_of(grid) + total_of(grid[0]) + total_of(small)


@rule
def groups(pack: Pack, numbers: list[int]) -> int:
    """Read a group, make others, and pass them on."""
    boxes, small, count = pack
    fill_box(boxes[0], count)
    crate = Crate(Pack(boxes, small, count + 1), numbers)
    if count > 2:
        crate = Crate(pack, numbers)
    return opened(crate) * 10 + opened(Crate(pack, numbers))


@rule
def opened(crate: Crate) -> int:
    """Read a group within a group."""
    pack = crate.pack
    return pack.amount * 1000 + total_of(crate.numbers) + pack.small[0] + crate.pack.boxes[0].row[2]
