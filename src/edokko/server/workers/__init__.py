"""The background tasks of a process: computer players, reviews, clocks, upkeep, notifications of other processes."""
