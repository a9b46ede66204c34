"""Puzzles: decisions of which one action is clearly the best, but not the obvious one."""
