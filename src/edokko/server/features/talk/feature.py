"""The registration of talk."""

from __future__ import annotations

from edokko.server.features.talk import models, routes
from edokko.server.features.talk.beside import TalkBeside
from edokko.server.features.talk.reactions import Talk
from edokko.server.features.talk.reports import reports
from edokko.server.features.talk.shapes import LiveChat, LiveReaction
from edokko.server.services import Feature

FEATURE = Feature(
    name="talk",
    routes=[routes.router],
    service=lambda services: Talk(),
    messages=[LiveReaction, LiveChat],
    beside=TalkBeside,
    problems={"no_chat": 403, "no_message": 404},
    reports=reports,
    texts=[(models.Note.text, models.Note.guest)],
)
