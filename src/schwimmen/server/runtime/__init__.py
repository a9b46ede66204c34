"""Runtime of a server: clock, logs, metrics, network addresses and the loader of the rules."""
