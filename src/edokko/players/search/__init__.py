"""Tree search for 2 to 4 players with chance, wholly compiled (and, slower, plain)."""
