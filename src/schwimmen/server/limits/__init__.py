"""Limits of requests, connections and tables for each address and player."""
