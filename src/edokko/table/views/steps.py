"""The entries of the log in the shapes of the API."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import cast
from weakref import WeakKeyDictionary

import msgspec

from edokko.events import Event
from edokko.table.shapes import tables as shapes
from edokko.table.steps import Step

_ENCODER = msgspec.json.Encoder()
_ENCODED: WeakKeyDictionary[Step, msgspec.Raw] = WeakKeyDictionary()


def steps_of(steps: Iterable[Step]) -> list[shapes.Step]:
    """Return steps as raw JSON: many clients get the same step, so each is encoded once."""
    return [cast(shapes.Step, _encoded(step)) for step in steps]


def _encoded(step: Step) -> msgspec.Raw:
    encoded = _ENCODED.get(step)
    if encoded is None:
        events = list(map(event_of, step.events))
        shape = shapes.Step(
            step.kind, step.ply, step.seat, step.move, step.month, events, undone=step.undone, reason=step.reason
        )
        encoded = _ENCODED[step] = msgspec.Raw(_ENCODER.encode(shape))
    return encoded


@lru_cache(maxsize=20_000)
def event_of(event: Event) -> shapes.Event:
    """Return an event; the same ones occur in many games."""
    return shapes.Event(**event.to_json())
