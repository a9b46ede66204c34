from .batch import BatchEnv, CompiledPolicy, Policy, RunResult, uniform
from .layout import ObservationLayout

__all__ = ["BatchEnv", "CompiledPolicy", "ObservationLayout", "Policy", "RunResult", "uniform"]
