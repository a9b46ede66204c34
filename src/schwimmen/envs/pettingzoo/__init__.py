"""Schwimmen for PettingZoo, named as PettingZoo's own environments are.

>>> from schwimmen.envs import pettingzoo as schwimmen_v0
>>> env = schwimmen_v0.env(preset="dutch", players=4, episode="match")
>>> env.reset(seed=1)
>>> env.agent_selection
'player_1'

Needs PettingZoo: ``pip install "schwimmen[pettingzoo]"``.
"""

from ..installing import not_installed

try:
    from .aec import env, raw_env
    from .parallel import parallel_env
except ModuleNotFoundError as error:
    raise not_installed(error, "pettingzoo") from None

__all__ = ["env", "parallel_env", "raw_env"]
