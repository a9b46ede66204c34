"""Search for a best response to a blueprint in the first turns of a round of two.

The responder holds one hand. A node is an information state of the responder, its turn: a public
history with every hand that the opponent may hold, weighted by the probability that chance and the
blueprint lead there. The search is depth first and skips actions whose best case is no better than
an action known already.

Later turns are cut off by bounds. If a renewed table (R9) has too many possible cards, it is
sampled as in Broadie and Glasserman, Pricing American-style securities using simulation, 1997: one
sample, by which the responder decides, overrates its decisions on average; a second one, by which
they are evaluated, does not.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, Range, entry, jit, jit_noinline
from schwimmen.players.blueprint.policy import blueprint_probabilities
from schwimmen.players.blueprint.policy_table import PACKED_ACTIONS, Blueprint
from schwimmen.rules.core.bits import lowest_bit
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.legal import (
    CLOSE,
    EXCHANGE_ALL,
    EXCHANGE_ALL_CLOSE,
    KEEP,
    action_kind,
    legal_actions,
)
from schwimmen.rules.core.rng import spawn
from schwimmen.rules.core.state import (
    CHOICE,
    MAX_ACTIONS,
    OVER,
    ROUND_DTYPE,
    ActionOrNone,
    CardSet,
    RoundRecord,
    RulesArray,
    RulesRecord,
)
from schwimmen.rules.core.turn import apply

from .round_tree import SEATS, advance_key, public_observation_key

MAX_REPLIES: Final = PACKED_ACTIONS + 1
"""Most actions that a blueprint plays in a position: its own, or greedy play in place of them."""

# Samples of a renewed table to which a node belongs.
BOTH: Final = 0
DECIDING: Final = 1
EVALUATING: Final = 2

NODE_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("first", np.int64),  # first slot
            ("slots", np.int64),  # number of slots, one for each hand of the opponent
            ("sample", np.int64),
            ("weight", np.float64),  # sum of all slots
        ],
    )
)

# One record for each own turn on the current path.
FRAME_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("node", np.int64),
            ("untried", np.int64),  # mask of the actions left to try
            ("nodes", np.int64),  # numbers of nodes and slots before those of the current action
            ("slots", np.int64),
            ("child", np.int64),  # next node of the current action
            # By the deciding and by the evaluating samples:
            ("open", np.float64, (2,)),  # weight of the nodes that are left
            ("gain", np.float64, (2,)),  # of the current action
            ("best", np.float64, (2,)),  # gain of the action with the best one when deciding
        ],
    )
)

# Indices of ``ResponseSearch.counts``.
NODES: Final = 0
SLOTS: Final = 1
EDGES: Final = 2
VISITED: Final = 3
COUNTS: Final = 4

_EVERYONE: Final = 3
_ALMOST: Final = 1 - 1e-12

SeatOfTwo: TypeAlias = Annotated[int, Range(0, SEATS - 1)]
Edges: TypeAlias = Annotated[NDArray[np.int64], Array(np.int64, LengthOf(".edge_weight"))]


class ResponseSearch(NamedTuple):
    """Game, blueprint, and the nodes of the current path with their children.

    ``pack`` is the mask of all cards, ``all_hands`` are all sets of cards of a hand's size.
    ``blueprint_probabilities`` describes ``keep_threshold``; ``most`` is the most that the
    responder can gain. ``rounds`` has the round of each node without the opponent's hand; ``hands``
    and ``weights`` are the slots. ``places`` is a hash table of the children by ``keys``, -1 if
    empty; its length is a power of two, ``place`` the index of each child. The arrays of edges have
    room for all replies to one action. ``counts[VISITED]`` counts the nodes that were searched.
    """

    rules: RulesArray
    pack: CardSet
    all_hands: Annotated[NDArray[np.int64], Array(np.int64, 1)]
    blueprint: Blueprint
    keep_threshold: int
    most: float
    probabilities: Annotated[NDArray[np.float64], Array(np.float64, MAX_ACTIONS)]
    trial: Annotated[NDArray[Any], Array(ROUND_DTYPE, 2)]
    counts: Annotated[NDArray[np.int64], Array(np.int64, COUNTS)]
    frames: Annotated[NDArray[Any], Array(FRAME_DTYPE, 1)]
    nodes: Annotated[NDArray[Any], Array(NODE_DTYPE, 1)]
    rounds: Annotated[NDArray[Any], Array(ROUND_DTYPE, LengthOf(".nodes"))]
    keys: Annotated[NDArray[np.uint64], Array(np.uint64, LengthOf(".nodes"))]
    place: Annotated[NDArray[np.int64], Array(np.int64, LengthOf(".nodes"))]
    places: Annotated[NDArray[np.int64], Array(np.int64, 1)]
    hands: Annotated[NDArray[np.int64], Array(np.int64, LengthOf(".nodes"))]
    weights: Annotated[NDArray[np.float64], Array(np.float64, LengthOf(".nodes"))]
    edge_child: Edges
    edge_hand: Edges
    edge_weight: Annotated[NDArray[np.float64], Array(np.float64, 1)]


class ResponderDeal(NamedTuple):
    """Deal as the responder knows it before the first turn.

    ``hand`` is the responder's hand as dealt, ``second`` the extra hand if the responder deals,
    otherwise the table after the dealer's choice. ``choice`` is that choice, or ``NO_ACTION``.
    """

    responder: SeatOfTwo
    dealer: SeatOfTwo
    hand: CardSet
    second: CardSet
    choice: ActionOrNone


class Horizon(NamedTuple):
    """Own turns that are searched, and the bound by which later ones are cut off.

    After ``turns`` of its own the responder gains ``cut``. If that is a loss, it closes in the last
    of them where it can. It sees the opponent's hand after ``blind`` own turns. ``samples`` is the
    number of samples of a renewed table: deciding only or evaluating as well; 0 for all tables.
    """

    turns: int
    blind: int
    cut: float
    samples: Annotated[int, Range(0, EVALUATING)]
    seed: int


@entry(long=True, inline=False)
def search_response(
    search: ResponseSearch,
    dealt: ResponderDeal,
    horizon: Horizon,
) -> tuple[float, float]:
    """Return the gain of the best response by the deciding and by the evaluating samples.

    Both are means over all hands of the opponent and the unseen cards, weighted by the probability
    of a blueprint's dealer's choice. A deal that ends the round has no choice: it is counted with
    either choice of the responder and, of a blueprint's choices, with the first one alone.
    """
    frames, nodes = search.frames, search.nodes
    search.counts[NODES] = 0
    search.counts[SLOTS] = 0
    _expand_deal(search, dealt, horizon)
    depth = 0
    while True:
        frame = frames[depth]
        if frame.child < search.counts[NODES]:
            if depth == 0 or frame.gain[0] + search.most * frame.open[0] > frame.best[0]:
                _enter(search, depth, horizon)
                depth += 1
                continue
        elif depth == 0:
            return float(frame.gain[0]), float(frame.gain[1])
        elif frame.gain[0] > frame.best[0]:
            frame.best[0] = frame.gain[0]
            frame.best[1] = frame.gain[1]
        search.counts[NODES] = frame.nodes
        search.counts[SLOTS] = frame.slots
        node = nodes[frame.node]
        if frame.untried == 0 or frame.best[0] >= _ALMOST * search.most * node.weight:
            depth -= 1
            _add(frames[depth].gain, node.sample, frame.best[0], frame.best[1])
            continue
        closing = frame.untried & _closing_actions(search.rules[0])  # their gains are exact
        action = lowest_bit(closing if closing else frame.untried)
        frame.untried &= ~(1 << action)
        _expand_action(search, depth, action, horizon)
        if depth == horizon.turns:
            _add(frame.gain, BOTH, horizon.cut * frame.open[0], horizon.cut * frame.open[1])
            frame.child = search.counts[NODES]


@jit_noinline
def _enter(search: ResponseSearch, depth: int, horizon: Horizon) -> None:
    """Begin the search of the next child of a frame, without any action yet."""
    above, frame = search.frames[depth], search.frames[depth + 1]
    node = search.nodes[above.child]
    _add(above.open, node.sample, -node.weight, -node.weight)
    legal = legal_actions(search.rules[0], search.rounds[above.child])
    if depth + 1 == horizon.turns and horizon.cut < 0:
        closing = legal & _closing_actions(search.rules[0])
        if closing:
            legal = closing
    frame.node = above.child
    frame.untried = legal
    frame.nodes = search.counts[NODES]
    frame.slots = search.counts[SLOTS]
    frame.child = frame.nodes
    frame.gain[0] = -np.inf
    frame.best[0] = -np.inf
    above.child += 1
    search.counts[VISITED] += 1


@jit
def _add(sums: NDArray[np.float64], sample: int, deciding: float, evaluating: float) -> None:
    """Add to the sums by the deciding and by the evaluating samples what concerns them."""
    if sample != EVALUATING:
        sums[0] += deciding
    if sample != DECIDING:
        sums[1] += evaluating


@jit
def _closing_actions(rules: RulesRecord) -> int:
    pairs: int = rules.hand_size * rules.hand_size
    simple = 2 * pairs - EXCHANGE_ALL  # number of an action without a pair, less its kind
    exchanges = ((1 << pairs) - 1) << pairs
    return exchanges | 1 << simple + EXCHANGE_ALL_CLOSE | 1 << simple + CLOSE


@jit_noinline
def _expand_deal(search: ResponseSearch, dealt: ResponderDeal, horizon: Horizon) -> None:
    """Append the responder's first turns, and count the rounds that end before."""
    rules = search.rules[0]
    state = search.trial[0]
    frame = search.frames[0]
    other = 1 - dealt.responder
    known = dealt.hand | dealt.second
    keep = 2 * rules.hand_size * rules.hand_size - EXCHANGE_ALL + KEEP
    takes = dealt.choice > keep and dealt.dealer == other
    hidden = 0
    for cards in search.all_hands:
        hidden += int(cards & known == 0)
    _clear(search, frame)
    for cards in search.all_hands:
        if cards & known:
            continue
        weight = 1.0 / hidden
        _deal(search, dealt, dealt.second if takes else cards, cards if takes else dealt.second)
        if state.phase == OVER and takes:
            continue
        if state.phase == CHOICE:
            if dealt.dealer == other:
                _write_probabilities(search, state)
                weight *= search.probabilities[dealt.choice]
            apply(rules, state, dealt.choice)
        if weight > 0:
            _continue(search, np.uint64(0), weight, 0, horizon, other, BOTH)
    _fill_slots(search, frame)


@jit
def _deal(search: ResponseSearch, dealt: ResponderDeal, held: int, extra: int) -> None:
    """Deal the opponent's hand, the responder's, and the extra hand."""
    state = search.trial[0]
    top = 0
    for turn in range(SEATS + 1):
        rest = extra
        if turn < SEATS:
            rest = dealt.hand if (dealt.dealer == dealt.responder) == (turn == 1) else held
        while rest:
            state.pack[top] = lowest_bit(rest)
            rest &= rest - 1
            top += 1
    deal(search.rules[0], state, SEATS, _EVERYONE, dealt.dealer, 1 - dealt.dealer)


@jit_noinline
def _expand_action(search: ResponseSearch, depth: int, action: int, horizon: Horizon) -> None:
    """Append the responder's next turns after an action, and count the rounds that end before."""
    rules = search.rules[0]
    state = search.trial[0]
    frame = search.frames[depth]
    place = frame.node
    before = search.rounds[place]
    first, slots = search.nodes[place].first, search.nodes[place].slots
    other = 1 - before.to_act
    kind = action_kind(rules, action)
    _clear(search, frame)
    for slot in range(first, first + slots):
        weight, held = search.weights[slot], search.hands[slot]
        search.trial[0] = search.rounds[place]
        state.hands[other] = held
        apply(rules, state, action)
        if state.phase == OVER or state.talon_top == before.talon_top:
            key = public_observation_key(state, kind)
            _continue(search, key, weight, depth, horizon, other, BOTH)
            continue
        free = _unseen_cards(search, before)
        for draw in range(_number_of_draws(search, horizon)):
            key = public_observation_key(before, kind)
            cards, sample = _drawn(search, horizon, draw, free, held, key)
            if cards & held == 0 and cards & ~free == 0:
                search.trial[0] = search.rounds[place]
                state.hands[other] = held
                _stack_talon(state, cards)
                apply(rules, state, action)
                share = weight * _draw_weight(rules, before, horizon)
                key = public_observation_key(state, kind)
                _continue(search, key, share, depth, horizon, other, sample)
    _fill_slots(search, frame)


@jit_noinline
def _continue(
    search: ResponseSearch,
    key: Any,
    weight: float,
    depth: int,
    horizon: Horizon,
    other: int,
    sample: int,
) -> None:
    """Play all replies of the blueprint, if it is to act, in the first trial round."""
    rules = search.rules[0]
    before, state = search.trial[0], search.trial[1]
    search.trial[1] = search.trial[0]
    if before.phase == OVER or before.to_act != other:
        _add_edge(search, key, weight, depth, horizon, other, sample)
        return
    _write_probabilities(search, before)
    legal = legal_actions(rules, before)
    while legal:
        action = lowest_bit(legal)
        legal &= legal - 1
        share = weight * search.probabilities[action]
        if share == 0:
            continue
        kind = action_kind(rules, action)
        search.trial[1] = search.trial[0]
        apply(rules, state, action)
        if state.phase == OVER or state.talon_top == before.talon_top:
            after = advance_key(key, other, 0, public_observation_key(state, kind))
            _add_edge(search, after, share, depth, horizon, other, sample)
            continue
        held = before.hands[other]
        free = _unseen_cards(search, before) | held
        share *= _draw_weight(rules, before, horizon)
        for draw in range(_number_of_draws(search, horizon)):
            after = public_observation_key(before, kind)
            cards, drawn = _drawn(search, horizon, draw, free, held, after)
            if cards & held == 0 and cards & ~free == 0:
                search.trial[1] = search.trial[0]
                _stack_talon(state, cards)
                apply(rules, state, action)
                after = advance_key(key, other, 0, public_observation_key(state, kind))
                _add_edge(search, after, share, depth, horizon, other, max(sample, drawn))


@jit_noinline
def _write_probabilities(search: ResponseSearch, state: RoundRecord) -> None:
    rules = search.rules[0]
    legal = legal_actions(rules, state)
    blueprint_probabilities(
        rules, state, legal, search.blueprint, search.keep_threshold, search.probabilities
    )


@jit
def _unseen_cards(search: ResponseSearch, state: RoundRecord) -> int:
    """Return the cards that are neither in the record's hands, nor on the table, nor laid aside."""
    seen = state.table | state.hands[0] | state.hands[1]
    for i in range(state.aside_count):
        seen |= 1 << int(state.aside[i])
    return search.pack & ~seen


@jit
def _number_of_draws(search: ResponseSearch, horizon: Horizon) -> int:
    return horizon.samples if horizon.samples else len(search.all_hands)


@jit
def _drawn(
    search: ResponseSearch, horizon: Horizon, draw: int, free: int, held: int, key: Any
) -> tuple[int, int]:
    """Return the cards of a draw and its sample; samples have free cards alone.

    Samples that only decide are drawn for each hand that the opponent holds. So they reveal more
    of it, but no gain exceeds the weight.
    """
    if horizon.samples == 0:
        return search.all_hands[draw], BOTH
    if horizon.samples == DECIDING:
        free &= ~held
    key = spawn(spawn(key ^ np.uint64(free), horizon.seed), draw)
    cards = search.pack
    while cards & ~free:
        key = spawn(key, 0)
        cards = search.all_hands[np.int64(key >> np.uint64(1)) % len(search.all_hands)]
    return cards, DECIDING + draw


@jit
def _draw_weight(rules: RulesRecord, before: RoundRecord, horizon: Horizon) -> float:
    """Return the probability of drawn cards, divided by that of being sampled."""
    if horizon.samples == DECIDING:
        return 1.0
    left = before.talon_end - before.talon_top
    size = rules.hand_size
    weight = _draw_probability(size, left)
    return weight / _draw_probability(size, left + size) if horizon.samples else weight


@jit
def _draw_probability(size: int, left: int) -> float:
    probability = 1.0
    for drawn in range(size):
        probability *= (drawn + 1.0) / (left - drawn)
    return probability


@jit
def _stack_talon(state: RoundRecord, cards: int) -> None:
    """Put cards on top of the talon."""
    top = state.talon_top
    while cards:
        state.pack[top] = lowest_bit(cards)
        cards &= cards - 1
        top += 1


@jit
def _clear(search: ResponseSearch, frame: Any) -> None:
    """Begin an action of a frame without nodes, slots and gain."""
    search.counts[EDGES] = 0
    frame.child = search.counts[NODES]
    frame.gain[0] = 0.0
    frame.gain[1] = 0.0
    frame.open[0] = 0.0
    frame.open[1] = 0.0


@jit_noinline
def _add_edge(
    search: ResponseSearch,
    key: Any,
    weight: float,
    depth: int,
    horizon: Horizon,
    other: int,
    sample: int,
) -> None:
    """Count the end of the second trial round, or record its hand for the responder's next turn."""
    state = search.trial[1]
    if state.phase == OVER:
        gain = weight * (state.score[other] - state.score[1 - other])
        _add(search.frames[depth].gain, sample, gain, gain)
        return
    hand = state.hands[other]
    key = advance_key(key, sample, hand if depth >= horizon.blind else 0, np.uint64(0))
    last = len(search.places) - 1
    index = np.int64(key & np.uint64(last))
    while search.places[index] >= 0 and search.keys[search.places[index]] != key:
        index = (index + 1) & last
    child = search.places[index]
    if child < 0:
        child = search.counts[NODES]
        search.counts[NODES] += 1
        search.places[index] = child
        search.place[child] = index
        search.keys[child] = key
        search.rounds[child] = state
        search.rounds[child].hands[other] = 0
        search.nodes[child].slots = 0
        search.nodes[child].sample = sample
        search.nodes[child].weight = 0.0
    node = search.nodes[child]
    node.slots += 1
    node.weight += weight
    edge = search.counts[EDGES]
    search.edge_child[edge] = child
    search.edge_hand[edge] = hand
    search.edge_weight[edge] = weight
    search.counts[EDGES] += 1


@jit_noinline
def _fill_slots(search: ResponseSearch, frame: Any) -> None:
    """Write the slots of a frame's children from the edges, and empty the hash table."""
    slot = search.counts[SLOTS]
    for child in range(frame.child, search.counts[NODES]):
        node = search.nodes[child]
        search.places[search.place[child]] = -1
        node.first = slot
        slot += node.slots
        node.slots = 0
        _add(frame.open, node.sample, node.weight, node.weight)
    for edge in range(search.counts[EDGES]):
        node = search.nodes[search.edge_child[edge]]
        search.hands[node.first + node.slots] = search.edge_hand[edge]
        search.weights[node.first + node.slots] = search.edge_weight[edge]
        node.slots += 1
    search.counts[SLOTS] = slot
