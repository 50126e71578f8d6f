"""A table: a game with its seats and settings, from the waiting room to its end, for a server or any other program.

It uses no database and no HTTP library, and starts no threads. A venue keeps the tables of a process over a store, in
memory here; operations answer requests, and a worker searches for computer players, hints, analyses and reviews.
"""
