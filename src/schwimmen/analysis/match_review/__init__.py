"""Review of a match: the loss of every action, luck and skill, and the chances of all seats."""
