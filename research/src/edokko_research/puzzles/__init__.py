"""Making puzzles: games between computer players, and a deep search of positions in which one line may be best."""
