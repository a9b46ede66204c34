"""How the human-like levels choose: by their judgement, with the slips of their character."""

from __future__ import annotations

from typing import Any, Final

from schwimmen.rules.bits import lowest
from schwimmen.rules.compiled import compiled, compiled_apart
from schwimmen.rules.state import NOBODY
from schwimmen.rules.stream import FRACTION_BITS, fraction
from schwimmen.rules.value import measure

from .judgement import REMEMBERS, SEES_THREES, SURE, worth

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
