"""Native playouts of sibling moves: the games they come from, the candidates of a decision, and their results."""
