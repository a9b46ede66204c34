from .environment import BatchEnv as BatchEnv
from .policies import Outcome as Outcome
from .policies import Policy as Policy
from .policies import Scripted as Scripted
from .policies import uniform as uniform

__all__ = ["BatchEnv", "Outcome", "Policy", "Scripted", "uniform"]
