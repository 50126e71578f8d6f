"""``python -m edokko.cli``."""

from __future__ import annotations

from edokko.cli import main

main()
