"""Tree search for 2 to 4 players with chance, wholly native (and, slower, plain)."""
