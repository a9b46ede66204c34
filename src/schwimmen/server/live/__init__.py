"""Tables in memory: their log, audience, bots, timers, and the sockets of players."""
