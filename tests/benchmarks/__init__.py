"""Tests of the benchmarks: the load and the strength page."""
