"""The tables of a server process (``venue``), guests, players' pages, limits, and the check of stored tables."""
