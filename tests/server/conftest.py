from tests.helpers.server import database, empty_database, launch, person, postgres, server, visitor

__all__ = ["database", "empty_database", "launch", "person", "postgres", "server", "visitor"]
