"""Batched environment: thousands of rounds or matches at once, in arrays that it owns."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from copy import deepcopy
from itertools import pairwise
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from schwimmen.players.cpu_count import cpu_count
from schwimmen.rules import RuleSet, SchwimmenError
from schwimmen.rules.core.rng import new_rng
from schwimmen.rules.core.state import MATCH_DTYPE, ROUND_DTYPE, encode_rules
from schwimmen.rules.errors import quote, whole_number

from ..layout import ObservationLayout
from ..options import MAX_SEED, check_choice, resolve_rules
from .kernel import Environments, add_rewards, begin_all, derive_seeds, seed_rngs, step_all
from .policies import (
    ArrayPolicy,
    CompiledPolicy,
    Policy,
    RunResult,
    check_legal,
    empty_totals,
    level_policy,
    run_compiled,
    run_result,
)

T = TypeVar("T")
Seeds = int | Sequence[int] | NDArray[np.integer[Any]]
Seats = list[tuple[ArrayPolicy | CompiledPolicy, int]]
"""Policies, each with the mask of the seats that it plays."""

EPISODES: Final = ("round", "match")
MIN_ENVS_PER_THREAD: Final = 256
"""Number of environments for which another thread pays off."""


class BatchEnv:
    """Batched environment: many rounds or matches, played in lockstep.

    ``preset`` is a rule set or the name of a preset, with ``options`` that change it. Each of the
    ``envs`` environments has ``players`` players. An ``episode`` is a single ``"round"`` with a
    random dealer, or a whole ``"match"``. The work is shared by ``threads`` threads, by default one
    for each core; a few thousand ``envs`` for each are fastest.

    ``reset`` begins an episode in every environment, ``step`` plays one action in each. Both write
    these arrays in place, with one row for each environment; copy the ones you need later:

    - ``observations`` (envs, size) int8: observation of the seat to act, see ``layout``
    - ``masks`` (envs, actions) int8: 1 for each legal action, by the fixed numbering
    - ``to_act`` (envs,) int8: the seat to act, to which observation and mask belong
    - ``rewards`` (envs, players) float32: of an episode that has just ended, for every seat; 0
      during an episode
    - ``terminated`` (envs,) bool: whether the last step ended an episode

    The step that ends an episode also begins the next one: ``rewards`` then belong to the old
    episode, and ``observations``, ``masks`` and ``to_act`` already to the first decision of the new
    one. There is no terminal observation, since no decision depends on it, and no truncation: every
    round ends by the rules (R13). A round or match that ends with the deal, before any seat was to
    act, is not an episode; another one begins. Chance events (dealer, deals, shuffles) are part of
    the step.

    Rewards are zero-sum: the result of a seat less the mean result of the others. The result of a
    round is minus the lives lost, or the points as a fraction of the best hand's value (R31); so
    with lives a single loser of one life gets -1, and the others share 1. A match won is worth 1,
    which joint winners share.

    Each environment has its own random generator and seed. Its play depends only on its seed and
    actions, not on the other environments or on the number of threads. A copy (``copy``,
    ``pickle``) continues independently, with its own arrays.

    Raises ``RuleSetError`` for invalid rules or a wrong number of players, and ``SchwimmenError``
    for any other invalid argument.

    >>> env = BatchEnv("pagat", players=3, envs=4)
    >>> env.reset(seed=7)
    >>> env.to_act, env.masks.sum(axis=1)
    (array([1, 2, 2, 0], dtype=int8), array([2, 2, 2, 2]))
    >>> env.step(env.masks.argmax(axis=1))
    >>> env.observations.shape, env.terminated.tolist()
    ((4, 348), [False, False, False, False])
    """

    def __init__(
        self,
        preset: RuleSet | str = "pagat",
        players: int = 3,
        envs: int = 1024,
        *,
        options: Mapping[str, Any] | None = None,
        episode: str = "round",
        threads: int | None = None,
    ) -> None:
        rules = resolve_rules(preset, options)
        players = whole_number("players", players, 2)
        number = whole_number("envs", envs, 1)
        check_choice("episode", episode, EPISODES)
        self.layout: Final = ObservationLayout(rules, players)
        self.threads: Final = (
            cpu_count() if threads is None else whole_number("threads", threads, 1)
        )
        self.episode: Final = episode
        self._by_match = episode == "match"
        self._started = False
        size, actions = self.layout.size, self.layout.actions
        self.observations: Final[NDArray[np.int8]] = np.zeros((number, size), np.int8)
        self.masks: Final[NDArray[np.int8]] = np.zeros((number, actions), np.int8)
        self.to_act: Final[NDArray[np.int8]] = np.zeros(number, np.int8)
        self.rewards: Final[NDArray[np.float32]] = np.zeros((number, players), np.float32)
        self.terminated: Final[NDArray[np.bool_]] = np.zeros(number, np.bool_)
        self._actions = np.zeros(number, np.int64)
        self._arrays = Environments(
            rules=encode_rules(rules),
            cards=np.array(rules.cards, np.int8),
            rounds=np.zeros(number, ROUND_DTYPE),
            matches=np.zeros(number, MATCH_DTYPE),
            chance=np.zeros(number, np.uint64),
            choices=np.zeros(number, np.uint64),
            legal=np.zeros(number, np.int64),
            to_act=self.to_act,
            observations=self.observations.reshape(-1),
            masks=self.masks.reshape(-1),
            rewards=self.rewards,
            terminated=self.terminated,
        )
        self._start_threads()

    def _start_threads(self) -> None:
        """Start the threads and assign each a part of the environments."""
        number = len(self)
        parts = max(1, min(self.threads, number // MIN_ENVS_PER_THREAD))
        bounds = [number * part // parts for part in range(parts + 1)]
        self._parts = list(pairwise(bounds))
        self._pool = ThreadPoolExecutor(parts - 1, "schwimmen") if parts > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        """Return all attributes but the threads, and without arrays that are views of others."""
        none = np.empty(0, np.int8)
        state = vars(self) | {"_arrays": self._arrays._replace(observations=none, masks=none)}
        del state["_pool"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._arrays = self._arrays._replace(
            observations=self.observations.reshape(-1), masks=self.masks.reshape(-1)
        )
        self._start_threads()

    def __copy__(self) -> BatchEnv:
        return deepcopy(self)

    def __len__(self) -> int:
        """Return the number of environments."""
        return len(self.to_act)

    def reset(self, seed: Seeds | None = None) -> None:
        """Begin an episode in every environment.

        ``seed`` is a whole number from 0 to ``2**64 - 1``, from which different seeds for all
        environments are derived, or one seed for each environment. Without a seed, each
        environment continues with its random generator, first seeded by the system.

        Raises ``SchwimmenError`` for an invalid seed and for a wrong number of seeds.
        """
        if seed is None and not self._started:
            seed = secrets.randbits(63)
        if seed is not None:
            seed_rngs(self._arrays, self._seeds(seed))
        players = self.layout.players
        self._map_parts(
            lambda first, end: begin_all(self._arrays, players, self._by_match, first, end)
        )
        self._started = True

    def step(self, actions: ArrayLike) -> None:
        """Play an action, by its number, for the seat to act in every environment.

        ``actions`` is an array of whole numbers of shape (envs,). Raises ``SchwimmenError`` for
        anything else, for illegal actions and before ``reset``, and then changes nothing.
        """
        self._check_started()
        self._actions[:] = _whole_numbers(actions, len(self))
        check_legal(self._arrays, self._actions, 0, len(self))
        self._map_parts(
            lambda first, end: step_all(self._arrays, self._actions, self._by_match, first, end)
        )

    def choose(self, policy: CompiledPolicy | str) -> NDArray[np.int64]:
        """Return the actions of a compiled policy, or of a level by name, as a new array.

        Raises ``SchwimmenError`` for any other policy, and before ``reset``.
        """
        self._check_started()
        ((compiled, all_seats),) = self._seats_of(policy)
        if not isinstance(compiled, CompiledPolicy):
            raise SchwimmenError(
                "choose takes a compiled policy; call a function of arrays yourself"
            )
        actions = np.zeros(len(self), np.int64)
        self._choose_compiled(compiled, actions, all_seats)
        return actions

    def run(
        self,
        policies: Policy | list[Policy] | tuple[Policy, ...],
        steps: int,
        rng: np.random.Generator | int = 0,
    ) -> RunResult:
        """Play a number of steps in every environment by one policy, or by one for each seat.

        A policy is a function of arrays, ``policy(observations, masks, rng) -> actions``, a
        ``CompiledPolicy``, or the name of a compiled level, such as ``greedy``. A function gets the
        rows in which its seats are to act, and ``rng`` or a generator with that seed; it is not
        called if there are no such rows.

        Raises ``SchwimmenError`` for invalid arguments, before ``reset``, and when a policy chooses
        an illegal action; the steps before that remain played.

        >>> env = BatchEnv("pagat", players=2, envs=1000)
        >>> env.reset(seed=1)
        >>> result = env.run(["greedy", "random"], steps=100)
        >>> result.steps, result.rewards.round(1)
        (100000, array([ 0.9, -0.9]))
        """
        self._check_started()
        steps = whole_number("steps", steps, 0)
        if not isinstance(rng, np.random.Generator):
            rng = np.random.default_rng(whole_number("rng", rng, 0))
        seats = self._seats_of(policies)
        compiled = [(one, mask) for one, mask in seats if isinstance(one, CompiledPolicy)]
        if len(compiled) == len(seats):
            parts = self._map_parts(
                lambda first, end: run_compiled(
                    self._arrays, compiled, steps, self._by_match, first, end
                )
            )
            return run_result(steps * len(self), np.sum(parts, axis=0))
        totals = empty_totals(self._arrays)
        for _ in range(steps):
            self.step(self._chosen(seats, rng))
            add_rewards(self._arrays, totals, 0, len(self))
        return run_result(steps * len(self), totals)

    def _seats_of(self, policies: Policy | list[Policy] | tuple[Policy, ...]) -> Seats:
        """Return each policy once with its seats, so that it is called once for all of them."""
        players = self.layout.players
        each = policies if isinstance(policies, list | tuple) else [policies] * players
        if len(each) != players:
            raise SchwimmenError(f"policies: {len(each)}, but there are {players} players")
        masks: dict[int | str, int] = {}
        by_key: dict[int | str, ArrayPolicy | CompiledPolicy] = {}
        for seat, policy in enumerate(each):
            key = policy if isinstance(policy, str) else id(policy)
            if isinstance(policy, str):
                by_key[key] = level_policy(self.layout.rules, policy, players)
            elif isinstance(policy, CompiledPolicy) or callable(policy):
                by_key[key] = policy
            else:
                raise SchwimmenError(f"policy of seat {seat}: {quote(policy)} is not a policy")
            masks[key] = masks.get(key, 0) | 1 << seat
        return [(policy, masks[key]) for key, policy in by_key.items()]

    def _chosen(self, seats: Seats, rng: np.random.Generator) -> NDArray[np.integer[Any]]:
        """Return the actions of all environments, each by the policy of the seat to act."""
        actions = np.zeros(len(self), np.int64)
        for policy, mask in seats:
            if isinstance(policy, CompiledPolicy):
                self._choose_compiled(policy, actions, mask)
            elif len(seats) == 1:
                return policy(self.observations, self.masks, rng)
            elif len(rows := np.flatnonzero(mask >> self.to_act & 1)):
                chosen = policy(self.observations[rows], self.masks[rows], rng)
                actions[rows] = _whole_numbers(chosen, len(rows))
        return actions

    def _choose_compiled(
        self, policy: CompiledPolicy, actions: NDArray[np.int64], seats: int
    ) -> None:
        self._map_parts(lambda first, end: policy.choose(self._arrays, actions, seats, first, end))

    def _check_started(self) -> None:
        if not self._started:
            raise SchwimmenError("call reset before the first step")

    def _seeds(self, seed: Seeds) -> NDArray[np.uint64]:
        """Return the seed of every environment."""
        if isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str | bytes):
            seeds = [whole_number("seed", one, 0, MAX_SEED) for one in seed]
            if len(seeds) != len(self):
                raise SchwimmenError(f"seeds: {len(seeds)}, but there are {len(self)} environments")
            return np.array(seeds, np.uint64)
        derived = np.zeros(len(self), np.uint64)
        derive_seeds(derived, new_rng(whole_number("seed", seed, 0, MAX_SEED)))
        return derived

    def _map_parts(self, work: Callable[[int, int], T]) -> list[T]:
        """Call ``work`` with the bounds of each part of the environments, in its thread."""
        here, *others = self._parts
        elsewhere = [self._pool.submit(work, *part) for part in others if self._pool]
        try:
            return [work(*here), *(other.result() for other in elsewhere)]
        finally:
            wait(elsewhere)


def _whole_numbers(actions: ArrayLike, number: int) -> NDArray[np.integer[Any]]:
    """Return actions as an array. Raises ``SchwimmenError`` unless they are whole numbers."""
    wanted = f"actions are whole numbers of shape ({number},)"
    try:
        given = np.asarray(actions)
    except ValueError:
        raise SchwimmenError(f"{wanted}, not lists of several lengths") from None
    if given.shape != (number,) or given.dtype.kind not in "iu":
        raise SchwimmenError(f"{wanted}, not {given.dtype} of shape {given.shape}")
    return given
