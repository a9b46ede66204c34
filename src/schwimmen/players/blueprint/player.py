"""Which actions are worth a thought."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.hand_value import value_and_suit
from schwimmen.rules.core.jit import jit, jit_noinline
from schwimmen.rules.core.legal import CLOSE, EXCHANGE_ALL_CLOSE, EXCHANGE_CLOSE, action_kind
from schwimmen.rules.core.rng import randbelow

from ..greedy import BY_TURN, best_hand_action, greedy_action, hand_after
from ..player import check_to_act, seeded_random
from .infoset_key import action_for_slot, infoset_key
from .policy_table import ABSENT, TOTAL_WEIGHT, find_policy, packed_slot, packed_weight

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from schwimmen.rules import View


_LESS: Final = 4  # doubled: what one may give up when closing to leave the others less


@jit_noinline
def prune_actions(rules: Any, legal: int, hand: int, table: int) -> int:
    """The legal actions without those that close with clearly less than one could close with."""
    best = -1
    rest = legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        if _closes(rules, action):
            best = max(best, value_and_suit(rules, hand_after(rules, hand, table, action))[0])
    rest = legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        if _closes(rules, action):
            value = value_and_suit(rules, hand_after(rules, hand, table, action))[0]
            if value < best - _LESS:
                legal &= ~(1 << action)
    return legal


@jit
def _closes(rules: Any, action: int) -> bool:
    kind = action_kind(rules, action)
    return kind in (EXCHANGE_CLOSE, EXCHANGE_ALL_CLOSE, CLOSE)


_CHOICES: Final = 3
_LEAST: Final = 0.004


@jit_noinline
def blueprint_action(rules: Any, state: Any, legal: int, blueprint: Any, numbers: Any) -> int:
    """What the blueprint plays in the situation of the seat to act, or ``ABSENT``."""
    if len(blueprint) == 0:
        return ABSENT
    key, order = infoset_key(rules, state)
    play = find_policy(blueprint, key)
    if play == ABSENT:
        return ABSENT
    drawn = randbelow(numbers, TOTAL_WEIGHT)
    for which in range(_CHOICES):
        drawn -= packed_weight(play, which)
        if drawn < 0:
            action = action_for_slot(rules, order, packed_slot(play, which))
            return action if legal >> action & 1 else ABSENT
    return ABSENT


@jit_noinline
def blueprint_or_greedy(
    rules: Any, state: Any, legal: int, blueprint: Any, keep_threshold: int, numbers: Any
) -> int:
    """What to play by a blueprint that does not know everything; in the last turns the best hand.

    Where it knows nothing the greedy player's judgement stands in.
    """
    if state.last_turns:
        return best_hand_action(rules, legal, state.hands[state.to_act], state.table)
    action = blueprint_action(rules, state, legal, blueprint, numbers)
    return action if action != ABSENT else _greedy(rules, state, legal, keep_threshold)


@jit_noinline
def blueprint_probabilities(
    rules: Any, state: Any, legal: int, blueprint: Any, keep_threshold: int, shares: Any
) -> None:
    """Write exactly how likely ``blueprint_or_greedy`` is to choose each legal action."""
    rest = legal
    while rest:
        shares[lowest_bit(rest)] = 0.0
        rest &= rest - 1
    if state.last_turns:
        shares[best_hand_action(rules, legal, state.hands[state.to_act], state.table)] = 1.0
        return
    left = TOTAL_WEIGHT
    if len(blueprint) > 0:
        key, order = infoset_key(rules, state)
        play = find_policy(blueprint, key)
        if play != ABSENT:
            for which in range(_CHOICES):
                action = action_for_slot(rules, order, packed_slot(play, which))
                if legal >> action & 1:
                    shares[action] += packed_weight(play, which) / TOTAL_WEIGHT
                    left -= packed_weight(play, which)
    if left:
        shares[_greedy(rules, state, legal, keep_threshold)] += left / TOTAL_WEIGHT


@jit
def _greedy(rules: Any, state: Any, legal: int, keep_threshold: int) -> int:
    return greedy_action(
        rules,
        legal,
        state.hands[state.to_act],
        state.table,
        state.turns_of[state.to_act],
        popcount(state.active),
        state.last_turns,
        keep_threshold,
        BY_TURN,
    )


@jit_noinline
def blueprint_weights(rules: Any, state: Any, legal: int, blueprint: Any, weights: Any) -> float:
    """Write how likely each legal action is; returns the sum of all, 0 if nothing is known."""
    if len(blueprint) == 0:
        return 0.0
    key, order = infoset_key(rules, state)
    play = find_policy(blueprint, key)
    if play == ABSENT:
        return 0.0
    rest = legal
    total = 0.0
    while rest:
        weights[lowest_bit(rest)] = _LEAST
        total += _LEAST
        rest &= rest - 1
    for which in range(_CHOICES):
        action = action_for_slot(rules, order, packed_slot(play, which))
        if legal >> action & 1:
            share = packed_weight(play, which) / TOTAL_WEIGHT
            weights[action] += share
            total += share
    return total


class BlueprintPlayer:
    """Looks its play up, and draws where it is a mixture; it does not look ahead."""

    name = "blueprint"

    def __init__(
        self, seed: int | None = None, blueprint: NDArray[np.uint64] | None = None
    ) -> None:
        """``blueprint`` are looked up in place of those that fit the rules best."""
        self._random = seeded_random(seed)
        self._blueprint = blueprint

    def choose(self, view: View) -> str:
        import numpy as np

        from schwimmen.rules import mask_of
        from schwimmen.rules.core.rng import new_rng
        from schwimmen.rules.core.state import rules_array

        from ..from_view import round_from_view
        from ..greedy import keep_threshold
        from .policy_table import blueprint_for

        check_to_act(view)
        blueprint = self._blueprint
        if blueprint is None:
            blueprint = blueprint_for(view.rules, sum(seat.active for seat in view.seats))
        with np.errstate(over="ignore"):  # the stream wraps around, which is told if not compiled
            number = blueprint_or_greedy(
                rules_array(view.rules)[0],
                round_from_view(view)[0],
                mask_of(choice.number for choice in view.choices),
                blueprint,
                keep_threshold(view.rules),
                new_rng(self._random.getrandbits(64)),
            )
        return next(choice.action for choice in view.choices if choice.number == number)
