"""A review at the terminal: its tables, and its picture."""
