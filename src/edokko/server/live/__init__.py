"""Live channels and presence."""
