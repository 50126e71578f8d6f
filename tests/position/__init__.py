"""Tests of positions."""
