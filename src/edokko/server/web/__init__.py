"""HTTP and WebSocket: what stands between the network and the tables."""
