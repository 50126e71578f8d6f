"""The champion: a small network of whole numbers that judges positions, and the search around it."""
