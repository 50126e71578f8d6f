"""The types of the API, declared once for validation, encoding and OpenAPI.

An answer omits fields that equal their default: a missing list is empty, a missing number is the default here.
Components are identified by their ids (``components.toml``), moves by their words (``docs/build/moves.md``).

Each subject has a module: ``requests``, ``tables`` and their ``position``, ``positions``, ``lobby``, ``live``,
``analysis``, ``components``, ``problem``. A feature of a server has shapes of its own.
"""
