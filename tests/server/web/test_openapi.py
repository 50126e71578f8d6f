"""The API against its OpenAPI schema: schemathesis sends valid and invalid requests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from tests.helpers.server import Person, Server, sqlite_in

CHECKS = [
    not_a_server_error,
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
]
PATIENCE = 60.0
"""Seconds for an answer: on a machine that runs other tests beside it."""


@pytest.fixture(scope="module")
def api_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, str]]:
    """Return the address of a fresh server, a token and a table."""
    server = Server(sqlite_in(tmp_path_factory.mktemp("api_server")), {"EDOKKO_BOT_TABLES": "100"})
    server.start()
    person = Person(server)
    table = person.table("you", "local")["table"]["id"]
    token = person.post("/api/tokens", {"name": "test"}, 201)["secret"]
    yield server.address, token, table
    person.close()
    assert server.stop() == 0


def has_invalid_requests(operation: Any) -> bool:
    """Check whether an input of an operation can break its schema; a part of the path that is any string cannot."""
    return bool(operation.body) or any(
        parameter.definition["schema"] != {"type": "string"} for parameter in operation.iter_parameters()
    )


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.name.lower())
def test_every_answer_conforms_to_the_schema(api_server: tuple[str, str, str], mode: GenerationMode) -> None:
    address, token, table = api_server
    description = schemathesis.openapi.from_url(f"{address}/api/openapi.json")
    # A body may break its schema by its size: the server refuses it before it reads it.
    description.config.checks.negative_data_rejection.expected_statuses.append("413")
    # UTF-8 has all characters but the surrogates. For a codec, a new checkout tries each of a million for a second.
    description.config.generation.codec = None
    operations = []
    for found in description.get_all_operations():
        assert isinstance(found, Ok)
        # The event stream has no end; test_programs.py reads it.
        if found.ok().path != "/api/stream" and (mode is GenerationMode.POSITIVE or has_invalid_requests(found.ok())):
            operations.append(found.ok())
    assert len(operations) > 20
    for operation in operations:

        @given(case=operation.as_strategy(generation_mode=mode))
        @settings(max_examples=7, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        def answers(case: schemathesis.Case[Any]) -> None:
            if mode is GenerationMode.POSITIVE and "table" in case.path_parameters:
                # Without a real id every answer would be no_table.
                case.path_parameters["table"] = table
            headers = {"Authorization": f"Bearer {token}"}
            response = case.call(base_url=address, headers=headers, timeout=PATIENCE)
            case.validate_response(response, checks=CHECKS)

        answers()


def test_request_bodies_are_closed_and_live_messages_are_in_the_schema(api_server: tuple[str, str, str]) -> None:
    schemas = httpx.get(f"{api_server[0]}/api/openapi.json").json()["components"]["schemas"]
    assert schemas["Play"]["additionalProperties"] is False
    assert schemas["LiveView"]["properties"]["view"] == {"$ref": "#/components/schemas/TableView"}
    assert {"LivePresence", "LiveGone", "LivePong", "Problem"} <= set(schemas)
