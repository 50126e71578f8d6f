"""Positions at the beginning of months with the results of their games, on which values are fitted."""
