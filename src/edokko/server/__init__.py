"""The game server: people and computer players at tables, over HTTP and WebSocket.

The server contains no rule of the game. Legal moves, their costs and the events come from :class:`edokko.Game`.
``docs/build/api.md`` describes the API, :mod:`edokko.table.shapes` and the features declare its types.
"""
