"""Operation of a server: start-up and maintenance."""
