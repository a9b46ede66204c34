"""Running a server: start-up, logs, metrics, maintenance."""
