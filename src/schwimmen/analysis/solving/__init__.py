"""Exact and approximate solutions of small rounds of two."""
