"""Search at decision time: determinization, beliefs, rollouts and best replies."""
