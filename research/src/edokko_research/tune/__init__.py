"""Tuning of the players' numbers by self-play. Every run is stored, so that it can be resumed and inspected.

``space`` defines the search space, ``contest`` the objective, ``study`` runs the optimiser, ``verdict`` tests the
result on fresh games. ``positions`` and ``outlook_fit`` fit the outlook to games. ``write`` writes the files.
"""
