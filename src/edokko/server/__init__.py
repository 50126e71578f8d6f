"""The table: people and computer players at one game, over HTTP and WebSocket.

The server knows no rule of the game: what may be played, what it costs and what happened come from
:class:`edokko.Game`. ``docs/api.md`` describes what it answers, :mod:`edokko.server.shapes` declares it.
"""
