"""What clients see of a table: its views, in the shapes of the API."""
