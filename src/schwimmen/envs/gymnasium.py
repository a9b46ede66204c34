"""Schwimmen for Gymnasium: one seat against players of chosen levels.

Importing this registers ``schwimmen/Schwimmen-v0``.

>>> import gymnasium
>>> import schwimmen.envs.gymnasium
>>> env = gymnasium.make("schwimmen/Schwimmen-v0", preset="pagat", opponents="greedy")
>>> observation, info = env.reset(seed=7)
>>> env.action_space, int(info["action_mask"].sum())
(Discrete(25), 22)

Needs Gymnasium: ``pip install "schwimmen[gymnasium]"``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.players import Player, make_player
from schwimmen.rules import IllegalAction, Match, RuleSet, SchwimmenError, kernel

from .installing import not_installed
from .layout import Layout
from .observation import observe
from .options import ANSWERS, ILLEGAL, RENDER_MODES, check_choice, rules_of, whole_number
from .rendering import picture
from .rewards import reward_match, reward_round
from .spreading import write_mask

try:
    import gymnasium
    from gymnasium.spaces import Box, Discrete
except ModuleNotFoundError as error:
    raise not_installed(error, "gymnasium") from None

ID: Final = "schwimmen/Schwimmen-v0"
LENGTHS: Final = ("round", "match")
METADATA: Final[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}

Opponent: TypeAlias = str | Player


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
    - ``render_mode``: ``ansi``, ``human`` or nothing.

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
        if render_mode is not None:
            check_choice("render_mode", render_mode, RENDER_MODES)
        if seat is not None:
            whole_number("seat", seat, 0, players - 1)
        self.render_mode = render_mode
        self.action_space = Discrete(self.layout.actions)
        self.observation_space = Box(self.layout.low, self.layout.high, dtype=np.int8)
        self._fixed_seat = seat
        self._whole_match = episode == "match"
        self._penalty = illegal == "penalty"
        self._opponents = _one_for_each(opponents, players - 1)
        self._match: Match | None = None
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin an episode; with a seed chance begins anew. There are no ``options`` for it."""
        super().reset(seed=seed)
        chance = Random(int(self.np_random.integers(2**63)))
        players = self.layout.players
        self._seat = chance.randrange(players) if self._fixed_seat is None else self._fixed_seat
        seated = [
            make_player(opponent, chance.getrandbits(64)) if isinstance(opponent, str) else opponent
            for opponent in self._opponents
        ]
        self._others = {
            (self._seat + place) % players: player for place, player in enumerate(seated, start=1)
        }
        self._over = True
        while self._over:
            self._match = Match(self.rules, players, chance=chance)
            self._play_others(self._match)
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Play an action of the learner, by its number, and then all others until its next turn."""
        match = self._running()
        number = whole_number("action", action, 0, self.layout.actions - 1)
        reward, refused = 0.0, None
        try:
            match.play(number)
        except IllegalAction as error:
            if not self._penalty:
                raise
            reward, refused, self._over = ILLEGAL, error.reason, True
        else:
            self._play_others(match)
            if self._over:
                reward = self._reward(match)
        if self.render_mode == "human":
            self.render()
        info = self._info() if refused is None else self._info() | {"illegal": refused}
        return self._observation(), reward, self._over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, none after the end; by the name that MaskablePPO asks for."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """The table as text, as the learner sees it: returned (``ansi``) or printed (``human``)."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() was called, but no render_mode was chosen")
            return None
        match = self._match
        if match is None:
            raise SchwimmenError("no episode has begun yet: reset comes first")
        _, rounds, matches = match.records
        names = [
            "learner" if seat == self._seat else self._others[seat].name
            for seat in range(self.layout.players)
        ]
        text = picture(self.rules, rounds, matches, names, watching=(self._seat,))
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def _running(self) -> Match:
        if self._match is None or self._over:
            raise SchwimmenError("the episode is over, or has not begun: reset it first")
        return self._match

    def _play_others(self, match: Match) -> None:
        """Play on to the learner's next turn, or to the end of the episode."""
        while not match.over:
            seat = match.to_act
            if seat == self._seat:
                self._over = False
                return
            if seat is not None:
                match.play(self._others[seat].choose(match.view(seat)))
            elif self._whole_match:
                match.deal()
            else:
                break
        self._over = True

    def _reward(self, match: Match) -> float:
        numbers, rounds, matches = match.records
        earned = np.zeros(self.layout.players, np.float32)
        if self._whole_match:
            reward_match(matches, 0, earned)
        else:
            reward_round(numbers, rounds, 0, earned)
        return float(earned[self._seat])

    def _observation(self) -> NDArray[np.int8]:
        assert self._match is not None
        seen = np.empty(self.layout.size, np.int8)
        observe(*self._match.records, 0, self._seat, seen)
        return seen

    def _mask(self) -> NDArray[np.int8]:
        mask = np.zeros(self.layout.actions, np.int8)
        if self._match is not None and not self._over:
            numbers, rounds, _ = self._match.records
            write_mask(kernel.legal(numbers, rounds, 0), mask)
        return mask

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self._seat}


def _one_for_each(opponents: Opponent | Sequence[Opponent], number: int) -> list[Opponent]:
    """One opponent for each seat but the learner's. Raises ``SchwimmenError`` unless they fit."""
    if isinstance(opponents, Sequence) and not isinstance(opponents, str):
        each = list(opponents)
    else:
        each = [opponents] * number
    if len(each) != number:
        raise SchwimmenError(f"opponents: {len(each)} for {number} seats")
    for opponent in each:
        if isinstance(opponent, str):
            make_player(opponent)
        elif isinstance(opponent, type) or not callable(getattr(opponent, "choose", None)):
            kind = type(opponent).__name__
            raise SchwimmenError(f"opponents: a level or a player is wanted, not {kind}")
    return each


gymnasium.register(ID, entry_point=f"{__name__}:SchwimmenEnv")
