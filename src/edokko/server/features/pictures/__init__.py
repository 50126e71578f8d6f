"""Pictures of positions, for the previews of links and for players."""
