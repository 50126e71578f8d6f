"""Data sets of decisions, for behaviour cloning and for learning without games of one's own."""
