"""The background tasks of a server: clocks, expiry, upkeep, news of other processes, searches in their queue."""
