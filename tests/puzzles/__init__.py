"""Tests of the stock of puzzles."""
