"""Playing on by compiled policies, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules import SchwimmenError

from .policies import Scripted
from .stepping import Environments, first_illegal, step, tally

BLOCK: Final = 1024
"""The states of so many environments fit a core's own memory."""


@dataclass(frozen=True)
class Outcome:
    """What came of a number of steps.

    ``steps`` counts the actions in all environments, ``episodes`` those that ended meanwhile.
    ``rewards`` are the means of their rewards by seat, of shape (players,), or ``None`` if no
    episode ended; ``errors`` the standard errors of these means, or ``None`` if fewer than two did.

    >>> print(Outcome(steps=12, episodes=0, rewards=None, errors=None))
    12 steps, no episode ended
    """

    steps: int
    episodes: int
    rewards: NDArray[np.float64] | None
    errors: NDArray[np.float64] | None

    def __str__(self) -> str:
        if self.rewards is None:
            return f"{self.steps} steps, no episode ended"
        ended = f"{self.episodes} episode{'s' * (self.episodes > 1)} ended"
        return f"{self.steps} steps, {ended}, rewards {self.rewards.round(4).tolist()}"


def no_totals(envs: Environments) -> NDArray[np.float64]:
    """The array in which ``tally`` adds up, before anything has been played."""
    return np.zeros((3, envs.rewards.shape[1]))


def outcome(steps: int, totals: NDArray[np.float64]) -> Outcome:
    """The outcome from what ``tally`` has added up."""
    episodes = int(totals[0, 0])
    if episodes == 0:
        return Outcome(steps, 0, None, None)
    means = totals[1] / episodes
    if episodes == 1:
        return Outcome(steps, 1, means, None)
    variances = np.maximum(totals[2] / episodes - means**2, 0) / (episodes - 1)
    return Outcome(steps, episodes, means, np.sqrt(variances))


def check_legal(envs: Environments, actions: NDArray[np.int64], start: int, stop: int) -> None:
    """Raises ``SchwimmenError`` unless the actions of these environments are legal."""
    wrong = first_illegal(envs, actions, start, stop)
    if wrong >= 0:
        legal = ", ".join(str(n) for n in range(64) if envs.legal[wrong] >> n & 1)
        raise SchwimmenError(
            f"action {actions[wrong]} is not legal in environment {wrong}; legal there: {legal}",
            code="illegal_action",
        )


def run_scripted(
    envs: Environments,
    seats: Sequence[tuple[Scripted, int]],
    steps: int,
    by_match: bool,
    start: int,
    stop: int,
) -> NDArray[np.float64]:
    """Play so many steps by compiled policies, each at the seats of its mask.

    One block of environments after the other does all of its steps: none needs the others.
    """
    totals = no_totals(envs)
    actions = np.zeros(stop, np.int64)
    for begin in range(start, stop, BLOCK):
        end = min(begin + BLOCK, stop)
        for _ in range(steps):
            for policy, mask in seats:
                policy.choose(envs, actions, mask, begin, end)
            check_legal(envs, actions, begin, end)
            step(envs, actions, by_match, begin, end)
            tally(envs, totals, begin, end)
    return totals
