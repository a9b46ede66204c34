"""Operation of a server: command line, start-up, logs, metrics, health and maintenance."""
