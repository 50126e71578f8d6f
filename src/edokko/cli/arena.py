"""``edokko arena``: balanced matches between players, and the strength of each."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edokko.cli import options
from edokko.cli.group import Command, option
from edokko.cli.language import text
from edokko.cli.problems import Problem
from edokko.cli.tables import number, print_facts, print_line, print_table

if TYPE_CHECKING:
    from edokko.lab.arena.less_luck import LessLuck
    from edokko.lab.arena.question import Answer
    from edokko.lab.arena.schedule import Schedule
    from edokko.lab.arena.standings import EntryResult, Standings

GAMES = 100


@click.command("arena", cls=Command, help="help-arena", short_help="help-arena-short")
@option("--entries", required=True, metavar="LIST", help="help-arena-entries")
@options.players("help-arena-players", most=options.MAX_PLAYERS)
@options.count("--games", "help-arena-games", GAMES)
@option("--settle", type=float, metavar="SHARE", help="help-arena-settle")
@option("--luck", "with_luck", is_flag=True, help="help-arena-luck")
@options.seed("help-arena-seed")
@options.workers("help-arena-workers")
@options.edition
@options.components
@options.new("--record", "help-arena-record")
@option("--resume", is_flag=True, help="help-arena-resume")
@options.as_json
def command(
    entries: str,
    players: int | None,
    games: int,
    settle: float | None,
    with_luck: bool,
    seed: int | None,
    workers: int,
    edition: str,
    overlay: str | None,
    record: str | None,
    resume: bool,
    as_json: bool,
) -> None:
    from edokko import extras
    from edokko.lab.arena.runner import NEEDS

    path = _file(record, resume)
    for package in NEEDS:
        extras.lab(package)
    components = options.load_components(edition, overlay)
    plan = _plan(entries, players, games, seed, path)
    settings = {"components": components, "workers": workers, "record": path, "settle": settle, "luck": with_luck}
    result = _play(plan, games, **settings)
    if as_json:
        click.echo(json.dumps(_to_json(result, settle)))
    else:
        _show(result, settle)


def _file(record: str | None, resume: bool) -> Path | None:
    """Return the file for records; it may exist only if the arena resumes from it."""
    if record is None:
        if resume:
            raise Problem(text("problem-arena-resume"))
        return None
    if resume and Path(record).is_file():
        return Path(record)
    return options.new_file(record, "problem-arena-exists")


def _plan(entries: str, players: int | None, games: int, seed: int | None, path: Path | None) -> Schedule:
    from edokko.lab.arena.file import seed_in
    from edokko.lab.arena.schedule import MOST_ENTRIES, schedule

    names = [name.strip() for name in entries.split(",")]
    table = players or min(max(len(names), options.MIN_PLAYERS), options.MAX_PLAYERS)
    if not table <= len(names) <= MOST_ENTRIES:
        raise Problem(text("problem-arena-count", entries=len(names), players=table, most=MOST_ENTRIES))
    for name in names:
        options.check_player("--entries", name)
    try:
        file_seed = seed_in(path) if seed is None and path is not None else seed
        return schedule(names, table, games, secrets.randbits(64) if file_seed is None else file_seed)
    except ValueError as error:
        raise Problem(str(error)) from None


def _play(plan: Schedule, games: int, **settings: Any) -> Standings:
    """Play all games, with a progress bar."""
    from edokko.cli.progress import Progress
    from edokko.lab.arena.runner import arena
    from edokko.lab.workers import WorkerDied

    record = settings["record"]
    with Progress(text("arena-progress"), plan.games) as progress:
        if plan.games != games:
            progress.say(text("arena-rounded", games=plan.games, asked=games, each=plan.round_games))
        try:
            return arena(
                plan.entries,
                plan.players,
                games,
                plan.seed,
                resume=record is not None and record.exists(),
                progress=progress.at,
                **settings,
            )
        except ValueError as error:
            raise Problem(str(error)) from None
        except (KeyboardInterrupt, WorkerDied) as error:
            if record is not None:
                progress.say(text("arena-go-on", file=str(record)))
            if isinstance(error, WorkerDied):
                raise Problem(str(error)) from None
            raise


# --- output


DIGITS = {
    "win_share": 6, "win_share_interval": 6, "mean_score": 4, "mean_rank": 4, "rating": 2, "rating_interval": 2,
    "milliseconds": 3, "mean_score_interval": 6, "win_variance": 4, "score_variance": 4, "mean_winning_score": 4,
    "seconds": 6, "lead": 4,
}  # fmt: skip
"""The digits of each number in JSON."""


def _to_json(result: Standings, settle: float | None) -> dict[str, Any]:
    """Convert the result to JSON values, without an answer and results less luck that were not asked for."""
    plain: dict[str, Any] = rounded(asdict(result))
    answer = plain.pop("answer")
    for entry in plain["entries"]:
        if entry["less_luck"] is None:
            del entry["less_luck"]
    settle_ = {} if settle is None else {"settle": {"share": settle, "answer": answer}}
    return plain | {"seed": hex(result.seed)} | settle_


def rounded(value: Any, name: str = "") -> Any:
    """Return values with the digits that JSON shows of them; tuples become lists."""
    if isinstance(value, dict):
        return {key: rounded(part, key) for key, part in value.items()}
    if isinstance(value, tuple):
        return [rounded(part, name) for part in value]
    return round(value, DIGITS[name]) if isinstance(value, float) else value


def _show(result: Standings, settle: float | None) -> None:
    facts = (
        ("simulate-games", number(result.games)),
        ("arena-blocks", number(result.blocks)),
        ("simulate-seed", hex(result.seed)),
        ("simulate-seconds", number(result.seconds, 2)),
        ("simulate-winning", number(result.mean_winning_score, 1)),
    )
    print_facts((text(message), value) for message, value in facts)
    click.echo()
    figures = ("wins", "share", "interval", "rating", "score", "rank", "milliseconds")
    _print(figures, (_row(entry, _digits(result.entries)) for entry in result.entries))
    if any(entry.less_luck for entry in result.entries):
        click.echo()
        print_line(text("arena-less-luck"), "bold")
        less = ((entry.name, entry.less_luck) for entry in result.entries)
        rows = (_less_luck_row(name, each) for name, each in less if each is not None)
        _print(("share", "interval", "variance", "score", "interval", "variance"), rows)
    if settle is not None:
        click.echo()
        print_line(settled(result.answer, result.entries[0].name, settle, result.games))


def _print(figures: tuple[str, ...], rows: Iterable[list[str]]) -> None:
    titles = [text("simulate-player"), *(text(f"arena-{figure}") for figure in figures)]
    print_table(titles, rows, folds=True, whole=range(1, len(titles)))


def _digits(entries: Sequence[EntryResult]) -> int:
    return 1 if all(entry.milliseconds is None or entry.milliseconds >= 1 for entry in entries) else 3


def _row(entry: EntryResult, digits: int) -> list[str]:
    low, high = entry.win_share_interval
    span = entry.rating_interval
    return [
        entry.name,
        f"{number(entry.wins)}/{number(entry.seats)}",
        f"{100 * entry.win_share:.1f} %",
        f"{100 * low:.1f}–{100 * high:.1f}",
        f"{entry.rating:.0f}" if span is None else f"{entry.rating:.0f} ±{(span[1] - span[0]) / 2:.0f}",
        number(entry.mean_score, 1),
        f"{entry.mean_rank:.2f}",
        "–" if entry.milliseconds is None else number(entry.milliseconds, digits),
    ]


def _less_luck_row(name: str, less: LessLuck) -> list[str]:
    shares = (f"{100 * less.win_share:.1f} %", span(less.win_share_interval, 100), _ratio(less.win_variance))
    scores = (number(less.mean_score, 1), span(less.mean_score_interval), _ratio(less.score_variance))
    return [name, *shares, *scores]


def span(ends: Sequence[float] | None, scale: float = 1) -> str:
    """Return numbers, such as the ends of an interval, as text, multiplied by a scale and without a negative zero."""
    return "–" if ends is None else "–".join(f"{round(scale * end, 1) + 0.0:.1f}" for end in ends)


def _ratio(variance: float | None) -> str:
    return "–" if variance is None else f"×{variance:.2f}"


def settled(answer: Answer | None, name: str, settle: float, games: int) -> str:
    """Return the sentence that says whether a player's share of wins is above or below a share."""
    message = {"above": "arena-above", "below": "arena-below", None: "arena-open"}[answer]
    return text(message, name=name, share=text("percent", number=f"{100 * settle:g}"), games=games)
