"""HTTP and WebSocket: protocols, error responses, services of requests, files of the page."""
