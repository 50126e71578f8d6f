"""Tests of clocks and seats."""
