"""Operation of a server: the ASGI application, start-up and maintenance."""
