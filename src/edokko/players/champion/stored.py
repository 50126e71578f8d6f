"""The file of a network: NumPy's .npz with layers, outlooks and a description, checked when it is read.

A network corrects an outlook, so its file holds the outlook of each number of players with which it was trained.

It has a policy network beside the value network.

The package may ship one, ``champion.npz`` beside this module. It is read when a champion is asked for, never before.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from math import isfinite, prod
from operator import mul
from pathlib import Path
from typing import Any

from edokko.observation import encoder
from edokko.observation.encoder import CELLS, LARGEST, LAYOUT
from edokko.players.champion.network import LAYERS, ONE, OUTPUTS, POLICY_LAYERS, Layers
from edokko.players.champion.npz import UNREADABLE, read_npz, width_of, write_npz, zeros
from edokko.players.evaluation.outlook import FEATURE_COUNT, Outlook, outlook_for
from edokko.rules.moves import MOVES
from edokko.rules.state import NEW_YEAR

VERSION = 3
"""Raised with every change of how a network computes or of what its file holds."""
LARGEST_FILE = 6_000_000
"""The largest file that is read, in bytes."""
LARGEST_CONTENT = 20_000_000
"""The largest size of all its arrays, in bytes."""
MOST_UNITS = 512
SHIPPED = Path(__file__).with_name("champion.npz")
ABOUT = "about"
PLAYERS = (2, 3, 4)
"""The numbers of players, in the order of the outlooks in a file."""
OUTLOOK = {"base": (NEW_YEAR + 1,), "weight": (NEW_YEAR + 1, FEATURE_COUNT), "spread": (NEW_YEAR + 1,)}
"""The arrays of an outlook and their shapes. In a file they begin with an axis for the number of players."""


class NetworkError(ValueError):
    """A file holds no network that this version can use; the message names the file and the reason."""


def shipped_outlooks() -> dict[int, Outlook]:
    """Return the outlooks of the search."""
    return {players: outlook_for(players) for players in PLAYERS}


@dataclass(frozen=True)
class StoredNetwork:
    """A network with the description of where it comes from.

    Attributes:
        layers: the arrays by the names of :data:`edokko.players.champion.network.LAYERS`.
        policy: the arrays of the policy network by the names of :data:`edokko.players.champion.network.POLICY_LAYERS`.
        outlooks: the outlook that the network corrects, by number of players.
        about: what made it: ``command``, ``seed``, the hash of the ``data``, figures of the training.
    """

    layers: Layers
    policy: Layers
    outlooks: Mapping[int, Outlook] = field(default_factory=shipped_outlooks)
    about: Mapping[str, Any] = field(default_factory=dict)


def write_network(path: Path, network: StoredNetwork) -> None:
    """Write a network to a file, which is replaced as a whole.

    Raises:
        NetworkError: the layers do not fit each other or could overflow.
        OSError: the file cannot be written.
    """
    check_layers(network.layers, str(path))
    check_layers(network.policy, str(path), POLICY_LAYERS)
    outlooks = _arrays_of(network.outlooks)
    _check_outlooks(outlooks, str(path))
    about = {"network": VERSION, "observation": encoder.VERSION, **network.about}
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with temporary.open("xb") as file:
            described = {ABOUT: json.dumps(about, sort_keys=True)}
            write_npz(file, {**network.layers, **network.policy, **outlooks, **described})
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def read_network(path: Path) -> StoredNetwork:
    """Read a network from a file.

    Raises:
        NetworkError: the file is missing, holds something else, or is of another version.
    """
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise NetworkError(f"{path}: not a network: larger than {LARGEST_FILE} bytes")
        with path.open("rb") as file:
            arrays = read_npz(file, LARGEST_CONTENT)
        about = json.loads(arrays[ABOUT])
        layers, policy, outlooks = (
            {name: arrays[name] for name in names if not isinstance(arrays.get(name, ""), str)}
            for names in (LAYERS, POLICY_LAYERS, OUTLOOK)
        )
    except OSError as error:
        raise NetworkError(f"{path}: {error.strerror or error}") from None
    except NetworkError:
        raise
    except UNREADABLE:
        raise NetworkError(f"{path}: not a network") from None
    if not isinstance(about, dict):
        raise NetworkError(f"{path}: not a network")
    _check_versions(about, path)
    check_layers(layers, str(path))
    check_layers(policy, str(path), POLICY_LAYERS)
    _check_outlooks(outlooks, str(path))
    return StoredNetwork(layers, policy, _outlooks_of(outlooks), about)


@cache
def shipped_network() -> StoredNetwork:
    """Return the network of the package.

    Raises:
        NetworkError: the package has none.
    """
    if not is_shipped():
        raise NetworkError("this version of edokko ships no network; name a file: champion:net=FILE")
    return read_network(SHIPPED)


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a network's file.

    Raises:
        OSError: the file cannot be read.
    """
    return hashlib.sha256(path.read_bytes()).hexdigest()


def is_shipped() -> bool:
    """Check whether the package has a network, without reading it."""
    return SHIPPED.is_file()


def empty_network(units: int = 8, inner: int = 4) -> StoredNetwork:
    """Return a network that corrects nothing, and whose policy network prefers no move."""
    arrays = {name: zeros(_width(name), *shape) for name, shape in _shapes_of(units, inner).items()}
    layers, policy = ({name: arrays[name] for name in names} for names in (LAYERS, POLICY_LAYERS))
    return StoredNetwork(layers, policy)


def _shapes_of(units: int, inner: int = 0) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the layers of both networks by the units of the first layer and of the second one."""
    return {
        "first": (CELLS, units + OUTPUTS),
        "first_bias": (units + OUTPUTS,),
        "second": (inner, units),
        "second_bias": (inner,),
        "third": (OUTPUTS, inner),
        "third_bias": (OUTPUTS,),
        "policy_first": (CELLS, units),
        "policy_first_bias": (units,),
        "policy_moves": (MOVES, units),
        "policy_move_bias": (MOVES,),
    }


def _check_versions(about: Mapping[str, Any], path: Path) -> None:
    for name, known in (("network", VERSION), ("observation", encoder.VERSION)):
        if about.get(name) != known:
            version = repr(about.get(name))[:20]
            raise NetworkError(f"{path}: {name} version {version}; this version of edokko reads {known}")


def check_layers(layers: Layers, name: str, parts: Sequence[str] = LAYERS) -> None:
    """Check that the layers of a network fit each other, and that no sum can overflow 32 bits.

    Args:
        name: what the message begins with.
        parts: their names: ``LAYERS`` or ``POLICY_LAYERS``.

    Raises:
        NetworkError: they do not.
    """
    _check_names(layers, parts, name)
    units = [_last(layers[part]) for part in ("second", "second_bias", "policy_first") if part in parts]
    if not all(0 < size <= MOST_UNITS for size in units):
        sizes = " and ".join(map(str, units))
        raise NetworkError(f"{name}: layers of {sizes} units; from 1 to {MOST_UNITS} are possible")
    shapes = _shapes_of(*units)
    _check_shapes(layers, {part: shapes[part] for part in parts}, name)
    for weights, biases in zip(parts[::2], parts[1::2], strict=True):
        bound = _bound_of_cells if weights.endswith("first") else _bound
        if max(bound(layers, weights, biases)) >= 1 << 31:
            raise NetworkError(f"{name}: the sums of the {weights} layer may exceed 32 bits")


def _check_names(layers: Layers, names: Sequence[str], name: str) -> None:
    missing = [layer for layer in names if layer not in layers]
    if missing:
        raise NetworkError(f"{name}: no {', '.join(missing)}")


def _last(layer: Any) -> int:
    """Return the last size of an array, 0 for a single number."""
    shape: Any = memoryview(layer).shape
    return shape[-1] if shape else 0


def _check_shapes(arrays: Layers, shapes: Mapping[str, tuple[int, ...]], name: str) -> None:
    """Check shapes and widths."""
    for part, shape in shapes.items():
        view = memoryview(arrays[part])
        width = _width(part)
        if view.shape != shape or width_of(view) != width:
            found = f"{_WORDS.get(width_of(view), view.format)} {view.shape}"
            raise NetworkError(f"{name}: {part} is {found}; {_WORDS[width]} {shape} is expected")


def _width(part: str) -> str:
    """Return the width of numbers: outlooks are of 64 bits in floating point, biases of 32 bits, weights of 16."""
    return "f8" if part in OUTLOOK else "i4" if part.endswith("bias") else "i2"


_WORDS = {"i1": "int8", "i2": "int16", "i4": "int32", "i8": "int64", "f4": "float32", "f8": "float64"}


def _check_outlooks(arrays: Layers, name: str) -> None:
    """Check that the outlooks are complete, and that no temperature is 0."""
    _check_names(arrays, tuple(OUTLOOK), name)
    _check_shapes(arrays, {part: (len(PLAYERS), *shape) for part, shape in OUTLOOK.items()}, name)
    for part in OUTLOOK:
        numbers = _flat(arrays[part])
        if not all(map(isfinite, numbers)) or (part == "spread" and min(numbers) <= 0):
            raise NetworkError(f"{name}: {part} has numbers that an outlook cannot have")


def _arrays_of(outlooks: Mapping[int, Outlook]) -> dict[str, Any]:
    """Return the parts of the outlooks as arrays, by the number of players first."""
    arrays = {}
    for part, shape in OUTLOOK.items():
        arrays[part] = zeros("f8", len(PLAYERS), *shape)
        flat = _flat(arrays[part])
        for index, players in enumerate(PLAYERS):
            values = getattr(outlooks[players], part)
            first = index * prod(shape)
            flat[first : first + prod(shape)] = array("d", values if len(shape) == 1 else chain.from_iterable(values))
    return arrays


def _flat(layer: Any) -> Any:
    """Return the numbers of an array in one dimension."""
    view: Any = memoryview(layer)
    return view.cast("B").cast(view.format)


def _outlooks_of(arrays: Layers) -> dict[int, Outlook]:
    outlooks = {}
    for index, players in enumerate(PLAYERS):
        outlook = Outlook()
        for part in OUTLOOK:
            setattr(outlook, part, arrays[part].tolist()[index])
        outlooks[players] = outlook
    return outlooks


def _bound(layers: Layers, weights: str, biases: str) -> list[int]:
    """Return a bound on the absolute sums of a layer that reads activations."""
    flat, columns = _flat(layers[weights]), _last(layers[weights])
    starts = range(0, len(flat), columns)
    return [
        sum(map(abs, flat[start : start + columns])) * ONE + abs(bias)
        for start, bias in zip(starts, _flat(layers[biases]), strict=True)
    ]


def _bound_of_cells(layers: Layers, weights: str, biases: str) -> list[int]:
    """Return a bound on the absolute sums of a layer that reads cells."""
    flat, columns = _flat(layers[weights]), _last(layers[weights])
    # Bits and thermometers are at most 1.
    largest = [1] * CELLS
    for piece in LAYOUT:
        if piece.scale != 1 or piece.name == "tokens":
            largest[piece.cells] = [LARGEST] * piece.size
    return [
        sum(map(mul, map(abs, flat[column::columns]), largest)) + abs(bias)
        for column, bias in enumerate(_flat(layers[biases]))
    ]
