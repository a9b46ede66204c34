"""Faults during running matches: two workers behind nginx on PostgreSQL, one of which fails."""
