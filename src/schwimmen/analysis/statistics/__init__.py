"""Figures of matches that were played: facts, statistics, ratings."""
