"""The tables of a run, read lazily, for one edition and one number of players."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import polars as pl

from edokko.components import Components, load
from edokko.lab.data.files import check_files
from edokko.lab.data.plan_form import PlanError

from .statistics.sums import GROUP, group_of

OWN_BLOCK = pl.col("block") - pl.col("block").min()
"""The number of a block within its part. Blocks of the same number share their chance in all parts of a run."""


class NotARun(ValueError):
    """A folder holds no run, or not the part that was asked for; the text says what is wrong."""


@dataclass(frozen=True, slots=True)
class RunPart:
    """A part of a run: the games of one edition, with one number of players and one overlay."""

    edition: str
    players: int
    overlay: str
    games: int

    def __str__(self) -> str:
        overlay = f", overlay {self.overlay}" if self.overlay else ""
        return f"{self.games:,} games of {self.players} players, edition {self.edition}{overlay}"


@dataclass(frozen=True)
class RunTables:
    """The tables of one part of a run; its other parts are there too, with the most games first.

    ``groups`` has one row for each game: ``game``, ``block`` and ``group``.
    """

    folder: Path
    part: RunPart
    others: tuple[RunPart, ...]
    groups: pl.DataFrame

    @property
    def games(self) -> int:
        """The number of games."""
        return self.part.games

    @property
    def players(self) -> int:
        """The number of players."""
        return self.part.players

    @property
    def blocks(self) -> int:
        """The number of blocks: games of one block share their chance."""
        return int(self.groups["block"].n_unique())

    @cached_property
    def entries(self) -> list[str]:
        """The players, in order."""
        return self.scan("seats").select(pl.col("entry").unique().sort()).collect()["entry"].to_list()

    @property
    def is_mixed(self) -> bool:
        """Whether several players play, so that what a strong one does looks good."""
        return self.has("seats") and len(self.entries) > 1

    @property
    def components(self) -> Components:
        """The shipped components of the edition, for names and printed numbers."""
        return load(self.part.edition)

    def has(self, *names: str) -> bool:
        """Return whether the run holds rows of all these tables."""
        return all(self._files(name) for name in names)

    def _files(self, name: str) -> list[Path]:
        return _files_of(self.folder, name, self.part.edition, self.part.players)

    def scan(self, name: str) -> pl.LazyFrame:
        """Return a table with the column ``group``, without reading it. Raises ``NotARun`` if the run has none."""
        files = self._files(name)
        if not files:
            raise NotARun(
                f"{self.folder}: no table {name!r} for {self.part.players} players, edition {self.part.edition}"
            )
        frame = _scan(files)
        return frame.join(self.groups.lazy().select("game", GROUP), on="game")

    def sample(self, name: str, games: int) -> tuple[pl.LazyFrame, int]:
        """Return a table for the first ``games`` games at most, in whole blocks, and how many games these are."""
        if self.games <= games:
            return self.scan(name), self.games
        last = int(self.groups["block"].sort()[games])
        chosen = self.groups.filter(pl.col("block") < last)
        return self.scan(name).filter(pl.col("game").is_in(chosen["game"].implode())), chosen.height


def _scan(files: list[Path]) -> pl.LazyFrame:
    """Return the rows of files; dictionary-encoded ids become plain strings, so that all files agree."""
    frame = pl.scan_parquet(files, hive_partitioning=False)
    ids = [name for name, dtype in frame.collect_schema().items() if isinstance(dtype, pl.Categorical | pl.Enum)]
    return frame.with_columns(pl.col(ids).cast(pl.String)) if ids else frame


def open_tables(
    folder: Path, edition: str | None = None, players: int | None = None, overlay: str | None = None
) -> RunTables:
    """Open the part of a run with the most games; the empty overlay stands for the shipped numbers.

    Raises:
        NotARun: the folder holds no games, or none of that kind, or a file that cannot be read.
    """
    try:
        check_files(folder)
    except PlanError as error:
        raise NotARun(str(error)) from None
    parts = sorted(_parts(folder), key=lambda part: -part.games)
    if not parts:
        raise NotARun(f"{folder} holds no run: there is no table of games in it")
    fitting = [
        part
        for part in parts
        if edition in (None, part.edition) and players in (None, part.players) and overlay in (None, part.overlay)
    ]
    if not fitting:
        raise NotARun(f"{folder} holds no such games; it holds: {'; '.join(map(str, parts))}")
    chosen = fitting[0]
    files = _files_of(folder, "games", chosen.edition, chosen.players)
    games = _scan(files).filter(pl.col("overlay") == chosen.overlay)
    groups = games.select("game", "block", group_of(OWN_BLOCK).alias(GROUP)).collect().sort("game")
    return RunTables(folder, chosen, tuple(part for part in parts if part is not chosen), groups)


def _files_of(folder: Path, table: str, edition: str, players: int | str) -> list[Path]:
    return sorted((folder / table / f"edition={edition}" / f"players={players}").glob("*.parquet"))


def _parts(folder: Path) -> list[RunPart]:
    parts = []
    for place in sorted((folder / "games").glob("edition=*/players=*")):
        edition, players = place.parent.name.partition("=")[2], place.name.partition("=")[2]
        files = _files_of(folder, "games", edition, players)
        if files:
            counts = _scan(files).group_by("overlay").agg(pl.len().alias("games")).collect()
            parts += [
                RunPart(edition, int(players), row["overlay"], row["games"]) for row in counts.iter_rows(named=True)
            ]
    return parts
