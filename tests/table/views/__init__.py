"""Tests of views and problems."""
