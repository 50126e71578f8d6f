"""Explanations for people, never in C: why a move is illegal, what it costs and yields, what a seat may lose."""
