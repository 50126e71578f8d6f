"""Calibrating: a search for hiring costs at which players take the cards of a season about equally often."""
