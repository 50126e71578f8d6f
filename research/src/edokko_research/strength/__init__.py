"""Matches between players, their results, and the page that shows them: the parts of `strength.py`."""
