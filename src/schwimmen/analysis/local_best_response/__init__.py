"""Local best response: a lower bound on how much a policy can lose."""
