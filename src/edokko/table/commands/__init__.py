"""Commands on a table, as far as they need no store."""
