from .environment import BatchEnv as BatchEnv
from .policies import CompiledPolicy as CompiledPolicy
from .policies import Policy as Policy
from .policies import RunResult as RunResult
from .policies import uniform as uniform

__all__ = ["BatchEnv", "CompiledPolicy", "Policy", "RunResult", "uniform"]
