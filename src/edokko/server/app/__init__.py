"""The process: the ASGI application, uvicorn, one process for each SQLite file, the log."""
