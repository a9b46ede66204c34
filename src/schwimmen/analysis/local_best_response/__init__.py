"""Local best response: a lower bound on the exploitability of a policy."""
