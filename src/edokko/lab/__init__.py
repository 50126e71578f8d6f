"""Simulations, arenas, benchmarks and runs as tables. The lab never prints; :mod:`edokko.cli` does."""
