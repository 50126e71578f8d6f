"""Puzzles: a position of the day, and the answers of guests."""
