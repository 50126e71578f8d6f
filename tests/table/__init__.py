"""Tests of a table by itself."""
