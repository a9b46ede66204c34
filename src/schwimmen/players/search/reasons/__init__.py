"""Reasons of a decision, from facts that make the difference."""
