"""Alerts to guests whose page is closed: found in the database, queued there, and sent by one of the processes."""
