"""The record of a game: one JSON line with its setup, chance and moves, and files of such lines."""
