"""The public tree of a round of two, with all hands each seat may hold in it."""
