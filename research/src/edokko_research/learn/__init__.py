"""Learning by games against a league: PPO for the policy network that the package can play."""
