"""Advantages of a player's actions over a known policy, a low-variance estimate of its strength.

The score of a player is that of the policy in its place plus the sum of its actions' advantages
(the performance difference lemma: Kakade and Langford, Approximately optimal approximate
reinforcement learning, ICML 2002). An advantage depends on the player's view alone: the policies of
the other seats are known, so hidden hands are sampled from their exact distribution, and the actual
ones add no noise. AIVAT uses known policies in this way (Burch, Schmid, Moravčík, Morrill and
Bowling, AIVAT: a new variance reduction technique for agent evaluation in imperfect information
games, AAAI 2018).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, Range, entry, jit_noinline
from schwimmen.players import Player
from schwimmen.players.blueprint.policy import blueprint_probabilities
from schwimmen.players.player import chosen_action
from schwimmen.players.policies import (
    COMPILED_LEVELS,
    GREEDY,
    RANDOM,
    Policies,
    policies_of,
    policy_action,
)
from schwimmen.players.search.belief import (
    History,
    deal_unseen_cards,
    may_have_held,
    number_of_sets,
    renumber_exchange,
    sample_cards,
)
from schwimmen.players.search.determinization import starts_of
from schwimmen.players.search.redeal import IMPOSSIBLE, SEEN_DTYPE, redeal
from schwimmen.rules import SchwimmenError, View, mask_of
from schwimmen.rules.cards import NUMBER_OF_CARDS
from schwimmen.rules.core.bits import bits_at, lowest_bit, next_combination, popcount
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import Rng, new_rng, random_fraction, random_seed, spawn
from schwimmen.rules.core.rows import MAX_SEATS
from schwimmen.rules.core.state import (
    MAX_ACTIONS,
    RECYCLE_IN_ORDER,
    ROUND_DTYPE,
    Action,
    AnyEvents,
    AnyRounds,
    CardSet,
    RecordArray,
    RulesArray,
    RulesRecord,
    Seat,
    ViewArray,
    ViewRecord,
    rules_array,
)
from schwimmen.rules.core.turn import apply
from schwimmen.rules.history import event_records
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.view_builder import record_of
from schwimmen.simulation.rounds import play_round

POLICY: Final = "blueprint"
"""Level with whose actions those of a player are compared."""

KNOWN: Final = tuple(level for level, kind in COMPILED_LEVELS.items() if kind in (RANDOM, GREEDY))
"""Levels that the other seats may have: hands determine their actions, or do not affect them."""

_WORLDS: Final = 256
_FEW_WORLDS: Final = 16  # for players that choose so fast that more deals are cheaper
_MOST_HANDS: Final = 6000  # hands of an opponent that are all tried, more are sampled
_ATTEMPTS: Final = 50_000  # after which fewer hands are enough
_MOST_ATTEMPTS: Final = 20_000_000  # far more than there are hands of four cards


class _Workspace(NamedTuple):
    """Work space of ``advantage``; ``rounds`` and ``actions`` have room for the history.

    ``worlds`` is the number of worlds that are sampled, and that of an opponent's hands if there
    are more than ``most_hands``.
    """

    worlds: int
    most_hands: Annotated[int, Range(0, _MOST_HANDS)]

    seen: Annotated[NDArray[Any], Array(SEEN_DTYPE, 1)]
    rounds: Annotated[NDArray[Any], Array(ROUND_DTYPE, LengthOf("events", 1))]
    actions: Annotated[NDArray[np.int64], Array(np.int64, LengthOf("events", 1))]
    scratch: Annotated[NDArray[Any], Array(ROUND_DTYPE, 2)]
    hands: Annotated[NDArray[np.int64], Array(np.int64, MAX_SEATS, _MOST_HANDS)]
    sizes: Annotated[NDArray[np.int64], Array(np.int64, MAX_SEATS)]
    values: Annotated[NDArray[np.float64], Array(np.float64, MAX_ACTIONS)]
    probabilities: Annotated[NDArray[np.float64], Array(np.float64, MAX_ACTIONS)]
    cards: Annotated[NDArray[np.int8], Array(np.int8, NUMBER_OF_CARDS)]
    chance: Rng


def _new_workspace(events: int, sparing: bool) -> _Workspace:
    return _Workspace(
        _FEW_WORLDS if sparing else _WORLDS,
        0 if sparing else _MOST_HANDS,
        np.zeros(1, SEEN_DTYPE),
        np.zeros(events + 1, ROUND_DTYPE),
        np.zeros(events + 1, np.int64),
        np.zeros(2, ROUND_DTYPE),
        np.zeros((MAX_SEATS, _MOST_HANDS), np.int64),
        np.zeros(MAX_SEATS, np.int64),
        np.zeros(MAX_ACTIONS),
        np.zeros(MAX_ACTIONS),
        np.zeros(64, np.int8),
        np.zeros(1, np.uint64),
    )


@entry(long=True)
def find_advantage(
    rules: RulesArray,
    pack: CardSet,
    views: ViewArray,
    seat: Seat,
    events: AnyEvents,
    starts: AnyRounds,
    action: Action,
    policies: Policies,
    work: _Workspace,
    rng: Rng,
) -> float:
    """Return the ``advantage`` of an action in ``views[0]``."""
    return advantage(rules[0], pack, views[0], seat, events, starts, action, policies, work, rng)


@jit_noinline
def advantage(
    rules: RulesRecord,
    pack: int,
    view: ViewRecord,
    seat: int,
    events: RecordArray,
    starts: RecordArray,
    action: int,
    policies: Policies,
    work: _Workspace,
    rng: Rng,
) -> float:
    """Return the advantage of an action of a seat over the first policy, in its place.

    The other policies play at the next seats clockwise. The unit is that of ``UnitSums``. Infinity
    means that the others have not played by their policies.
    """
    seen = work.seen[0]
    decisions = redeal(
        rules, pack, view, seat, events, 0, starts, 0, seen, work.rounds, work.actions, rng
    )
    if decisions == IMPOSSIBLE:
        return np.inf
    now = work.rounds[decisions]
    legal = legal_actions(rules, now)
    first = policies.seats[0]
    blueprint_probabilities(
        rules, now, legal, policies.blueprints[popcount(now.active)], first.keep_threshold,
        work.probabilities,
    )  # fmt: skip
    if work.probabilities[action] == 1.0:
        return 0.0
    played = 1 << action
    rest = legal
    while rest:
        other = lowest_bit(rest)
        rest &= rest - 1
        work.values[other] = 0.0
        if work.probabilities[other] > 0.0:
            played |= 1 << other
    number = 0
    attempts = 0
    while number == 0:
        worlds = work.worlds
        for other in range(now.seats):
            if other != seat and now.active >> other & 1:
                all_hands = _find_hands(rules, decisions, seat, other, policies, work, rng)
                if work.sizes[other] == 0:
                    return np.inf
                if not all_hands:
                    worlds = min(worlds, work.sizes[other])
        for world in range(worlds):
            if _write_world(rules, decisions, seat, world, work, rng):
                _play_out(rules, seat, played, policies, work, random_seed(rng))
                number += 1
        attempts += 1
        if attempts == _ATTEMPTS:
            return np.inf
    mean = 0.0
    rest = played
    while rest:
        other = lowest_bit(rest)
        rest &= rest - 1
        mean += work.probabilities[other] * work.values[other]
    gained: float = (work.values[action] - mean) / number
    return gained


@jit_noinline
def _find_hands(
    rules: RulesRecord,
    decisions: int,
    viewer: int,
    seat: int,
    policies: Policies,
    work: _Workspace,
    rng: Rng,
) -> bool:
    """Find hidden cards with which a seat would have acted as it did; return whether these are all.

    If there are too many to try, they are tried at random, so that all that are found are equally
    likely. None are found if the seat does not play by its policy.
    """
    seen = work.seen[0]
    hidden = int(seen.hidden[seat])
    size = popcount(hidden)
    place = (seat - viewer) % work.rounds[0].seats
    found = 0
    number = number_of_sets(seen.unseen, size)
    if number <= work.most_hands:
        places = (1 << size) - 1
        for _ in range(number):
            cards = bits_at(seen.unseen, places)
            places = next_combination(places) if places else 0
            if _acts_like_this(rules, decisions, seat, hidden, cards, place, policies, work, rng):
                work.hands[seat, found] = cards
                found += 1
        work.sizes[seat] = found
        return True
    for attempt in range(_MOST_ATTEMPTS):
        if found == work.worlds or (found and attempt >= _ATTEMPTS):
            break
        cards = sample_cards(seen.unseen, size, rng)
        if _acts_like_this(rules, decisions, seat, hidden, cards, place, policies, work, rng):
            work.hands[seat, found] = cards
            found += 1
    work.sizes[seat] = found
    return False


@jit_noinline
def _acts_like_this(
    rules: RulesRecord,
    decisions: int,
    seat: int,
    hidden: int,
    cards: int,
    place: int,
    policies: Policies,
    work: _Workspace,
    rng: Rng,
) -> bool:
    """Return whether a seat with other hidden cards would have acted as it did.

    A random action is equally likely with every hand, since legal actions do not depend on it.
    """
    now = work.rounds[decisions]
    at_random = policies.seats[place].kind == RANDOM
    history = History(work.rounds[:decisions], work.actions[:decisions])
    if not may_have_held(rules, now, history, seat, hidden, cards):
        return False
    if at_random:
        return True
    for k in range(decisions):
        state = work.rounds[k]
        before = int(state.hands[seat])
        if state.to_act != seat or before & hidden != hidden:
            continue
        own = before & ~hidden | cards
        state.hands[seat] = own
        legal = legal_actions(rules, state)
        chosen = policy_action(rules, state, legal, policies, place, rng)
        state.hands[seat] = before
        if chosen != renumber_exchange(rules, work.actions[k], before, own):
            return False
    return True


@jit_noinline
def _write_world(
    rules: RulesRecord, decisions: int, viewer: int, world: int, work: _Workspace, rng: Rng
) -> bool:
    """Write a world to the scratch, unless two of its hands have the same card.

    The hands of a single opponent are spread evenly.
    """
    seen = work.seen[0]
    work.scratch[0] = work.rounds[decisions]
    state = work.scratch[0]
    taken = 0
    for seat in range(state.seats):
        if seat == viewer or not state.active >> seat & 1:
            continue
        size = work.sizes[seat]
        place = world
        if number_of_sets(seen.unseen, popcount(seen.hidden[seat])) <= work.most_hands:
            share = random_fraction(rng)
            if popcount(state.active) == 2:
                share = (world + share) / work.worlds
            place = int(share * size)
        cards = work.hands[seat, place]
        if taken & cards:
            return False
        taken |= cards
        state.hands[seat] = state.hands[seat] & ~seen.hidden[seat] | cards
    if state.recyclings and rules.recycle == RECYCLE_IN_ORDER:
        return True  # the order of the talon is known
    talon = 0
    for position in range(state.talon_top, state.talon_end):
        talon |= 1 << int(state.pack[position])
    unseen = int(seen.unseen)
    deal_unseen_cards(rules, state, (unseen & ~taken) | (talon & ~unseen), work.cards, rng)
    return True


@jit_noinline
def _play_out(
    rules: RulesRecord, seat: int, actions: int, policies: Policies, work: _Workspace, seed: int
) -> None:
    """Play out the world in the scratch after some actions, and add the values of the seat."""
    while actions:
        action = lowest_bit(actions)
        actions &= actions - 1
        work.scratch[1] = work.scratch[0]
        state = work.scratch[1]
        work.chance[0] = spawn(seed, 0)
        apply(rules, state, action)
        play_round(rules, policies, seat, state, work.chance, work.chance)
        value = state.seats * int(state.score[seat])
        for other in range(state.seats):
            value -= int(state.score[other])
        work.values[action] += value


@lru_cache(maxsize=16)
def _policies(rules: RuleSet, levels: tuple[str, ...]) -> Policies:
    return policies_of(rules, (POLICY, *levels))


class AdvantagePlayer:
    """Player that sums up the advantages of another player's actions over ``POLICY``.

    ``levels`` are those of the other seats, clockwise, all of them ``KNOWN``. ``total`` is the sum
    so far.
    """

    def __init__(self, player: Player, rules: RuleSet, levels: tuple[str, ...], seed: int) -> None:
        self.name = player.name
        self.total = 0.0
        self._player = player
        self._levels = levels
        self._policies = _policies(rules, levels)
        self._rng = new_rng(seed)
        self._sparing = player.name in COMPILED_LEVELS
        self._work = _new_workspace(64, self._sparing)

    def choose(self, view: View) -> str:
        """Return the player's choice."""
        action = chosen_action(self._player, view)
        number = next(choice.number for choice in view.choices if choice.action == action)
        assert view.seat is not None
        events = event_records(view.history, view.rules.hand_size)
        if len(self._work.actions) <= len(events):
            self._work = _new_workspace(2 * len(events), self._sparing)
        with np.errstate(over="ignore"):  # the generator wraps around
            found = find_advantage(
                rules_array(view.rules),
                mask_of(view.rules.cards),
                record_of(view),
                view.seat,
                events,
                starts_of(view),
                number,
                self._policies,
                self._work,
                self._rng,
            )
        if not np.isfinite(found):
            raise SchwimmenError(f"{self._levels[0]} has not played by its policy")
        self.total += found
        return action
