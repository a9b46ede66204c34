"""Statistics of played matches: facts, figures and ratings."""
