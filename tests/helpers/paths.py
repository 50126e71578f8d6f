"""Folders of the checkout that tests read."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SAMPLES = ROOT / "tests" / "samples"
SOURCE = ROOT / "src"
SHOTS = ROOT / "tests" / "web" / "shots"
"""Pictures of the page, for people to look at; git ignores them."""
