"""Tables, guests and the lobby: commands, who may give them, and the cache of tables."""
