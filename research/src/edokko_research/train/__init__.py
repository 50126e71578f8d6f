"""Training of the champion's network on positions at the beginning of months, with the results of their games.

Everything but :mod:`edokko_research.train.model` and :mod:`edokko_research.train.fitting` works without PyTorch.
"""
