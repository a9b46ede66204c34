"""Schwimmen for PettingZoo, with the names of PettingZoo's own environments.

Importing this also registers ``schwimmen/schwimmen-v0``, for ``pettingzoo.make``.

>>> from schwimmen.envs import pettingzoo as schwimmen_v0
>>> env = schwimmen_v0.env(preset="dutch", players=4, episode="match")
>>> env.reset(seed=1)
>>> env.agent_selection
'player_2'

Needs PettingZoo: ``pip install "schwimmen[pettingzoo]"``.
"""

from typing import Final

from schwimmen.extras import require_extra

try:
    import pettingzoo

    from .aec import env, raw_env
    from .parallel import parallel_env
except ModuleNotFoundError:
    require_extra("pettingzoo", __name__)
    raise

ID: Final = "schwimmen/schwimmen-v0"
"""Name of the environment for ``pettingzoo.make``."""

if hasattr(pettingzoo, "register"):  # missing in older versions of PettingZoo
    pettingzoo.register("aec", ID, f"{__name__}:env")
    pettingzoo.register("parallel", ID, f"{__name__}:parallel_env")

__all__ = ["ID", "env", "parallel_env", "raw_env"]
