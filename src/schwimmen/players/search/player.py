"""The levels that look ahead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Final

from ..blueprint.player import BlueprintPlayer
from ..cores import cores
from ..player import check_to_act, random_from

if TYPE_CHECKING:
    from schwimmen.rules import View

    from .searching import Search


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is looked at before an action: hands of the other seats together (all there are if
    one other has three cards), worlds, and how often actions are played out in all; heads-up also
    in how many worlds it is reckoned with that the other looks ahead, too."""

    candidates: int
    worlds: int
    rollouts: int
    replies: int = 0

    def among(self, players: int) -> Effort:
        """The same for so many players: the more they are, the longer a round is to play out."""
        if players <= _FEW:
            return self
        worlds, rollouts = (number * _FEW // players for number in (self.worlds, self.rollouts))
        return replace(self, worlds=worlds, rollouts=rollouts)


_FEW: Final = 4
EFFORTS: Final = {"expert": Effort(200, 60, 700), "master": Effort(2000, 4000, 45000, 40)}


class SearchPlayer:
    """Weighs what the others may hold and plays every action out in worlds that could be.

    Where as many searches are going on as there are processors, it plays by its blueprint rather
    than let others wait.
    """

    def __init__(self, level: str, seed: int | None = None, effort: Effort | None = None) -> None:
        self.name = level
        self._effort = effort or EFFORTS[level]
        self._random = random_from(seed)
        self._blueprint = BlueprintPlayer(self._random.getrandbits(64))

    def choose(self, view: View) -> str:
        check_to_act(view)
        if len(view.choices) == 1:
            return view.choices[0].action
        turnstile = _turnstile()
        if not turnstile.acquire(blocking=False):
            return self._blueprint.choose(view)
        try:
            return self.search(view).best()
        finally:
            turnstile.release()

    def reasons(self, view: View) -> Mapping[str, float]:
        """What every legal action is worth: the chance to win the match after it.

        For a round by itself it is the lives that the others lose on average less one's own, for
        points the difference to the others' mean in parts of the best hand.
        """
        return self.search(view).values()

    def search(self, view: View) -> Search:
        """Look ahead from a view, by chance that no other search has."""
        from .searching import Search

        check_to_act(view)
        players = sum(seat.active for seat in view.seats)
        return Search(view, self._effort.among(players), self._random)


@lru_cache(maxsize=1)
def _turnstile() -> BoundedSemaphore:
    return BoundedSemaphore(cores())
