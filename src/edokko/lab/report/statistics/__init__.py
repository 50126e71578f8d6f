"""Estimates with intervals: sums by group of games, the jackknife over groups, regressions on sums."""
