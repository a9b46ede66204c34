"""The ASGI application and the protocols it is served by."""
