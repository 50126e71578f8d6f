"""The files of networks that the commands of the training read and write."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko.cli.problems import Problem

if TYPE_CHECKING:
    from edokko.players.champion.stored import StoredNetwork

NETWORK = ".npz"


def new_file(catalogue: Catalogue, name: str, suffixes: tuple[str, ...] = (NETWORK,)) -> Path:
    """Return the path of a file that a command will write.

    Raises:
        Problem: it exists already, or ends otherwise.
    """
    path = options.new_file(catalogue, name, "problem-lab-puzzles-exists")
    if path.suffix not in suffixes:
        raise Problem(catalogue.text("problem-lab-train-name", file=name, ends=", ".join(suffixes)))
    return path


def read(name: str) -> StoredNetwork:
    """Read a network.

    Raises:
        Problem: the file holds no network that this version can use.
    """
    from edokko.players.champion.stored import NetworkError, read_network

    try:
        return read_network(Path(name))
    except NetworkError as error:
        raise Problem(str(error)) from None


def write(path: Path, network: StoredNetwork) -> None:
    """Write a network.

    Raises:
        Problem: its layers do not fit each other or could overflow.
    """
    from edokko.players.champion.stored import NetworkError, write_network

    try:
        write_network(path, network)
    except NetworkError as error:
        raise Problem(str(error)) from None
