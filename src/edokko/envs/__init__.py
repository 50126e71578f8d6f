"""Environments for learning and search: observations, many games at once, PettingZoo and Gymnasium.

Importing this package registers ``edokko/IKI-v0`` with Gymnasium and PettingZoo, if they are installed.
"""

from edokko.envs.registration import register

register()
