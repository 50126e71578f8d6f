"""The features of the server. Each is one folder, which can be deleted with its line in ``server/app/features.py``.

A feature has ``feature.py``, its registration, and may have ``models.py``, its tables of the database; ``shapes.py``,
what it sends and receives; and modules for its commands and operations, of which routes are made. It imports the rest
of the server, and no other feature.
"""
