"""A game at the terminal: the saved games, the screen, the menu of choices, and the session that joins them."""
