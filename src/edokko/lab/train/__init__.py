"""Training of the champion's network on positions at the beginning of months, with the results of their games.

Everything but :mod:`edokko.lab.train.model` and :mod:`edokko.lab.train.fitting` works without PyTorch.
"""
