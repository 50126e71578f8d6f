"""Series: several games of the same players, with a common score."""
