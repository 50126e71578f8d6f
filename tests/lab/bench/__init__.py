"""Tests of the engine's benchmark."""
