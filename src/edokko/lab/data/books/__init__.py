"""The collectors of rows: each fills one or more of the detailed tables while a game is replayed."""
