"""Simulations of many games, and their summary."""
