"""``edokko lab``: runs of many games as tables, and questions to them."""

from __future__ import annotations

from edokko.cli.group import LazyGroup

COMMANDS = ("run", "work", "chunks", "sql", "report", "compare")
"""The commands in the order of the help; each is the ``command`` of its module of ``laboratory``."""

command = LazyGroup("lab", "edokko.cli.laboratory", COMMANDS, help="help-lab", short_help="help-lab-short")
