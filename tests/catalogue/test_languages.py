"""Every language has the messages of English, with the same variables."""

from __future__ import annotations

import pytest

from edokko.catalogue import languages
from tests.helpers.messages import shipped, variables


def differences(english: str, other: str) -> list[str]:
    """List missing messages, surplus messages and different variables of another language."""
    expected, actual = variables(english), variables(other)
    lines = [f"{name}: missing" for name in expected if name not in actual]
    lines += [f"{name}: not in English" for name in actual if name not in expected]
    for name in expected:
        if name in actual and expected[name] != actual[name]:
            lines.append(f"{name}: has {sorted(actual[name])}, English has {sorted(expected[name])}")
    return sorted(lines)


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_messages_and_the_variables_of_english(language: str) -> None:
    assert differences(shipped("en"), shipped(language)) == []


ENGLISH = """
-game = Iki
hello = Hello { $name } from { -game }
coins = { $count ->
    [one] 1 coin
   *[other] { $count } coins of { $owner }
}
save = Save
    .title = Save { $file }
greeting = { hello }!
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Hello { $name } from { -game }", "{ -game } vous salue, { $name }", []),
        ("{ $name } from", "{ $nom } from", ["greeting: has ['nom'], English has ['name']", "hello: has ['nom'], "]),
        (" of { $owner }", "", ["coins: has ['count'], English has ['count', 'owner']"]),
        ("[one] 1 coin", "[one] { $count } of { $stranger }", ["coins: has ['count', 'owner', 'stranger'], "]),
        ("{ $count ->", "{ $number ->", ["coins: has ['count', 'number', 'owner'], "]),
        ("Save { $file }", "Save", ["save.title: has [], English has ['file']"]),
        ("    .title = Save { $file }\n", "", ["save.title: missing"]),
        (".title", ".label", ["save.label: not in English", "save.title: missing"]),
        ("greeting = ", "bye = ", ["bye: not in English", "greeting: missing"]),
        ("{ hello }!", "Hello { $name }!", []),
        ("{ hello }!", "Hello!", ["greeting: has [], English has ['name']"]),
    ],
)
def test_the_comparison_lists_all_differences(old: str, new: str, expected: list[str]) -> None:
    assert ENGLISH.count(old) == 1
    lines = differences(ENGLISH, ENGLISH.replace(old, new))
    assert len(lines) == len(expected)
    assert all(line.startswith(start) for line, start in zip(lines, expected, strict=True)), lines
