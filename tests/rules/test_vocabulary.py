"""Phases, kinds of move, kinds of event and reasons: the constant of each has its name and its number."""

from __future__ import annotations

from edokko.rules import events, moves, phases


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
