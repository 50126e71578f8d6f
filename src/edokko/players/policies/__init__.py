"""The players without a tree: random, greedy, the playout policy and the planner."""
