"""The entry of a table in a list."""

from __future__ import annotations

import msgspec

from edokko.table.shapes import lobby as shapes
from edokko.table.shapes.base import iso_timestamp
from edokko.table.shapes.tables import Clock
from edokko.table.store import ListedTable


def lobby_table_of(listed: ListedTable, guest: str | None) -> shapes.LobbyTable:
    """Return the entry of a table for a guest; ``None`` for an anonymous one."""
    info, settings = listed.info, listed.info.settings
    own = [seat.seat for seat in listed.seats if guest is not None and seat.guest == guest]
    decides = listed.decides if info.status == "running" else None
    clock = settings.clock
    return shapes.LobbyTable(
        id=info.id,
        status=info.status,
        edition=info.setup.edition,
        players=info.setup.players,
        seats=[
            shapes.LobbySeat(seat.kind, seat.crest, seat.name, seat.level, seat.seat in own) for seat in listed.seats
        ],
        created=iso_timestamp(info.created),
        changed=iso_timestamp(info.changed),
        own_tables=info.setup.overlay is not None,
        from_position=info.setup.start is not None,
        month=listed.month,
        clock=Clock(**msgspec.structs.asdict(clock), deadline=listed.deadline) if clock else None,
        your_turn=decides in own,
        yours=bool(own),
        decides=decides,
        results=[shapes.LobbyResult(*result) for result in listed.results],
        **{name: getattr(settings, name) for name in ("pace", "name", "rated", "hints")},
    )
