"""Blueprints: policies learnt offline, looked up by information set."""
