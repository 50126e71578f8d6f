"""Environments for learning and search: observations, many games at once, PettingZoo and Gymnasium.

Importing this package registers ``edokko/IKI-v0`` with Gymnasium and PettingZoo, if they are installed, and
``edokko/IKISelfPlay-v0`` with Gymnasium.
"""

from edokko.envs.registration import register

register()
