"""Training of the champion's network on siblings: the positions after each move of one decision, labelled by playouts.

Everything but :mod:`edokko.lab.train.model` and :mod:`edokko.lab.train.fitting` works without PyTorch.
"""
