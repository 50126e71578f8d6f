"""Series of games for the same players, and events with rounds of tables."""
