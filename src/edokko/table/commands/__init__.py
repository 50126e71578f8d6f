"""Commands on a table that several callers share: requests, computer players, clocks, and tasks of a server."""
