"""Searches at tables: the queue of what is requested, in memory here, and the worker that searches."""
