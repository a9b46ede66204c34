"""Schwimmen for Gymnasium: one seat against players of chosen levels.

Importing this registers ``schwimmen/Schwimmen-v0``.

>>> import gymnasium
>>> import schwimmen.envs.gymnasium
>>> env = gymnasium.make("schwimmen/Schwimmen-v0", preset="pagat", opponents="greedy")
>>> observation, info = env.reset(seed=7)
>>> env.action_space, observation.shape, info["action_mask"].shape
(Discrete(25), (348,), (25,))

Needs Gymnasium: ``pip install "schwimmen[gymnasium]"``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules import RuleSet, SchwimmenError, kernel
from schwimmen.rules.errors import whole_number
from schwimmen.rules.state import NOBODY, Records

from .installing import not_installed
from .layout import Layout
from .observation import observe
from .opponents import Opponent, one_for_each, table_for
from .options import ANSWERS, ILLEGAL, check_choice, rules_of
from .spreading import write_mask

try:
    import gymnasium
    from gymnasium.spaces import Box, Discrete

    from .rendering import RENDER_MODES, check_render_mode, rendered, scene_of
except ModuleNotFoundError as error:
    raise not_installed(error, "gymnasium") from None

ID: Final = "schwimmen/Schwimmen-v0"
LENGTHS: Final = ("round", "match")
METADATA: Final[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}


class SchwimmenEnv(gymnasium.Env[NDArray[np.int8], Any]):
    """One seat of a table; the others are played by ``opponents``.

    - ``preset``, ``players`` and ``options``: the rules, by the name of a preset, of which
      ``options`` (a mapping) changes some, or as a ``RuleSet``;
    - ``opponents``: a level (``random``, ``greedy``, ...) or any ``Player``, for all other seats;
      or one for each, from the left of the learner on;
    - ``seat``: the learner's seat, or ``None`` for another one by chance in every episode;
    - ``episode``: a ``round`` or a ``match``;
    - ``illegal``: the answer to an illegal action: ``penalty`` (the episode ends, with that for
      reward), or ``raise`` an ``IllegalAction``;
    - ``render_mode``: ``ansi``, ``human``, ``rgb_array`` or nothing.

    An observation is a row of ``int8`` as ``Layout`` says, an action its number. Every ``info`` has
    the ``action_mask`` (``int8``) and the ``seat``; after an illegal action also why it is
    ``illegal``. Rewards come at the end; they are those of ``schwimmen.envs.rewards``.

    The others' turns belong to the step before. An episode in which the learner would never act is
    begun anew. Raises ``SchwimmenError`` (a ``ValueError``) for options that are not valid,
    something that is no action, and an action after the end.
    """

    metadata = METADATA

    def __init__(
        self,
        preset: str | RuleSet = "pagat",
        players: int = 3,
        options: Mapping[str, Any] | None = None,
        *,
        opponents: Opponent | Sequence[Opponent] = "greedy",
        seat: int | None = None,
        episode: str = "round",
        illegal: str = "penalty",
        render_mode: str | None = None,
    ) -> None:
        self.rules = rules_of(preset, options)
        self.layout = Layout(self.rules, whole_number("players", players, 2))
        check_choice("episode", episode, LENGTHS)
        check_choice("illegal", illegal, ANSWERS)
        check_render_mode(render_mode)
        if seat is not None:
            whole_number("seat", seat, 0, players - 1)
        self.render_mode = render_mode
        self.action_space = Discrete(self.layout.actions)
        self.observation_space = Box(self.layout.low, self.layout.high, dtype=np.int8)
        self._fixed_seat = seat
        self._penalty = illegal == "penalty"
        self._opponents = one_for_each(opponents, players - 1)
        self._table = table_for(self.rules, self._opponents, episode == "match")
        self._seat = NOBODY
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin an episode; with a seed chance begins anew. There are no ``options`` for it."""
        super().reset(seed=seed)
        if self._fixed_seat is None:
            self._seat = int(self.np_random.integers(self.layout.players))
        else:
            self._seat = self._fixed_seat
        self._table.begin(self._seat, int(self.np_random.integers(1 << 63)))
        self._over = False
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Play an action of the learner, by its number, and then all others until its next turn."""
        if self._over:
            raise SchwimmenError("the episode is over, or has not begun: reset it first")
        refused = self._table.play(whole_number("action", action, 0, self.layout.actions - 1))
        reward = 0.0
        if refused is not None:
            if not self._penalty:
                raise refused
            reward, self._over = ILLEGAL, True
        elif self._table.over:
            reward, self._over = self._table.rewards[self._seat], True
        if self.render_mode == "human":
            self.render()
        info = self._info()
        if refused is not None:
            info["illegal"] = refused.reason
        return self._observation(), reward, self._over, False, info

    @property
    def records(self) -> tuple[Records, Records, Records]:
        """Rules, round and match as compiled functions take them, with index 0; to be read only.

        Raises ``SchwimmenError`` before the first episode.
        """
        if self._seat == NOBODY:
            raise SchwimmenError("no episode has begun yet: reset comes first")
        return self._table.records

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, none after the end; by the name that MaskablePPO asks for."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """The table as the learner sees it: text (``ansi``), printed text (``human``) or a picture.

        The picture (``rgb_array``) is an array of ``uint8`` of shape (height, width, 3).
        """
        _, rounds, matches = self.records
        names = ["learner", *(one if isinstance(one, str) else one.name for one in self._opponents)]
        seats = range(self.layout.players)
        clockwise = [names[(seat - self._seat) % len(names)] for seat in seats]
        scene = scene_of(self.rules, rounds, matches, clockwise, watching=(self._seat,))
        return rendered(self.render_mode, scene)

    def _observation(self) -> NDArray[np.int8]:
        seen = np.empty(self.layout.size, np.int8)
        observe(*self._table.records, 0, self._seat, seen)
        return seen

    def _mask(self) -> NDArray[np.int8]:
        mask = np.zeros(self.layout.actions, np.int8)
        if not self._over:
            rules, rounds, _ = self._table.records
            write_mask(kernel.legal(rules, rounds, 0), mask)
        return mask

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self._seat}


gymnasium.register(ID, entry_point=f"{__name__}:SchwimmenEnv")
