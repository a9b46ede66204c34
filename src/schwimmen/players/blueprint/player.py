"""Which actions are worth a thought."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from schwimmen.rules.core.bits import count, lowest
from schwimmen.rules.core.hand_value import measure
from schwimmen.rules.core.jit import compiled, compiled_apart
from schwimmen.rules.core.legal import CLOSE, EXCHANGE_ALL_CLOSE, EXCHANGE_CLOSE, kind_of
from schwimmen.rules.core.rng import below

from ..greedy import BY_TURN, best_hand_action, greedy_action, hand_after
from ..player import check_to_act, random_from
from .infoset_key import action_of, situation
from .policy_table import ABSENT, SHARES, action_in, play_at, share_in

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from schwimmen.rules import View


_LESS: Final = 4  # doubled: what one may give up when closing to leave the others less


@compiled_apart
def sensible(rules: Any, legal: int, hand: int, table: int) -> int:
    """The legal actions without those that close with clearly less than one could close with."""
    best = -1
    rest = legal
    while rest:
        action = lowest(rest)
        rest &= rest - 1
        if _closes(rules, action):
            best = max(best, measure(rules, hand_after(rules, hand, table, action))[0])
    rest = legal
    while rest:
        action = lowest(rest)
        rest &= rest - 1
        if _closes(rules, action):
            value = measure(rules, hand_after(rules, hand, table, action))[0]
            if value < best - _LESS:
                legal &= ~(1 << action)
    return legal


@compiled
def _closes(rules: Any, action: int) -> bool:
    kind = kind_of(rules, action)
    return kind in (EXCHANGE_CLOSE, EXCHANGE_ALL_CLOSE, CLOSE)


_CHOICES: Final = 3
_LEAST: Final = 0.004


@compiled_apart
def blueprint_action(rules: Any, state: Any, legal: int, slots: Any, numbers: Any) -> int:
    """What the blueprint plays in the situation of the seat to act, or ``ABSENT``."""
    if len(slots) == 0:
        return ABSENT
    key, order = situation(rules, state)
    play = play_at(slots, key)
    if play == ABSENT:
        return ABSENT
    drawn = below(numbers, SHARES)
    for which in range(_CHOICES):
        drawn -= share_in(play, which)
        if drawn < 0:
            action = action_of(rules, order, action_in(play, which))
            return action if legal >> action & 1 else ABSENT
    return ABSENT


@compiled_apart
def blueprint_or_greedy(
    rules: Any, state: Any, legal: int, slots: Any, keep_from: int, numbers: Any
) -> int:
    """What to play by a blueprint that does not know everything; in the last turns the best hand.

    Where it knows nothing the greedy player's judgement stands in.
    """
    if state.last_turns:
        return best_hand_action(rules, legal, state.hands[state.to_act], state.table)
    action = blueprint_action(rules, state, legal, slots, numbers)
    return action if action != ABSENT else _greedy(rules, state, legal, keep_from)


@compiled_apart
def blueprint_shares(
    rules: Any, state: Any, legal: int, slots: Any, keep_from: int, shares: Any
) -> None:
    """Write exactly how likely ``blueprint_or_greedy`` is to choose each legal action."""
    rest = legal
    while rest:
        shares[lowest(rest)] = 0.0
        rest &= rest - 1
    if state.last_turns:
        shares[best_hand_action(rules, legal, state.hands[state.to_act], state.table)] = 1.0
        return
    left = SHARES
    if len(slots) > 0:
        key, order = situation(rules, state)
        play = play_at(slots, key)
        if play != ABSENT:
            for which in range(_CHOICES):
                action = action_of(rules, order, action_in(play, which))
                if legal >> action & 1:
                    shares[action] += share_in(play, which) / SHARES
                    left -= share_in(play, which)
    if left:
        shares[_greedy(rules, state, legal, keep_from)] += left / SHARES


@compiled
def _greedy(rules: Any, state: Any, legal: int, keep_from: int) -> int:
    return greedy_action(
        rules,
        legal,
        state.hands[state.to_act],
        state.table,
        state.turns_of[state.to_act],
        count(state.active),
        state.last_turns,
        keep_from,
        BY_TURN,
    )


@compiled_apart
def blueprint_weights(rules: Any, state: Any, legal: int, slots: Any, weights: Any) -> float:
    """Write how likely each legal action is; returns the sum of all, 0 if nothing is known."""
    if len(slots) == 0:
        return 0.0
    key, order = situation(rules, state)
    play = play_at(slots, key)
    if play == ABSENT:
        return 0.0
    rest = legal
    total = 0.0
    while rest:
        weights[lowest(rest)] = _LEAST
        total += _LEAST
        rest &= rest - 1
    for which in range(_CHOICES):
        action = action_of(rules, order, action_in(play, which))
        if legal >> action & 1:
            share = share_in(play, which) / SHARES
            weights[action] += share
            total += share
    return total


class BlueprintPlayer:
    """Looks its play up, and draws where it is a mixture; it does not look ahead."""

    name = "blueprint"

    def __init__(self, seed: int | None = None, slots: NDArray[np.uint64] | None = None) -> None:
        """``slots`` are looked up in place of those that fit the rules best."""
        self._random = random_from(seed)
        self._slots = slots

    def choose(self, view: View) -> str:
        import numpy as np

        from schwimmen.rules import mask_of
        from schwimmen.rules.core.rng import stream
        from schwimmen.rules.hands import numbers_of

        from ..from_view import seen_round
        from ..greedy import keep_from
        from .policy_table import slots_for

        check_to_act(view)
        slots = self._slots
        if slots is None:
            slots = slots_for(view.rules, sum(seat.active for seat in view.seats))
        with np.errstate(over="ignore"):  # the stream wraps around, which is told if not compiled
            number = blueprint_or_greedy(
                numbers_of(view.rules)[0],
                seen_round(view)[0],
                mask_of(choice.number for choice in view.choices),
                slots,
                keep_from(view.rules),
                stream(self._random.getrandbits(64)),
            )
        return next(choice.action for choice in view.choices if choice.number == number)
