"""Tests of the live channel and of presence."""
