"""Benchmarks of the engine and of the search."""
