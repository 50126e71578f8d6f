"""Programs: guests that hosts may invite to a table, and the stream of events that their programs read."""
