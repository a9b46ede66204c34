"""Who may hold what: hands weighed by how likely their owners would have played as they did."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from schwimmen.rules.core.bits import lowest_bit, nth_bit, popcount
from schwimmen.rules.core.hand_value import special_kind, strength
from schwimmen.rules.core.jit import jit, jit_noinline
from schwimmen.rules.core.legal import EXCHANGE_CLOSE, action_kind, legal_actions
from schwimmen.rules.core.rng import RANDOM_BITS, next_bits, randbelow, shuffle
from schwimmen.rules.core.state import (
    CHOICE,
    RECYCLE_IN_ORDER,
    SPECIAL_ENDS,
    SPECIAL_GRACE,
)

from ..blueprint.player import blueprint_weights
from ..greedy import best_hand_action, hand_after
from .opponent_model import threshold_weights

BY_BLUEPRINT: Final = 0
_ONE: Final = 1.0 / (1 << RANDOM_BITS)
_TRIES: Final = 12
_MISTAKE: Final = 0.02  # how likely it is not to take the best hand in a last turn


class OpponentModels(NamedTuple):
    """How others may play: model 0 by the blueprint, the rest by habits.

    ``priors`` has the probability of each, ``closing`` the doubled value from which a habit closes,
    ``weights`` room for the weights of actions.
    """

    priors: Any
    closing: Any
    blueprint: Any
    keep_threshold: int
    weights: Any


@jit_noinline
def model_weights(rules: Any, state: Any, legal: int, models: OpponentModels, model: int) -> float:
    """Write how likely each legal action is to the seat to act if it plays like a model."""
    if model == BY_BLUEPRINT:
        total = blueprint_weights(rules, state, legal, models.blueprint, models.weights)
        if total > 0:
            return total
        model = 1
    return threshold_weights(
        rules,
        legal,
        state.hands[state.to_act],
        state.table,
        models.closing[model],
        models.keep_threshold,
        models.weights,
    )


@jit
def _renumbered(rules: Any, action: int, before: int, after: int) -> int:
    """The number of an exchange by another hand that has the given card, too."""
    if action_kind(rules, action) > EXCHANGE_CLOSE:
        return action
    size: int = rules.hand_size
    place = action // size % size
    given = nth_bit(before, place)
    return action + size * (popcount(after & (given - 1)) - place)


@jit
def _as_good(rules: Any, legal: int, hand: int, table: int, action: int) -> bool:
    """Whether an action of a last turn leaves as good a hand as can be."""
    best = hand_after(rules, hand, table, best_hand_action(rules, legal, hand, table))
    return strength(rules, hand_after(rules, hand, table, action)) == strength(rules, best)


@jit_noinline
def weigh_hands(
    rules: Any,
    now: Any,
    decisions: Any,
    played: Any,
    hidden: int,
    seat: int,
    candidates: Any,
    models: OpponentModels,
    weights: Any,
) -> None:
    """Weigh candidates for the hidden cards of a seat: ``weights[i, model]``.

    ``hidden`` are those that it has ``now``, in the imagined world. A special hand would have been
    shown, but one made in the last turns that another began (R28).
    """
    kinds = len(models.priors)
    hand = now.hands[seat]
    shows = rules.special == SPECIAL_ENDS or (rules.special == SPECIAL_GRACE and not now.last_turns)
    for i in range(len(candidates)):
        for model in range(kinds):
            weights[i, model] = models.priors[model]
        if shows and special_kind(rules, hand & ~hidden | candidates[i]):
            weights[i, :] = 0.0
            continue
        for k in range(len(decisions)):
            state = decisions[k]
            if state.to_act != seat:
                continue
            before = state.hands[seat]
            if before & hidden != hidden:
                continue
            mine = before & ~hidden | candidates[i]
            if shows and special_kind(rules, mine):
                weights[i, :] = 0.0
                break
            action = _renumbered(rules, played[k], before, mine)
            state.hands[seat] = mine
            legal = legal_actions(rules, state)
            if state.last_turns:
                if not _as_good(rules, legal, mine, state.table, action):
                    for model in range(kinds):
                        weights[i, model] *= _MISTAKE
            else:
                for model in range(kinds):
                    total = model_weights(rules, state, legal, models, model)
                    weights[i, model] *= models.weights[action] / total
            state.hands[seat] = before


@jit_noinline
def sample_hands(unseen: int, hands: Any, size: int, numbers: Any) -> None:
    """Fill in hands of so many unseen cards, each hand as likely as any other."""
    for i in range(len(hands)):
        hands[i] = _any(unseen, 0, size, numbers)


@jit
def sample_index(cumulative: Any, size: int, numbers: Any) -> int:
    """A place among so many, as likely as its part of the cumulative weights."""
    at = next_bits(numbers) * _ONE * cumulative[size - 1]
    low, high = 0, size - 1
    while low < high:
        middle = (low + high) // 2
        if cumulative[middle] > at:
            high = middle
        else:
            low = middle + 1
    return low


@jit_noinline
def fill_worlds(
    rules: Any,
    now: Any,
    worlds: Any,
    models_of: Any,
    hidden: Any,
    unseen: Any,
    candidates: Any,
    sizes: Any,
    weights: Any,
    cumulative: Any,
    cards: Any,
    numbers: Any,
) -> None:
    """Write worlds: hands drawn jointly by their weights, the rest of the cards at random.

    ``candidates[seat, i]`` are hidden cards, ``weights[seat, i, model]`` and
    ``cumulative[seat, i]`` how likely they are. ``models_of[world, seat]`` is drawn as well.
    """
    state = now[0]
    size = rules.hand_size
    everyone = state.active
    for w in range(len(worlds)):
        worlds[w] = now[0]
        world = worlds[w]
        taken = 0
        at = randbelow(numbers, int(state.seats))
        for step in range(state.seats):
            seat = (at + step) % state.seats
            if not everyone >> seat & 1 or seat == state.to_act:
                continue
            need = popcount(hidden[seat])
            chosen = -1
            for _ in range(_TRIES):
                i = sample_index(cumulative[seat], sizes[seat], numbers)
                if candidates[seat, i] & taken == 0:
                    chosen = i
                    break
            if chosen >= 0:
                cards_of_it = candidates[seat, chosen]
                models_of[w, seat] = _model(weights[seat, chosen], numbers)
            else:
                cards_of_it = _any(unseen, taken, need, numbers)
                models_of[w, seat] = _model(weights[seat, 0], numbers)
            taken |= cards_of_it
            world.hands[seat] = state.hands[seat] & ~hidden[seat] | cards_of_it
        # The rest of what has not been seen lies in the talon, with what was recycled.
        if state.recyclings and rules.recycle == RECYCLE_IN_ORDER:
            continue
        talon = 0
        for place in range(state.talon_top, state.talon_end):
            talon |= 1 << int(state.pack[place])
        rest = (unseen & ~taken) | (talon & ~unseen)
        number = 0
        while rest:
            cards[number] = lowest_bit(rest)
            rest &= rest - 1
            number += 1
        shuffle(numbers, cards, number)
        if state.phase == CHOICE:
            extra = 0
            for _ in range(size):
                number -= 1
                extra |= 1 << int(cards[number])
            world.extra = extra
        for place in range(state.talon_top, state.talon_end):
            number -= 1
            world.pack[place] = cards[number]


@jit
def _model(weights: Any, numbers: Any) -> int:
    total = 0.0
    for model in range(len(weights)):
        total += weights[model]
    at = next_bits(numbers) * _ONE * total
    for model in range(len(weights)):
        at -= weights[model]
        if at < 0:
            return model
    return 0


@jit
def _any(unseen: int, taken: int, need: int, numbers: Any) -> int:
    free = unseen & ~taken
    chosen = 0
    for _ in range(need):
        place = randbelow(numbers, popcount(free))
        rest = free
        for _ in range(place):
            rest &= rest - 1
        chosen |= rest & -rest
        free &= ~(rest & -rest)
    return chosen
