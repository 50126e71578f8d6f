"""The error of the compliance tests."""

from __future__ import annotations


class NonCompliance(AssertionError):
    """A player or an environment breaks its contract; the message says how, and where."""
