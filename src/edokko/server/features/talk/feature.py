"""The registration of talk."""

from __future__ import annotations

from edokko.server.features.talk import beside, chat, models, notes, shapes
from edokko.server.services import Feature
from edokko.server.web.routes import routes_of

FEATURE = Feature(
    name="talk",
    routes=[*map(routes_of, (beside.operations, notes.operations, chat.operations))],
    service=lambda services: beside.Talk(),
    messages=[shapes.LiveReaction, shapes.LiveChat],
    beside=beside.TalkBeside,
    problems={"no_chat": 403, "no_message": 404},
    reports=chat.reports,
    texts=[(models.Note.text, models.Note.guest)],
)
