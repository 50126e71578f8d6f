"""Routes and middleware for HTTP and WebSocket."""
