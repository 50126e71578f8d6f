"""Tests of refusals, previews and dangers."""
