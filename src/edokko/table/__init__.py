"""A table: a game with its seats and settings, from the waiting room to its end, for a server or any other program.

It uses no database, no HTTP library and no threads. A server stores its rows and sends its views.
"""
