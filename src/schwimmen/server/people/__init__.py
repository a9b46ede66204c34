"""Players of the server: identity of devices, profiles, ratings, match history."""
