from tests.helpers.server import (
    database,
    empty_database,
    launch,
    person,
    postgres,
    pytest_generate_tests,
    server,
    visitor,
)

__all__ = [
    "database",
    "empty_database",
    "launch",
    "person",
    "postgres",
    "pytest_generate_tests",
    "server",
    "visitor",
]
