"""A venue in a browser, without a server, and the folder that brings it there."""
