"""Tests of the background workers."""
