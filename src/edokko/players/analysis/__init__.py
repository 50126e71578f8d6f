"""Analyses for people: the best moves of a position, and the review of a game."""
