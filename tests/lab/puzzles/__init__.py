"""Tests of the making of puzzles."""
