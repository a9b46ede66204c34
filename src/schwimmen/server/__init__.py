"""Game server: HTTP, WebSocket, live tables, storage, people, rate limits and operation."""
