from .batch import RANDOM, BatchEnv, Outcome, Policy, Scripted, uniform
from .layout import Layout

__all__ = ["RANDOM", "BatchEnv", "Layout", "Outcome", "Policy", "Scripted", "uniform"]
