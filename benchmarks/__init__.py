"""Benchmarks; README.md has their results and says how to repeat them."""
