"""Advantages of actions over known policies, a low-variance estimate of a player's strength.

The score of a player at a table is that with policies in the places of some players, plus the sum
of these players' advantages over the policies (the performance difference lemma: Kakade and
Langford, Approximately optimal approximate reinforcement learning, ICML 2002). Players that play by
their policies have none on average, and neither has chance: their luck is left out. How an unknown
player plays need not be known, so the estimate is unbiased for any. This is AIVAT (Burch, Schmid,
Moravčík, Morrill and Bowling, AIVAT: a new variance reduction technique for agent evaluation in
imperfect information games, AAAI 2018).

Where the actions of all others show with which hands they would have played so, the advantage
depends on the player's view alone: the hidden hands are sampled from their exact distribution, and
the actual ones add no noise. Else all hands are as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
from schwimmen.rules import Round, SchwimmenError, View, mask_of
from schwimmen.rules.cards import NUMBER_OF_CARDS
from schwimmen.rules.core.bits import bits_at, lowest_bit, next_combination, popcount
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import Rng, new_rng, random_fraction, random_seed, spawn
from schwimmen.rules.core.rows import MAX_SEATS
from schwimmen.rules.core.state import (
    CHOICE,
    MAX_ACTIONS,
    RECYCLE_IN_ORDER,
    ROUND_DTYPE,
    Action,
    AnyEvents,
    AnyRounds,
    CardSet,
    RecordArray,
    RoundArray,
    RoundRecord,
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
"""Level with whose actions those of a bot are compared."""

_INFERABLE: Final = tuple(
    level for level, kind in COMPILED_LEVELS.items() if kind in (RANDOM, GREEDY)
)
"""Levels whose hands can be inferred: they determine the actions, or do not affect them."""

_WORLDS: Final = 256
_OPEN_WORLDS: Final = 32  # with all hands open, which are most of the noise
_FEW_WORLDS: Final = 16  # for players that choose so fast that more deals are cheaper
_MOST_HANDS: Final = 6000  # hands of an opponent that are all tried, more are sampled
_ATTEMPTS: Final = 50_000  # after which fewer hands are enough
_MOST_ATTEMPTS: Final = 20_000_000  # far more than there are hands of four cards


class _Rollouts(NamedTuple):
    """Work space of rollouts in a number of ``worlds``."""

    worlds: int
    scratch: Annotated[NDArray[Any], Array(ROUND_DTYPE, 2)]
    values: Annotated[NDArray[np.float64], Array(np.float64, MAX_ACTIONS)]
    probabilities: Annotated[NDArray[np.float64], Array(np.float64, MAX_ACTIONS)]
    cards: Annotated[NDArray[np.int8], Array(np.int8, NUMBER_OF_CARDS)]
    chance: Rng


def _new_rollouts(worlds: int) -> _Rollouts:
    return _Rollouts(
        worlds,
        np.zeros(2, ROUND_DTYPE),
        np.zeros(MAX_ACTIONS),
        np.zeros(MAX_ACTIONS),
        np.zeros(64, np.int8),
        np.zeros(1, np.uint64),
    )


class _Workspace(NamedTuple):
    """Work space of ``advantage``; ``rounds`` and ``actions`` have room for the history.

    If an opponent may have more than ``most_hands``, as many are sampled as worlds.
    """

    most_hands: Annotated[int, Range(0, _MOST_HANDS)]
    seen: Annotated[NDArray[Any], Array(SEEN_DTYPE, 1)]
    rounds: Annotated[NDArray[Any], Array(ROUND_DTYPE, LengthOf("events", 1))]
    actions: Annotated[NDArray[np.int64], Array(np.int64, LengthOf("events", 1))]
    hands: Annotated[NDArray[np.int64], Array(np.int64, MAX_SEATS, _MOST_HANDS)]
    sizes: Annotated[NDArray[np.int64], Array(np.int64, MAX_SEATS)]


def _new_workspace(events: int, most_hands: int) -> _Workspace:
    return _Workspace(
        most_hands,
        np.zeros(1, SEEN_DTYPE),
        np.zeros(events + 1, ROUND_DTYPE),
        np.zeros(events + 1, np.int64),
        np.zeros((MAX_SEATS, _MOST_HANDS), np.int64),
        np.zeros(MAX_SEATS, np.int64),
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
    rollouts: _Rollouts,
    rng: Rng,
) -> float:
    """Return the ``advantage`` of an action in ``views[0]``."""
    return advantage(
        rules[0], pack, views[0], seat, events, starts, action, policies, work, rollouts, rng
    )


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
    rollouts: _Rollouts,
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
        rollouts.probabilities,
    )  # fmt: skip
    if rollouts.probabilities[action] == 1.0:
        return 0.0
    played = 1 << action
    rest = legal
    while rest:
        other = lowest_bit(rest)
        rest &= rest - 1
        rollouts.values[other] = 0.0
        if rollouts.probabilities[other] > 0.0:
            played |= 1 << other
    number = 0
    attempts = 0
    while number == 0:
        worlds = rollouts.worlds
        for other in range(now.seats):
            if other != seat and now.active >> other & 1:
                all_hands = _find_hands(
                    rules, decisions, seat, other, policies, work, rollouts, rng
                )
                if work.sizes[other] == 0:
                    return np.inf
                if not all_hands:
                    worlds = min(worlds, work.sizes[other])
        for world in range(worlds):
            if _write_world(rules, decisions, seat, world, work, rollouts, rng):
                _play_out(rules, seat, played, policies, rollouts, random_seed(rng))
                number += 1
        attempts += 1
        if attempts == _ATTEMPTS:
            return np.inf
    mean = 0.0
    rest = played
    while rest:
        other = lowest_bit(rest)
        rest &= rest - 1
        mean += rollouts.probabilities[other] * rollouts.values[other]
    gained: float = (rollouts.values[action] - mean) / number
    return gained


@entry(long=True)
def find_open_advantage(
    rules: RulesArray,
    rounds: RoundArray,
    first: Seat,
    action: Action,
    policies: Policies,
    rollouts: _Rollouts,
    rng: Rng,
) -> float:
    """Return the ``open_advantage`` of an action in ``rounds[0]``."""
    return open_advantage(rules[0], rounds[0], first, action, policies, rollouts, rng)


@jit_noinline
def open_advantage(
    rules: RulesRecord,
    now: RoundRecord,
    first: int,
    action: int,
    policies: Policies,
    rollouts: _Rollouts,
    rng: Rng,
) -> float:
    """Return what an action of the seat to act brings seat ``first``, compared with its policy.

    The policies play at the seats clockwise from that seat. The unit is that of ``UnitSums``. All
    hands are as they are; only the cards that no seat has seen are sampled.
    """
    place = (now.to_act - first) % now.seats
    legal = legal_actions(rules, now)
    unseen = 0
    for position in range(now.talon_top, now.talon_end):
        unseen |= 1 << int(now.pack[position])
    if now.phase == CHOICE:
        unseen |= int(now.extra)
    gained = 0.0
    for _ in range(rollouts.worlds):
        rollouts.scratch[0] = now
        if not now.recyclings or rules.recycle != RECYCLE_IN_ORDER:
            deal_unseen_cards(rules, rollouts.scratch[0], unseen, rollouts.cards, rng)
        chosen = policy_action(rules, rollouts.scratch[0], legal, policies, place, rng)
        if chosen != action:
            rollouts.values[action] = 0.0
            rollouts.values[chosen] = 0.0
            both = 1 << action | 1 << chosen
            _play_out(rules, first, both, policies, rollouts, random_seed(rng))
            gained += rollouts.values[action] - rollouts.values[chosen]
    return gained / rollouts.worlds


@jit_noinline
def _find_hands(
    rules: RulesRecord,
    decisions: int,
    viewer: int,
    seat: int,
    policies: Policies,
    work: _Workspace,
    rollouts: _Rollouts,
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
        if found == rollouts.worlds or (found and attempt >= _ATTEMPTS):
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
    rules: RulesRecord,
    decisions: int,
    viewer: int,
    world: int,
    work: _Workspace,
    rollouts: _Rollouts,
    rng: Rng,
) -> bool:
    """Write a world to the scratch, unless two of its hands have the same card.

    The hands of a single opponent are spread evenly.
    """
    seen = work.seen[0]
    rollouts.scratch[0] = work.rounds[decisions]
    state = rollouts.scratch[0]
    taken = 0
    for seat in range(state.seats):
        if seat == viewer or not state.active >> seat & 1:
            continue
        size = work.sizes[seat]
        place = world
        if number_of_sets(seen.unseen, popcount(seen.hidden[seat])) <= work.most_hands:
            share = random_fraction(rng)
            if popcount(state.active) == 2:
                share = (world + share) / rollouts.worlds
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
    deal_unseen_cards(rules, state, (unseen & ~taken) | (talon & ~unseen), rollouts.cards, rng)
    return True


@jit_noinline
def _play_out(
    rules: RulesRecord, seat: int, actions: int, policies: Policies, rollouts: _Rollouts, seed: int
) -> None:
    """Play out the world in the scratch after some actions, and add the values of the seat."""
    while actions:
        action = lowest_bit(actions)
        actions &= actions - 1
        rollouts.scratch[1] = rollouts.scratch[0]
        state = rollouts.scratch[1]
        rollouts.chance[0] = spawn(seed, 0)
        apply(rules, state, action)
        play_round(rules, policies, seat, state, rollouts.chance, rollouts.chance)
        value = state.seats * int(state.score[seat])
        for other in range(state.seats):
            value -= int(state.score[other])
        rollouts.values[action] += value


@dataclass(frozen=True, slots=True)
class Baseline:
    """Policies with which AIVAT compares the bots of a contest, in clockwise order.

    ``studied`` are the places whose bots may play otherwise, so that their actions' advantages
    count; all others play by their policies. With ``by_view`` an advantage depends on the view of
    the player alone.
    """

    policies: tuple[str, ...]
    studied: tuple[int, ...]
    by_view: bool

    @property
    def corrected(self) -> tuple[str, ...]:
        """Names of the kinds of luck that do not affect the estimate."""
        known = [level for place, level in enumerate(self.policies) if place not in self.studied]
        chosen = [level for level in known if COMPILED_LEVELS[level] != GREEDY]
        return (
            "cards",
            *(["hidden hands"] if self.by_view else []),
            *dict.fromkeys(f"choices of {level}" for level in chosen),
        )


def baseline_of(bots: Sequence[object]) -> Baseline:
    """Return the baseline of a contest between one bot and others that are all the same.

    If the hands of a known bot can be inferred, ``POLICY`` plays in the place of its opponent. Else
    one level plays everywhere, that of a known bot if there is one, so that it scores 0.
    """
    levels = [bot if isinstance(bot, str) and bot in COMPILED_LEVELS else None for bot in bots]
    first, other, *_ = levels
    others = len(bots) - 1
    if other in _INFERABLE:
        return Baseline((POLICY, *[other] * others), (0,), True)
    if first in _INFERABLE and others == 1:
        return Baseline((first, POLICY), (1,), True)
    studied = tuple(place for place, level in enumerate(levels) if level is None)
    if other is not None:
        studied = (0,)
    return Baseline((other or first or POLICY,) * len(bots), studied, False)


@lru_cache(maxsize=16)
def _policies(rules: RuleSet, levels: tuple[str, ...]) -> Policies:
    return policies_of(rules, levels)


class ViewAdvantages:
    """Player that sums up its advantages for the first bot, each from the view of that decision.

    Another player chooses for it, in the only studied place. ``total`` is the sum so far.
    """

    def __init__(self, player: Player, rules: RuleSet, baseline: Baseline, seed: int) -> None:
        (place,) = baseline.studied
        levels = (*baseline.policies[place:], *baseline.policies[:place])
        self.name = player.name
        self.total = 0.0
        self._player = player
        self._known = levels[1]
        self._sign = -1 if place else 1  # what one of two bots gains, the other one loses
        self._policies = _policies(rules, levels)
        self._rng = new_rng(seed)
        # More deals are cheaper than more worlds for players that choose fast.
        sparing = player.name in COMPILED_LEVELS
        self._most_hands = 0 if sparing else _MOST_HANDS
        self._work = _new_workspace(64, self._most_hands)
        self._rollouts = _new_rollouts(_FEW_WORLDS if sparing else _WORLDS)

    def choose(self, view: View) -> str:
        """Return the player's choice."""
        action = chosen_action(self._player, view)
        number = next(choice.number for choice in view.choices if choice.action == action)
        assert view.seat is not None
        events = event_records(view.history, view.rules.hand_size)
        if len(self._work.actions) <= len(events):
            self._work = _new_workspace(2 * len(events), self._most_hands)
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
                self._rollouts,
                self._rng,
            )
        if not np.isfinite(found):
            raise SchwimmenError(f"{self._known} has not played by its policy")
        self.total += self._sign * found
        return action


class OpenAdvantages:
    """Sum of the advantages of all studied bots' actions for the first bot, with all hands open.

    ``first`` is the seat of the first bot; ``total`` is the sum so far.
    """

    def __init__(self, rules: RuleSet, baseline: Baseline, first: int, seed: int) -> None:
        self.total = 0.0
        self._first = first
        self._studied = {(first + place) % len(baseline.policies) for place in baseline.studied}
        self._policies = _policies(rules, baseline.policies)
        self._rng = new_rng(seed)
        self._rollouts = _new_rollouts(_OPEN_WORLDS)

    def add(self, round_: Round, number: int) -> None:
        """Add the advantage of an action, by its number, that is about to be played in a round."""
        if round_.to_act not in self._studied:
            return
        with np.errstate(over="ignore"):  # the generator wraps around
            self.total += find_open_advantage(
                *round_.arrays, self._first, number, self._policies, self._rollouts, self._rng
            )
