"""Models of all that the server and its clients exchange."""
