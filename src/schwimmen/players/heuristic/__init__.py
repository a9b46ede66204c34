"""Human-like levels: evaluation of actions, a policy, and profiles."""
