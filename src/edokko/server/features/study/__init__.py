"""Studies: trees of variations that guests save and share."""
