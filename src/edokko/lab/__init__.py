"""Simulations, arenas, benchmarks, tuning and the soak test. The lab never prints; :mod:`edokko.cli` does."""
