"""Environments for learning and search: observations, many games at once, PettingZoo and Gymnasium."""
