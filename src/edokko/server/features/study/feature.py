"""The registration of studies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, exists

from edokko.catalogue import Catalogue
from edokko.server.features.study import models, routes
from edokko.server.features.study.commands import title_of, tree_of
from edokko.server.services import Feature, Services
from edokko.server.settings import Settings
from edokko.server.store import models as kernel
from edokko.server.views.preview import Preview, preview_of_item
from edokko.server.workers.expiry import DAY


async def _preview(services: Services, parameters: Mapping[str, Any], catalogue: Catalogue) -> Preview | None:
    """Return the preview of a saved study, which shows the position where it begins."""
    if "study" not in parameters:
        return None
    study = str(parameters["study"])
    title = title_of(await tree_of(services.database, study), catalogue)
    return preview_of_item(
        f"/api/studies/{study}/picture.png", title, catalogue, has_picture=services.drawer is not None
    )


def _keeps(settings: Settings, now: float) -> Sequence[ColumnElement[bool]]:
    """Keep the owners of studies that are still opened."""
    study, since = models.Study, now - settings.study_days * DAY if settings.study_days else 0.0
    return [exists().where(study.guest == kernel.Guest.id, study.opened >= since)]


FEATURE = Feature(
    name="study",
    routes=[routes.router, routes.pictures],
    problems={"not_your_study": 403, "no_study": 404},
    previews={"Study": _preview, "EmbedStudy": _preview},
    keeps=_keeps,
    texts=[(models.Study.body, models.Study.guest)],
)
