"""A table without JSON, SQL or HTTP: its game, settings, seats and clocks."""
