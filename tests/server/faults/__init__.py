"""Faults and restarts of workers behind nginx on PostgreSQL, during running matches."""
