"""Exact and approximate solutions of rounds of two in small games."""
