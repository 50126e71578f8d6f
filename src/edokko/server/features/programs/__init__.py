"""Programs: guests that hosts may invite to a table, and the stream of their events."""
