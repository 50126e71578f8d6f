"""A table: a game with its seats and settings, from the waiting room to its end, for any place that serves one.

It knows no database, no HTTP and no threads. A server stores its rows and sends its views.
"""
