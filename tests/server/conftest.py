from conftest_server import database, person, postgres, server

__all__ = ["database", "person", "postgres", "server"]
