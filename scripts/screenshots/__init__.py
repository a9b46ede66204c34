"""Screenshots of every page and state."""
