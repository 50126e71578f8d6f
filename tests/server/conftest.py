from conftest_server import database, launch, person, postgres, server, visitor

__all__ = ["database", "launch", "person", "postgres", "server", "visitor"]
