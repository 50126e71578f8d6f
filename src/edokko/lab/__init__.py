"""Simulations and measurements: many games, what they show, how fast they go, and whether the engine holds.

Nothing here prints; :mod:`edokko.cli` does.
"""
