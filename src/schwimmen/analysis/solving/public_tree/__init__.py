"""Public tree of a round of two, with all possible hands of each seat."""
