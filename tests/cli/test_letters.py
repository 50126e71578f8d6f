"""Output on a terminal without UTF-8: every sign has a fallback of one column."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from edokko.board.view import MARKS, NEUTRAL_MARK, STEP_DONE, STEP_OPEN
from edokko.catalogue import Catalogue, languages, messages
from edokko.cli.letters import nearest
from edokko.words import Words
from tests.helpers.paths import SOURCE


def test_marks_and_experience_have_distinct_fallbacks() -> None:
    signs = [*MARKS, NEUTRAL_MARK, STEP_DONE, STEP_OPEN]
    assert len({nearest(sign) for sign in signs}) == len(signs)
    assert "?" not in nearest("".join(signs))


@pytest.mark.parametrize("language", languages())
def test_names_of_cards_are_written_in_ascii_at_the_same_width(language: str) -> None:
    words = Words(Catalogue(language))
    for card in (*words.components.characters, *words.components.buildings):
        name = words.card(card)
        assert nearest(name).isascii()
        assert "?" not in nearest(name)
        assert len(nearest(name)) == len(name)


def test_an_unknown_letter_is_a_question_mark() -> None:
    assert nearest("江戸 Édo") == "?? Edo"


@pytest.mark.parametrize("language", languages())
def test_no_message_has_a_sign_without_a_fallback(language: str) -> None:
    text = (SOURCE / "edokko" / "catalogue" / f"{language}.ftl").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("web-")]
    unknown = {sign for line in lines for sign in line if not sign.isascii() and nearest(sign) == "?"}
    assert not unknown - {"¿"}
    assert messages(language)


def test_a_game_in_ascii_shows_owners_and_experience(tmp_path: Path) -> None:
    process = subprocess.run(
        [sys.executable, "-m", "edokko.cli", "play", "--seats", "human,greedy", "--seed", "1"],
        env={
            "PYTHONPATH": str(SOURCE),
            "PYTHONIOENCODING": "ascii",
            "TERM": "dumb",
            "LC_ALL": "C",
            "EDOKKO_LANGUAGE": "fr",
            "XDG_DATA_HOME": str(tmp_path),
        },
        input="1\n1\nq\n",
        text=True,
        capture_output=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    assert re.search(r"[A-D]1 # Vende\w+ d.* ooo Col \d", process.stdout)
    assert "^ Joueur" in process.stdout
    assert "Batiments proposes" in process.stdout
