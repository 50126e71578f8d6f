"""Tests of tables, the lobby and quotas."""
