"""The operations of a table: what a client asks a venue for, by HTTP or by :func:`edokko.table.api.request.request`."""
