"""What server processes tell one another: the bus, presence, and signals."""
