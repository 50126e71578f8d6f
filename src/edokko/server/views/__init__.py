"""What clients see: the shapes of the API made from a game and its table."""
