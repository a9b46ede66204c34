"""How the human-like levels choose: by their judgement, with the slips of their character."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final

from schwimmen.rules.core.bits import lowest_bit
from schwimmen.rules.core.hand_value import value_and_suit
from schwimmen.rules.core.jit import jit, jit_noinline
from schwimmen.rules.core.rng import RANDOM_BITS, next_bits
from schwimmen.rules.core.state import NO_SEAT
from schwimmen.rules.errors import whole_number

from ..player import check_to_act
from .evaluation import DECISIVE, REMEMBERS, SEES_THREES, evaluate_action

if TYPE_CHECKING:
    from schwimmen.rules import View
    from schwimmen.rules.core.rng import Rng


_WHOLE: Final = 2.0**RANDOM_BITS
_ALWAYS_SEEN: Final = DECISIVE  # a hand that ends the round is not overlooked


@jit_noinline
def heuristic_action(rules: Any, state: Any, legal: int, profile: Any, numbers: Any) -> int:
    """The number of the action that a level of this character chooses for the seat to act.

    ``legal`` is the mask of the legal actions. Of the round it looks only at the seat's own hand
    and at what is public (R33).
    """
    mind = 0
    if _happens(numbers, profile.remembers):
        mind |= REMEMBERS
    held = value_and_suit(rules, state.hands[state.to_act])[1] == NO_SEAT
    if held or _happens(numbers, profile.sees_threes):
        mind |= SEES_THREES
    sees_all = _happens(numbers, profile.sees_all)
    mood = profile.spread * _around_zero(numbers)
    unseen = unseen_cards(state, profile, mind)
    pairs: int = rules.hand_size * rules.hand_size
    overlooked = 0
    if profile.overlooks > 0:
        for pair in range(pairs):
            if _happens(numbers, profile.overlooks):
                overlooked |= 1 << pair | 1 << pairs + pair
    if not sees_all:
        overlooked |= 1 << 2 * pairs | 1 << 2 * pairs + 1
    chosen = -1
    most = 0.0
    rest = legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        found = evaluate_action(rules, state, profile, mind, mood, unseen, action)
        if found < _ALWAYS_SEEN:
            if overlooked >> action & 1:
                found -= DECISIVE
            if profile.noise > 0:
                found += profile.noise * _around_zero(numbers)
        if chosen < 0 or found > most:
            chosen = action
            most = found
    return chosen


@jit_noinline
def evaluate_actions(rules: Any, state: Any, legal: int, profile: Any, worths: Any) -> None:
    """Write what every legal action is worth to this character without slips, by its number.

    ``worths`` has room for all actions of the numbering.
    """
    mind = 0
    if profile.remembers > 0:
        mind |= REMEMBERS
    if profile.sees_threes > 0:
        mind |= SEES_THREES
    unseen = unseen_cards(state, profile, mind)
    while legal:
        action = lowest_bit(legal)
        legal &= legal - 1
        worths[action] = evaluate_action(rules, state, profile, mind, 0.0, unseen, action)


@jit
def unseen_cards(state: Any, profile: Any, mind: int) -> int:
    """The cards that may still come: all that the level does not see or remember elsewhere."""
    seen = state.hands[state.to_act] | state.table
    if mind & REMEMBERS:
        for seat in range(state.seats):
            seen |= state.known[seat]
        for place in range(state.aside_count):
            seen |= 1 << int(state.aside[place])
    return int(profile.cards & ~seen)


@jit
def _happens(numbers: Any, chance: float) -> bool:
    if chance <= 0:
        return False
    return chance >= 1 or next_bits(numbers) < chance * _WHOLE


@jit
def _around_zero(numbers: Any) -> float:
    """From -1 to 1, near 0 more often."""
    return (next_bits(numbers) + next_bits(numbers)) / _WHOLE - 1


class HeuristicPlayer:
    """Plays like a person of a level (``beginner``, ``casual`` or ``club``), slips included.

    With the same ``seed`` it plays the same again; without one chance comes from the system.
    """

    def __init__(self, level: str, seed: int | None = None) -> None:
        self.name = level
        given = SystemRandom().getrandbits(64) if seed is None else seed
        self._seed = whole_number("seed", given)

    def choose(self, view: View) -> str:
        import numpy as np

        from schwimmen.rules import mask_of
        from schwimmen.rules.core.state import rules_array

        from ..from_view import round_from_view
        from ..policies import policies_of, policy_action

        check_to_act(view)
        with np.errstate(over="ignore"):  # the stream wraps around, which is told if not compiled
            number = policy_action(
                rules_array(view.rules)[0],
                round_from_view(view)[0],
                mask_of(choice.number for choice in view.choices),
                policies_of(view.rules, [self.name]),
                0,
                self._numbers,
            )
        return next(choice.action for choice in view.choices if choice.number == number)

    def action_values(self, view: View) -> Mapping[str, float]:
        """What every legal action is worth to this level when nothing slips its mind.

        In points of a hand: those that the action leaves, more for what may become of them and for
        closing with more than enough, less for what the next player is given. A hand that ends the
        round as the best is worth 100 more, closing when another is known to have less 50 more,
        and when all others are known to have more 50 less.

        >>> from schwimmen.rules import Match
        >>> match = Match("pagat", players=2, seed=2)
        >>> match.play("keep")
        >>> view = match.view(match.to_act)
        >>> values = HeuristicPlayer("club").action_values(view)
        >>> tuple(values) == view.legal_actions
        True
        """
        import numpy as np

        from schwimmen.rules import mask_of, number_of_actions
        from schwimmen.rules.core.state import rules_array

        from .profiles import profile_for

        pass
        from ..from_view import round_from_view

        check_to_act(view)
        worths = np.zeros(number_of_actions(view.rules.hand_size))
        evaluate_actions(
            rules_array(view.rules)[0],
            round_from_view(view)[0],
            mask_of(choice.number for choice in view.choices),
            profile_for(self.name, view.rules),
            worths,
        )
        return {choice.action: float(worths[choice.number]) for choice in view.choices}

    @cached_property
    def _numbers(self) -> Rng:
        from schwimmen.rules.core.rng import new_rng

        return new_rng(self._seed)
