"""Players: profiles, devices, match history, ratings."""
