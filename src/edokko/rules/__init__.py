"""The rules of IKI: one source, run as plain Python for interactive games and native for searches.

Every function of this package takes ``tables`` (the components as flat arrays, see
:mod:`edokko.rules.tables`) and ``state`` (one game, see :mod:`edokko.rules.engine.fields`).
Section numbers in comments are those of ``docs/play/rules.md``.
"""
