"""Tests of the compilation of the rules."""
