"""The features of this server. Without its line here and its folder, a feature is gone."""

from __future__ import annotations

from edokko.server.features.alerts.feature import FEATURE as ALERTS
from edokko.server.features.competitions.feature import FEATURE as COMPETITIONS
from edokko.server.features.lessons.feature import FEATURE as LESSONS
from edokko.server.features.pictures.feature import FEATURE as PICTURES
from edokko.server.features.programs.feature import FEATURE as PROGRAMS
from edokko.server.features.puzzles.feature import FEATURE as PUZZLES
from edokko.server.features.study.feature import FEATURE as STUDY
from edokko.server.features.talk.feature import FEATURE as TALK
from edokko.server.services import Feature

FEATURES: tuple[Feature, ...] = (LESSONS, PUZZLES, STUDY, COMPETITIONS, PROGRAMS, TALK, ALERTS, PICTURES)
