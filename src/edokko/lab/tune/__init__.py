"""Tuning: the numbers of the players found by play, with every run kept so that it can be gone on with and looked at.

``space`` says what may change and how far, ``contest`` what a candidate is worth, ``study`` lets an optimiser look,
``verdict`` asks once more on fresh games. ``positions`` and ``outlook_fit`` read the outlook off games. ``write`` puts
it all down.
"""
