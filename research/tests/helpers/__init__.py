"""Helpers for the tests of this project; those of the package are in ``tests.helpers``."""
