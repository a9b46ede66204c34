"""What travels between the server and its clients."""
