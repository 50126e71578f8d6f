"""What clients see beside tables: guests, and the previews of links."""
