"""Tests of the database: group commit, backups, administration."""
