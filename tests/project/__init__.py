"""Checks of the project as a whole: pages, examples, wording, the optional dependencies."""
