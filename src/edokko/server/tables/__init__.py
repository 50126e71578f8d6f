"""Tables, guests and the lobby.

``registry`` has the tables in memory, ``writing`` changes them. The commands stand by subject in ``seating`` (before
the game), ``playing`` (the game) and ``lifecycle``; ``access`` has their preconditions.
"""
