"""Lessons: the progress of a guest in each."""
