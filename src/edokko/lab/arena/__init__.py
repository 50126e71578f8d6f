"""The arena: matches between named players, their schedule, record file, standings and ratings."""
