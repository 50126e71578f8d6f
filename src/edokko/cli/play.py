"""``edokko play``: a game at the terminal."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from edokko.cli import options
from edokko.cli.group import Command, option
from edokko.cli.inputs import NEW_FILE, STANDARD_INPUT
from edokko.cli.language import text
from edokko.cli.options import HUMAN, OPPONENT, SeatChoice
from edokko.cli.problems import INTERRUPTED, Problem

if TYPE_CHECKING:
    from edokko.cli.playing.session import PlayOptions, Session

SEATS = [HUMAN, OPPONENT, OPPONENT, OPPONENT]
PLAYERS = 3
LATEST = "latest"
PAUSE = 0.4
LONGEST_PAUSE = 10.0


@click.command("play", cls=Command, help="help-play", short_help="help-play-short")
@options.players(count=PLAYERS)
@options.seats("help-play-seats")
@options.edition
@options.seed("help-play-seed")
@options.components
@options.new("--record", "help-play-record")
@option("--resume", is_flag=False, flag_value=LATEST, metavar="[FILE]", type=NEW_FILE, help="help-play-resume")
@option("--hints", is_flag=True, help="help-play-hints")
@option("--ask-forced", is_flag=True, help="help-play-ask-forced")
@option(
    "--pause",
    type=options.Number(0, LONGEST_PAUSE),
    default=PAUSE,
    show_default=True,
    metavar="SECONDS",
    help="help-play-pause",
)
@click.pass_context
def command(
    ctx: click.Context,
    players: int | None,
    seats: str | None,
    edition: str,
    seed: int | None,
    overlay: str | None,
    record: str | None,
    resume: str | None,
    hints: bool,
    ask_forced: bool,
    pause: float,
) -> None:
    from edokko.cli.playing.session import PlayOptions

    if overlay == STANDARD_INPUT:
        # Standard input delivers the player's choices.
        raise Problem(text("problem-file-dash", option="--components"))
    settings = PlayOptions(ask_forced, pause, hints)
    target = options.new_file(record) if record else None
    with ExitStack() as stack:
        if resume is not None:
            _refuse_with_resume(ctx)
            session = _resume(stack, resume, seats, target, settings)
        else:
            table = options.read_seats(seats, players if seats else players or PLAYERS, SEATS)
            session = _begin(stack, table, edition, seed, overlay, target, settings)
        code = _run(session)
    ctx.exit(code)


def _check_input(seats: list[SeatChoice]) -> None:
    """Refuse a game with a person if standard input is closed."""
    if sys.stdin is None and any(seat.kind == HUMAN for seat in seats):
        raise Problem(text("problem-play-input"))


def _refuse_with_resume(ctx: click.Context) -> None:
    """Refuse options that a saved game already determines."""
    for name in ("players", "edition", "seed", "overlay"):
        source = ctx.get_parameter_source(name)
        if source is click.core.ParameterSource.COMMANDLINE:
            option = f"--{'components' if name == 'overlay' else name}"
            raise Problem(text("problem-resume-option", option=option))


def _begin(
    stack: ExitStack,
    seats: list[SeatChoice],
    edition: str,
    seed: int | None,
    overlay: str | None,
    record: Path | None,
    settings: PlayOptions,
) -> Session:
    """Begin a new game; the stack takes its lock."""
    from edokko import locks
    from edokko.cli.playing import saves
    from edokko.cli.playing.session import Session
    from edokko.game import Game

    _check_input(seats)
    components = options.load_components(edition, overlay)
    game = Game(len(seats), edition, seed, components, _names(seats))
    unfinished = [saved for saved in saves.unfinished() if not locks.is_locked(saved)]
    path, lock = saves.begin(game, seats, seed, record)
    stack.enter_context(lock)
    session = Session(game, seats, seed, path, record, settings)
    if unfinished:
        session.screen.say_path("play-unfinished", unfinished[0], count=len(unfinished))
    session.screen.say_path("play-welcome", path, edition=edition, players=len(seats))
    return session


def _names(seats: list[SeatChoice]) -> list[str]:
    """Return the names of the seats. The only person without a name is ``You``; seats of the same kind get numbers."""
    from edokko.players.names import is_level

    names = []
    for place, seat in enumerate(seats):
        count = sum(other.kind == seat.kind for other in seats)
        number = sum(other.kind == seat.kind for other in seats[: place + 1])
        if seat.name:
            names.append(seat.name)
        elif seat.kind == HUMAN:
            message = "name-you" if count == 1 else "name-person"
            names.append(text(message, number=number))
        else:
            level, _, style = seat.kind.partition(":")
            kind = text(f"web-level-{level}") if is_level(seat.kind) else seat.kind
            if style and kind != seat.kind:
                kind = f"{text(f'web-style-{style}')} ({kind})"
            names.append(kind if count == 1 else f"{kind} {number}")
    return names


def _resume(stack: ExitStack, resume: str, seats: str | None, record: Path | None, settings: PlayOptions) -> Session:
    """Resume a saved game; the stack takes its lock."""
    from edokko.chance import SeededChance
    from edokko.cli.playing import saves
    from edokko.cli.playing.session import Session
    from edokko.records.record import RecordError, replay

    path, lock = saves.hold_latest() if resume == LATEST else (Path(resume), saves.hold(Path(resume)))
    stack.enter_context(lock)
    saved = saves.read(path)
    try:
        game = replay(saved.record, None if saved.seed is None else SeededChance(saved.seed))
    except (RecordError, ValueError) as error:
        raise Problem(text("problem-saved-game", file=str(path), reason=str(error))) from None
    if game.is_over:
        raise Problem(text("problem-resume-over", file=str(path)))
    default = [seat.kind for seat in saved.seats or saves.default_seats(game.players)]
    table = [SeatChoice(kind) for kind in default]
    if seats:
        table = options.read_seats(seats, game.players, SEATS, "problem-seats-resume")
    for seat in table:
        options.check_player("--seats", seat.kind, with_people=True)
    _check_input(table)
    saves.remember(path)
    if record is None and path.name.endswith(saves.PARTIAL):
        record = path.with_name(path.name.removesuffix(saves.PARTIAL))
        if record.exists():
            raise Problem(text("problem-record-exists", file=str(record)))
    session = Session(game, table, saved.seed, path, record, settings, saved.record)
    session.screen.say_path("play-resumed", path, moves=game.ply)
    return session


def _run(session: Session) -> int:
    """Play a session and return the exit code; if it ends early, print how to resume."""
    from edokko.cli.playing import saves
    from edokko.cli.playing.session import Stop

    try:
        session.run()
    except Stop:
        code = 0
    except (KeyboardInterrupt, click.Abort):
        session.screen.print()
        code = INTERRUPTED
    else:
        return 0
    is_latest = [saved.resolve() for saved in saves.unfinished()[:1]] == [session.path.resolve()]
    session.screen.say_path("play-saved-latest" if is_latest else "play-saved", session.path)
    return code
