"""What several test modules share: servers, terminals, browsers, positions laid out by hand."""
