"""Building the folder that needs no server: what is wrong is said in a sentence, and nothing is written."""

from __future__ import annotations

from tests.helpers.terminal import run


def wrong(*words: str) -> str:
    """Return what the command says of a wrong request, after checking its exit code."""
    done = run("build-site", *words)
    assert done.returncode == 2, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr
