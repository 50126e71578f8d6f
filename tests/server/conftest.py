from edokko.server.app.features import FEATURES
from edokko.server.web.errors import PROBLEMS
from edokko.table.problems import STATUS
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

# Commands that a test calls by themselves raise problems of the server and of its features, too.
STATUS.update(PROBLEMS)
for feature in FEATURES:
    STATUS.update(feature.problems)
