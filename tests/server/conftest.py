from edokko.server.app.features import FEATURES
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

for feature in FEATURES:
    # Commands that a test calls by themselves raise problems of features, too.
    STATUS.update(feature.problems)
