"""The table in the browser: HTTP, WebSocket, storage and the clock."""
