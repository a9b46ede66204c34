from .batch import BatchEnv, Outcome, Policy, Scripted, uniform
from .layout import Layout

__all__ = ["BatchEnv", "Layout", "Outcome", "Policy", "Scripted", "uniform"]
