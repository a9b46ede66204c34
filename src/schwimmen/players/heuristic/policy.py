"""How the human-like levels choose: by their judgement, with the slips of their character."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final

from schwimmen.rules.core.bits import lowest
from schwimmen.rules.core.hand_value import measure
from schwimmen.rules.core.jit import compiled, compiled_apart
from schwimmen.rules.core.rng import FRACTION_BITS, fraction
from schwimmen.rules.core.state import NOBODY
from schwimmen.rules.errors import whole_number

from ..player import check_to_act
from .evaluation import REMEMBERS, SEES_THREES, SURE, worth

if TYPE_CHECKING:
    from schwimmen.rules import View
    from schwimmen.rules.core.rng import Stream


_WHOLE: Final = 2.0**FRACTION_BITS
_ALWAYS_SEEN: Final = SURE  # a hand that ends the round is not overlooked


@compiled_apart
def human_action(rules: Any, state: Any, legal: int, character: Any, numbers: Any) -> int:
    """The number of the action that a level of this character chooses for the seat to act.

    ``legal`` is the mask of the legal actions. Of the round it looks only at the seat's own hand
    and at what is public (R33).
    """
    mind = 0
    if _happens(numbers, character.remembers):
        mind |= REMEMBERS
    held = measure(rules, state.hands[state.to_act])[1] == NOBODY
    if held or _happens(numbers, character.sees_threes):
        mind |= SEES_THREES
    sees_all = _happens(numbers, character.sees_all)
    mood = character.spread * _around_zero(numbers)
    unseen = unseen_cards(state, character, mind)
    pairs: int = rules.hand_size * rules.hand_size
    overlooked = 0
    if character.overlooks > 0:
        for pair in range(pairs):
            if _happens(numbers, character.overlooks):
                overlooked |= 1 << pair | 1 << pairs + pair
    if not sees_all:
        overlooked |= 1 << 2 * pairs | 1 << 2 * pairs + 1
    chosen = -1
    most = 0.0
    rest = legal
    while rest:
        action = lowest(rest)
        rest &= rest - 1
        found = worth(rules, state, character, mind, mood, unseen, action)
        if found < _ALWAYS_SEEN:
            if overlooked >> action & 1:
                found -= SURE
            if character.noise > 0:
                found += character.noise * _around_zero(numbers)
        if chosen < 0 or found > most:
            chosen = action
            most = found
    return chosen


@compiled_apart
def judge(rules: Any, state: Any, legal: int, character: Any, worths: Any) -> None:
    """Write what every legal action is worth to this character without slips, by its number.

    ``worths`` has room for all actions of the numbering.
    """
    mind = 0
    if character.remembers > 0:
        mind |= REMEMBERS
    if character.sees_threes > 0:
        mind |= SEES_THREES
    unseen = unseen_cards(state, character, mind)
    while legal:
        action = lowest(legal)
        legal &= legal - 1
        worths[action] = worth(rules, state, character, mind, 0.0, unseen, action)


@compiled
def unseen_cards(state: Any, character: Any, mind: int) -> int:
    """The cards that may still come: all that the level does not see or remember elsewhere."""
    seen = state.hands[state.to_act] | state.table
    if mind & REMEMBERS:
        for seat in range(state.seats):
            seen |= state.known[seat]
        for place in range(state.aside_count):
            seen |= 1 << int(state.aside[place])
    return int(character.cards & ~seen)


@compiled
def _happens(numbers: Any, chance: float) -> bool:
    if chance <= 0:
        return False
    return chance >= 1 or fraction(numbers) < chance * _WHOLE


@compiled
def _around_zero(numbers: Any) -> float:
    """From -1 to 1, near 0 more often."""
    return (fraction(numbers) + fraction(numbers)) / _WHOLE - 1


class HumanPlayer:
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
        from schwimmen.rules.hands import numbers_of

        from ..from_view import seen_round
        from ..policies import policies_of, policy_action

        check_to_act(view)
        with np.errstate(over="ignore"):  # the stream wraps around, which is told if not compiled
            number = policy_action(
                numbers_of(view.rules)[0],
                seen_round(view)[0],
                mask_of(choice.number for choice in view.choices),
                policies_of(view.rules, [self.name]),
                0,
                self._numbers,
            )
        return next(choice.action for choice in view.choices if choice.number == number)

    def reasons(self, view: View) -> Mapping[str, float]:
        """What every legal action is worth to this level when nothing slips its mind.

        In points of a hand: those that the action leaves, more for what may become of them and for
        closing with more than enough, less for what the next player is given. A hand that ends the
        round as the best is worth 100 more, closing when another is known to have less 50 more,
        and when all others are known to have more 50 less.

        >>> from schwimmen.rules import Match
        >>> match = Match("pagat", players=2, seed=2)
        >>> match.play("keep")
        >>> view = match.view(match.to_act)
        >>> reasons = HumanPlayer("club").reasons(view)
        >>> tuple(reasons) == view.legal_actions
        True
        """
        import numpy as np

        from schwimmen.rules import mask_of, number_of_actions
        from schwimmen.rules.hands import numbers_of

        from .profiles import character_of

        pass
        from ..from_view import seen_round

        check_to_act(view)
        worths = np.zeros(number_of_actions(view.rules.hand_size))
        judge(
            numbers_of(view.rules)[0],
            seen_round(view)[0],
            mask_of(choice.number for choice in view.choices),
            character_of(self.name, view.rules),
            worths,
        )
        return {choice.action: float(worths[choice.number]) for choice in view.choices}

    @cached_property
    def _numbers(self) -> Stream:
        from schwimmen.rules.core.rng import stream

        return stream(self._seed)
