"""The registration of pictures."""

from __future__ import annotations

from edokko.server.features.pictures import routes
from edokko.server.features.pictures.drawer import Pictures
from edokko.server.services import Drawer, Feature, Services


def _drawer(services: Services) -> Drawer | None:
    pictures = services.of(Pictures)
    return pictures if pictures.are_available else None


FEATURE = Feature(
    name="pictures",
    routes=[routes.router],
    service=lambda services: Pictures(services.settings.page),
    drawer=_drawer,
)
