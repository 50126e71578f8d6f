"""``python -m edokko``: the same as the command ``edokko``."""

from __future__ import annotations

from edokko.cli import main

main()
