"""A game at the terminal: saved games, the screen, the prompt, and the session that connects them."""
