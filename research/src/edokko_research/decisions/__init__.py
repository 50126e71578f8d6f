"""Decisions with known results: positions, the playouts of their candidate moves, and players judged by them."""
