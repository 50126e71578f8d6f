"""Tests of the compilation of the players."""
