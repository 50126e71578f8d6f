"""Explanations for people, never compiled: why a move is illegal, what it costs and yields, what a seat may lose."""
