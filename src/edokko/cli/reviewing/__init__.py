"""The output of a review: its tables and its picture."""
