"""The file of a network: what is written is read back, and everything else is refused with a reason."""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edokko.observation.encoder import VERSION as OBSERVATION
from edokko.players.champion import stored
from edokko.players.champion.stored import NetworkError, read_network, write_network
from tests.helpers.networks import random_network


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "net.npz"


def save(path: Path, about: Any, **layers: Any) -> None:
    """Write a file without any check."""
    shapes = {name: (len(stored.PLAYERS), *shape) for name, shape in stored.OUTLOOK.items()}
    outlooks = {name: np.ones(shape) for name, shape in shapes.items()}
    network = random_network(1)
    np.savez(path, about=np.array(json.dumps(about)), **{**network.layers, **network.policy, **outlooks, **layers})


def test_a_network_is_read_back_with_its_description(path: Path) -> None:
    network = random_network(3)
    write_network(path, network)
    read = read_network(path)
    assert all(np.array_equal(read.layers[name], layer) for name, layer in network.layers.items())
    assert all(np.array_equal(read.policy[name], layer) for name, layer in network.policy.items())
    for players, outlook in network.outlooks.items():
        for name in stored.OUTLOOK:
            assert getattr(read.outlooks[players], name) == getattr(outlook, name)
    assert dict(read.about) == {"seed": 3, "network": stored.VERSION, "observation": OBSERVATION}


def test_a_file_without_a_policy_network_is_refused(path: Path) -> None:
    save(path, GOOD, policy_moves="none")
    with pytest.raises(NetworkError, match=r"net\.npz: no policy_moves"):
        read_network(path)


def test_the_same_network_makes_the_same_file(path: Path, tmp_path: Path) -> None:
    write_network(path, random_network(3))
    write_network(tmp_path / "other.npz", random_network(3))
    assert path.read_bytes() == (tmp_path / "other.npz").read_bytes()


GOOD = {"network": stored.VERSION, "observation": OBSERVATION}


@pytest.mark.parametrize(
    ("about", "layers", "message"),
    [
        ({**GOOD, "network": 99}, {}, "network version 99; this version of edokko reads 3"),
        ({**GOOD, "observation": 0}, {}, "observation version 0; this version of edokko reads 1"),
        ({}, {}, "network version None"),
        ([], {}, "not a network"),
        (GOOD, {"first": np.zeros((5, 20), np.int16)}, "first is int16 (5, 20); int16 (2237, 16) is expected"),
        (GOOD, {"second": np.zeros((6, 12), np.float32)}, "second is float32 (6, 12); int16 (6, 12) is expected"),
        (GOOD, {"second_bias": np.int32(0)}, "layers of 12 and 0 units; from 1 to 512 are possible"),
        (GOOD, {"third_bias": np.full(4, 2**31 - 1, np.int32)}, "the sums of the third layer may exceed 32 bits"),
        (GOOD, {"first_bias": np.full(16, 2**31 - 1, np.int32)}, "the sums of the first layer may exceed 32 bits"),
        (GOOD, {"policy_moves": np.zeros((5, 12), np.int16)}, "policy_moves is int16 (5, 12); int16 (447, 12) is"),
        (GOOD, {"policy_first": np.zeros((2237, 0), np.int16)}, "not a network"),
        (GOOD, {"policy_move_bias": np.full(447, 2**31 - 1, np.int32)}, "the sums of the policy_moves layer may"),
        (GOOD, {"base": np.zeros((3, 2))}, "base is float64 (3, 2); float64 (3, 14) is expected"),
        (GOOD, {"weight": np.full((3, 14, 22), np.nan)}, "weight has numbers that an outlook cannot have"),
        (GOOD, {"second": np.array("text"), "base": np.array("text")}, "no second"),
        (GOOD, {"base": np.array("text")}, "no base"),
        (GOOD, {"spread": np.zeros((3, 14))}, "spread has numbers that an outlook cannot have"),
    ],
)
def test_another_version_or_shape_is_refused(path: Path, about: Any, layers: dict[str, Any], message: str) -> None:
    save(path, about, **layers)
    with pytest.raises(NetworkError) as error:
        read_network(path)
    assert str(error.value).startswith(f"{path}: ")
    assert message in str(error.value)


@pytest.mark.parametrize("content", [b"", b"no network", b"PK\x03\x04 and nothing more"])
def test_a_foreign_file_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(NetworkError, match="not a network"):
        read_network(path)


def test_a_broken_file_is_refused(path: Path) -> None:
    write_network(path, random_network(1))
    whole = path.read_bytes()
    for broken in (whole[:-40], whole[:100], whole[:3000] + bytes(200) + whole[3200:]):
        path.write_bytes(broken)
        with pytest.raises(NetworkError, match="not a network"):
            read_network(path)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_file_that_no_numpy_writes_is_refused(path: Path, method: int) -> None:
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("first.npy", bytes(1000))
    with pytest.raises(NetworkError, match="not a network"):
        read_network(path)


def test_a_small_file_with_large_arrays_is_refused(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("first.npy", bytes(stored.LARGEST_CONTENT + 1))
    assert path.stat().st_size < stored.LARGEST_FILE
    with pytest.raises(NetworkError, match="not a network"):
        read_network(path)


def test_arrays_without_a_layer_are_refused(path: Path) -> None:
    np.savez(path, about=np.array(json.dumps(GOOD)), first=np.zeros(3))
    with pytest.raises(NetworkError, match="no first_bias, second, second_bias, third, third_bias"):
        read_network(path)


def test_a_large_file_is_not_read(path: Path) -> None:
    path.write_bytes(bytes(stored.LARGEST_FILE + 1))
    with pytest.raises(NetworkError, match="larger than"):
        read_network(path)


def test_a_missing_file_is_named(path: Path) -> None:
    with pytest.raises(NetworkError, match=r"net\.npz: No such file"):
        read_network(path)


def test_a_network_that_cannot_be_read_is_not_written(path: Path) -> None:
    network = random_network(1)
    layers = {**network.layers, "third": np.zeros((4, 5), np.int16)}
    with pytest.raises(NetworkError, match="third"):
        write_network(path, replace(network, layers=layers))
    assert list(path.parent.iterdir()) == []
