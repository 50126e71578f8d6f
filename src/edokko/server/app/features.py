"""The features of this server. Without its line here and its folder, a feature is gone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from edokko.server.features.alerts.feature import FEATURE as ALERTS
from edokko.server.features.competitions.feature import FEATURE as COMPETITIONS
from edokko.server.features.lessons.feature import FEATURE as LESSONS
from edokko.server.features.pictures.feature import FEATURE as PICTURES
from edokko.server.features.programs.feature import FEATURE as PROGRAMS
from edokko.server.features.puzzles.feature import FEATURE as PUZZLES
from edokko.server.features.study.feature import FEATURE as STUDY
from edokko.server.features.talk.feature import FEATURE as TALK
from edokko.server.services import Feature
from edokko.server.workers.expiry import Expiry

FEATURES: tuple[Feature, ...] = (LESSONS, PUZZLES, STUDY, COMPETITIONS, PROGRAMS, TALK, ALERTS, PICTURES)


def expiry_of(features: Sequence[Feature]) -> Expiry:
    """Return what features add to the expiry."""
    return Expiry(
        [feature.expire for feature in features if feature.expire is not None],
        [feature.keeps for feature in features if feature.keeps is not None],
    )


def forget_of(features: Sequence[Feature]) -> list[Callable[[Connection, str], None]]:
    """Return what removes a deleted player from the tables of features."""
    return [feature.forget for feature in features if feature.forget is not None]
