"""The making of tables."""

from __future__ import annotations

import secrets

import pytest

from edokko.table.commands.making import new_id


def test_an_id_is_never_an_option_of_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-dash", "_line", "plain"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: next(drawn))
    assert new_id() == "plain"
