"""The registration of studies, and their pictures."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from litestar import Response, Router, get
from sqlalchemy import ColumnElement, exists

from edokko.catalogue import Catalogue
from edokko.server.features.study import models
from edokko.server.features.study.operations import Studies, of_trees, operations
from edokko.server.features.study.shapes import StudyTree
from edokko.server.features.study.sql_studies import SqlStudies
from edokko.server.services import Feature, Services
from edokko.server.settings import Settings
from edokko.server.store import models as kernel
from edokko.server.views.preview import Preview, preview_of_item
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import Id, Req, ServicesDependency
from edokko.server.web.pictures import RUNNING, Language, send_position
from edokko.server.web.routes import routes_of
from edokko.server.workers.expiry import DAY
from edokko.table.views.line import seats_for

LARGEST_STUDY = 256 * 1024
"""Bytes of a request with a study; one of a whole game with many comments has some 100 kB."""


@get(
    "/studies/{study:str}/picture.png",
    responses=PROBLEMS,
    media_type="image/png",
    summary="A picture of the position where a study begins",
)
async def study_picture(
    request: Req, services: ServicesDependency, study: Id, language: Language = "en"
) -> Response[bytes]:
    tree = (await services.venue.part(Studies).find(study)).tree
    title = functools.partial(_title_of, tree)
    seats = functools.partial(seats_for, names=tree.players, crests=tree.crests)
    return await send_position(request, services, tree.position, language, title, RUNNING, seats)


async def _preview(services: Services, parameters: Mapping[str, Any], catalogue: Catalogue) -> Preview | None:
    """Return the preview of a saved study, which shows the position where it begins."""
    if "study" not in parameters:
        return None
    study = str(parameters["study"])
    title = _title_of((await services.venue.part(Studies).find(study)).tree, catalogue)
    return preview_of_item(
        f"/api/studies/{study}/picture.png", title, catalogue, has_picture=services.drawer is not None
    )


def _title_of(tree: StudyTree, catalogue: Catalogue) -> str:
    return catalogue.text("page-study-named", name=tree.name) if tree.name else catalogue.text("page-study")


def _keeps(settings: Settings, now: float) -> Sequence[ColumnElement[bool]]:
    """Keep the owners of studies that are still opened."""
    study, since = models.Study, now - settings.study_days * DAY if settings.study_days else 0.0
    return [exists().where(study.guest == kernel.Guest.id, study.opened >= since)]


FEATURE = Feature(
    name="study",
    routes=[
        routes_of(operations),
        routes_of(of_trees, request_max_body_size=LARGEST_STUDY),
        Router("/", route_handlers=[study_picture], tags=["pictures"]),
    ],
    parts={Studies: lambda services: SqlStudies(services.database, services.stored_bytes)},
    problems={"not_your_study": 403, "no_study": 404},
    previews={"Study": _preview, "EmbedStudy": _preview},
    keeps=_keeps,
    texts=[(models.Study.body, models.Study.guest)],
)
