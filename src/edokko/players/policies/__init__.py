"""The players without a tree: random, greedy, the playout policy, the planner, and their mistakes."""
