"""Pictures of every page and state."""
