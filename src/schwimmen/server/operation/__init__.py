"""Operation of a server: start-up, health and maintenance."""
