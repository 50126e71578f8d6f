"""The engine in C: the rules translated from their Python source, compiled and called."""
