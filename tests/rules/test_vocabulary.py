"""Phases, kinds of move, kinds of event and reasons: the constant of each has its name and its number."""

from __future__ import annotations

from pathlib import Path
from typing import get_args, get_type_hints

import mypy.api

from edokko import events as event_module
from edokko import move
from edokko.components import EDITIONS
from edokko.components.model import Nagaya, Resource, Season, Slot, Token, Type
from edokko.events import Event
from edokko.position.values import Edition, Stage
from edokko.rules import events, moves, phases
from tests.helpers.paths import SOURCE


def test_every_phase_is_a_constant_of_its_name() -> None:
    assert [getattr(phases, phase.name.upper()) for phase in phases.PHASES] == list(range(len(phases.PHASES)))


def test_every_kind_of_event_is_a_constant_of_its_name() -> None:
    assert [getattr(events, kind.name.upper()) for kind in events.EVENT_KINDS] == list(range(len(events.EVENT_KINDS)))


def test_every_reason_is_a_constant_of_its_name() -> None:
    assert [getattr(events, f"BY_{reason.name.upper()}") for reason in events.REASONS] == list(
        range(len(events.REASONS))
    )


def test_every_kind_of_move_is_due_in_a_phase() -> None:
    assert {kind for kinds in phases.KINDS_BY_PHASE.values() for kind in kinds} == set(moves.KINDS)


def test_typed_vocabularies_agree_with_the_rules() -> None:
    assert tuple(kind.name for kind in events.EVENT_KINDS) == event_module.KINDS
    assert tuple(reason.name for reason in events.REASONS) == event_module.REASONS
    assert get_args(event_module.Group) == events.GROUP_IDS
    assert get_args(move.MoveKind) == tuple(dict.fromkeys(moves.KINDS))
    assert get_args(Stage) == phases.STAGES
    assert get_args(Edition) == EDITIONS


def test_every_event_field_with_a_vocabulary_has_its_type() -> None:
    """Only cards, rooms, goods, buildings and sources are plain ids: there are too many for a type."""
    hints = get_type_hints(Event)
    assert (hints["kind"], hints["reason"]) == (event_module.KindName, event_module.ReasonName | None)
    names = {"resource": Resource, "slot": Slot, "token": Token, "type": Type, "nagaya": Nagaya, "season": Season}
    assert {name: hints[name] for name in names} == {name: kind | None for name, kind in names.items()}
    assert {name for name, kind in hints.items() if kind == str | None} == {
        "card",
        "room",
        "good",
        "building",
        "source",
    }


WRONG = """\
from edokko.events import Event
from edokko.move import Move
from edokko.position.model import Position


def told(event: Event, move: Move, position: Position) -> list[bool]:
    right = event.kind == "card_taken" and event.reason == "hire" and move.kind == "hire" and position.stage == "deals"
    return [
        right,
        event.kind == "hired",
        event.reason == "hiring",
        event.season == "fall",
        move.kind == "buy",
        position.stage == "trading",
    ]
"""


def test_a_comparison_with_a_word_that_is_none_is_an_error_of_mypy(tmp_path: Path) -> None:
    program = tmp_path / "statistic.py"
    program.write_text(WRONG)
    files = ("events.py", "move.py", "position/values.py", "position/model.py", "components/model.py")
    # Only these files are read: with all of edokko the check takes a minute.
    options = ["--strict", "--follow-imports=skip", "--no-incremental", "--config-file=", "--no-error-summary"]
    report, _, _ = mypy.api.run([*options, str(program), *(str(SOURCE / "edokko" / file) for file in files)])
    errors = [line for line in report.splitlines() if line.startswith(str(program))]
    assert all("Non-overlapping" in line for line in errors), report
    assert [int(line.split(":")[1]) for line in errors] == [10, 11, 12, 13, 14], report
