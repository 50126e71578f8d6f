"""Tests of the application's start and its log."""
