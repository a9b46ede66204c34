"""Compiled rules: arrays of records and the functions that play on them."""
