"""Simulations, arenas, benchmarks, runs as tables and the soak test. The lab never prints; :mod:`edokko.cli` does."""
