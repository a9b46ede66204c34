"""Gymnasium environment: one seat for the learner, the others for opponents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.extras import require_extra
from schwimmen.players import Player
from schwimmen.players.player import check_player, chosen_action
from schwimmen.players.policies import all_compiled, policies_of
from schwimmen.rules import IllegalAction, Match, RuleSet, SchwimmenError
from schwimmen.rules.core import kernel
from schwimmen.rules.core.state import NO_SEAT, RecordArray
from schwimmen.rules.errors import whole_number

from .bitmask_simd import write_mask
from .episode import Episode
from .episode_kernel import reward_match, reward_round
from .layout import ObservationLayout
from .observation import observe
from .options import ILLEGAL_MODES, ILLEGAL_REWARD, check_choice, resolve_rules

Opponent: TypeAlias = str | Player
"""Opponent: a word for ``schwimmen.bots.make_bot``, or a player."""


class LearnerTable(Protocol):
    """Table of a learner and its opponents; the learner is to act unless it is ``over``.

    ``arrays`` are rules, round and match as compiled functions take them, with index 0.
    ``rewards`` has the rewards of the finished episode, one for each seat.
    """

    over: bool
    rewards: Sequence[float]

    @property
    def arrays(self) -> tuple[RecordArray, RecordArray, RecordArray]: ...

    def begin(self, seat: int, seed: int) -> None:
        """Begin an episode with the learner at a seat, in which it acts at least once."""

    def play(self, number: int) -> IllegalAction | None:
        """Play an action of the learner, then those of all others until its next turn.

        Returns the error of an illegal action, ``None`` for a legal one.
        """


def make_table(rules: RuleSet, opponents: Sequence[Opponent], by_match: bool) -> LearnerTable:
    """Return a table for opponents, from the learner's left on; compiled if all of them are."""
    levels = [opponent for opponent in opponents if isinstance(opponent, str)]
    if len(levels) == len(opponents) and all_compiled(levels):
        return CompiledTable(rules, levels, by_match)
    return PlayerTable(rules, opponents, by_match)


def opponents_by_seat(opponents: Opponent | Sequence[Opponent], number: int) -> list[Opponent]:
    """Return one opponent for each of ``number`` seats.

    Raises ``SchwimmenError`` for another number of opponents.
    """
    if isinstance(opponents, Sequence) and not isinstance(opponents, str):
        each = list(opponents)
    else:
        each = [opponents] * number
    if len(each) != number:
        raise SchwimmenError(f"opponents: {len(each)} for {number} seats")
    for opponent in each:
        if isinstance(opponent, str):
            _player_of(opponent)
        else:
            check_player(opponent, "opponents")
    return each


def _player_of(word: str, seed: int | None = None) -> Player:
    """Return a new player for the word that names a bot."""
    from schwimmen.bots import make_bot  # which imports observations from this package

    return make_bot(word, seed)


class CompiledTable:
    """Table of a learner and compiled levels, in compiled code."""

    def __init__(self, rules: RuleSet, levels: Sequence[str], by_match: bool) -> None:
        players = len(levels) + 1
        self._episode = Episode(rules, players, length="match" if by_match else "round")
        clockwise = [levels[0], *levels]  # from the learner on, whose own level is not used
        self._policies = [
            policies_of(rules, [clockwise[(place - seat) % players] for place in range(players)])
            for seat in range(players)
        ]
        self.over = True
        self.rewards: Sequence[float] = ()

    @property
    def arrays(self) -> tuple[RecordArray, RecordArray, RecordArray]:
        return self._episode.arrays

    def begin(self, seat: int, seed: int) -> None:
        self._seat = seat
        self._episode.reset(seed)
        self._play_others()
        while self.over:
            self._episode.reset()
            self._play_others()

    def play(self, number: int) -> IllegalAction | None:
        refused = self._episode.play(number)
        if refused is not None:
            return self._episode.illegal_action(number, refused)
        self._play_others()
        return None

    def _play_others(self) -> None:
        episode = self._episode
        episode.play_others(self._policies[self._seat], self._seat)
        self.over = episode.to_act == NO_SEAT
        self.rewards = episode.rewards or ()


class PlayerTable:
    """Table of a learner and players that choose from views."""

    def __init__(self, rules: RuleSet, opponents: Sequence[Opponent], by_match: bool) -> None:
        self._rules = rules
        self._opponents = opponents
        self._by_match = by_match
        self._players: Mapping[int, Player] = {}
        self.over = True
        self.rewards: Sequence[float] = ()

    @property
    def arrays(self) -> tuple[RecordArray, RecordArray, RecordArray]:
        return self._match.arrays

    def begin(self, seat: int, seed: int) -> None:
        chance = Random(seed)
        seats = len(self._opponents) + 1
        self._seat = seat
        self._players = {
            (seat + place) % seats: _player_of(opponent, chance.getrandbits(64))
            if isinstance(opponent, str)
            else opponent
            for place, opponent in enumerate(self._opponents, start=1)
        }
        self.over = True
        while self.over:
            self._match = Match(self._rules, seats, chance=chance)
            self._play_others()

    def play(self, number: int) -> IllegalAction | None:
        try:
            self._match.play(number)
        except IllegalAction as error:
            return error
        self._play_others()
        return None

    def _play_others(self) -> None:
        """Play to the learner's next turn, or to the end of the episode."""
        match = self._match
        while not match.over:
            seat = match.to_act
            if seat == self._seat:
                self.over = False
                return
            if seat is not None:
                match.play(chosen_action(self._players[seat], match.view(seat)))
            elif self._by_match:
                match.deal()
            else:
                break
        self.over = True
        rewards = np.zeros(len(match.players))
        rules, rounds, matches = match.arrays
        if self._by_match:
            reward_match(matches, 0, rewards)
        else:
            reward_round(rules, rounds, 0, rewards)
        self.rewards = rewards.astype(np.float32).tolist()


try:
    import gymnasium
    from gymnasium.spaces import Box, Discrete

    from .scene import RENDER_MODES, check_render_mode, render_scene, scene_of
except ModuleNotFoundError:
    require_extra("gymnasium", __name__)
    raise

ID: Final = "schwimmen/Schwimmen-v0"
LENGTHS: Final = ("round", "match")
METADATA: Final[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}


class SchwimmenEnv(gymnasium.Env[NDArray[np.int8], Any]):
    """Gymnasium environment of one seat of a table; ``opponents`` play the others.

    - ``preset``, ``players`` and ``options``: the rules, as a ``RuleSet`` or the name of a preset
      with ``options`` (a mapping) that change it;
    - ``opponents``: a level (``random``, ``greedy``, ...), another word for
      ``schwimmen.bots.make_bot`` or a ``Player`` for all other seats, or one for each, from the
      left of the learner on;
    - ``seat``: the learner's seat, or ``None`` for a random one in every episode;
    - ``episode``: a ``round`` or a ``match``;
    - ``illegal``: the response to an illegal action: ``penalty`` (the episode ends with a negative
      reward), or ``raise`` an ``IllegalAction``;
    - ``render_mode``: ``ansi``, ``human``, ``rgb_array`` or ``None``.

    An observation is a row of ``int8``, which ``ObservationLayout`` describes; an action is its
    number. Every ``info`` has the ``action_mask`` (``int8``) and the ``seat``, and after an illegal
    action its reason as ``illegal``. Rewards come at the end; they are those of
    ``schwimmen.envs.episode_kernel``.

    A step includes the turns of the opponents after it. An episode in which the learner never acts
    is replaced by another. Raises ``SchwimmenError`` (a ``ValueError``) for invalid options and
    action numbers, and for an action after the end.
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
        self.rules = resolve_rules(preset, options)
        self.layout = ObservationLayout(self.rules, whole_number("players", players, 2))
        check_choice("episode", episode, LENGTHS)
        check_choice("illegal", illegal, ILLEGAL_MODES)
        check_render_mode(render_mode)
        if seat is not None:
            whole_number("seat", seat, 0, players - 1)
        self.render_mode = render_mode
        self.action_space = Discrete(self.layout.actions)
        self.observation_space = Box(self.layout.low, self.layout.high, dtype=np.int8)
        self._fixed_seat = seat
        self._penalty = illegal == "penalty"
        self._opponents = opponents_by_seat(opponents, players - 1)
        self._table = make_table(self.rules, self._opponents, episode == "match")
        self._seat = NO_SEAT
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin an episode; ``seed`` reseeds the random generator. ``options`` is not used."""
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
        """Play an action of the learner, by its number, and the opponents until its next turn."""
        if self._over:
            raise SchwimmenError("the episode is over or has not begun: call reset first")
        refused = self._table.play(whole_number("action", action, 0, self.layout.actions - 1))
        reward = 0.0
        if refused is not None:
            if not self._penalty:
                raise refused
            reward, self._over = ILLEGAL_REWARD, True
        elif self._table.over:
            reward, self._over = self._table.rewards[self._seat], True
        if self.render_mode == "human":
            self.render()
        info = self._info()
        if refused is not None:
            info["illegal"] = refused.reason
        return self._observation(), reward, self._over, False, info

    @property
    def arrays(self) -> tuple[RecordArray, RecordArray, RecordArray]:
        """Rules, round and match as compiled functions take them, with index 0; read only.

        Raises ``SchwimmenError`` before the first episode.
        """
        if self._seat == NO_SEAT:
            raise SchwimmenError("no episode has begun: call reset first")
        return self._table.arrays

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions, empty after the end, for MaskablePPO."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """Render the table as the learner sees it: as text (``ansi``, ``human``) or as an image.

        ``human`` prints the text. The image (``rgb_array``) is an array of ``uint8`` of shape
        (height, width, 3).
        """
        _, rounds, matches = self.arrays
        names = ["learner", *(one if isinstance(one, str) else one.name for one in self._opponents)]
        seats = range(self.layout.players)
        clockwise = [names[(seat - self._seat) % len(names)] for seat in seats]
        scene = scene_of(self.rules, rounds, matches, clockwise, visible=(self._seat,))
        return render_scene(self.render_mode, scene)

    def _observation(self) -> NDArray[np.int8]:
        observation = np.empty(self.layout.size, np.int8)
        observe(*self._table.arrays, 0, self._seat, observation)
        return observation

    def _mask(self) -> NDArray[np.int8]:
        mask = np.zeros(self.layout.actions, np.int8)
        if not self._over:
            rules, rounds, _ = self._table.arrays
            write_mask(kernel.legal(rules, rounds, 0), mask)
        return mask

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self._seat}


gymnasium.register(ID, entry_point=f"{__name__}:SchwimmenEnv")
