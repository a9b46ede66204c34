"""HTTP and WebSocket: protocols, middleware, error responses, services of requests, files."""
