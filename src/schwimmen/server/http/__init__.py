"""ASGI application and the HTTP and WebSocket protocols that serve it."""
