"""Tests of the game's words."""
