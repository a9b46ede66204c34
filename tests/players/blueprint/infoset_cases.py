"""Information sets for tests of their keys, and permutations of their cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from hypothesis import strategies as st

from schwimmen.players.blueprint.infoset_key import infoset_key
from schwimmen.rules import RuleSet, cards_of, mask_of
from schwimmen.rules.cards import RANKS_PER_SUIT, SUITS
from schwimmen.rules.core.state import CHOICE, ROUND_DTYPE, TURN, rules_array

TENS: Final = (1, 2, 3, 4)
"""Ranks that count ten: king, queen, jack and ten."""

_CLASSES: Final = {3: (0, 1, 1, 1, 1, *range(5, 13)), 4: (0, *[1] * 4, *[5] * 4, *[9] * 4)}


@dataclass(frozen=True)
class Place:
    """Information set of seat 0, which is to act; ``held`` are the known cards of seat 1.

    Without table cards the dealer is to choose. ``before`` seats have acted since its last turn.
    """

    rules: RuleSet
    hand: frozenset[int]
    table: frozenset[int]
    held: frozenset[int] = frozenset()
    players: int = 2
    leader: int = 0
    took: bool = False
    turns: int = 0
    before: int = 0
    passes: int = 0

    def looked_up(self) -> tuple[int, int]:
        """Return the key and the card order."""
        rounds = np.zeros(1, ROUND_DTYPE)
        state = rounds[0]
        state.hands[0] = mask_of(self.hand)
        state.known[1] = mask_of(self.held)
        state.table = mask_of(self.table)
        state.active = state.playing = state.open = (1 << self.players) - 1
        state.seats = self.players
        state.leader = self.leader
        state.took = self.took
        state.phase = TURN if self.table else CHOICE
        state.turns = self.turns * self.players + self.before
        state.turns_of[0] = self.turns
        state.passes = self.passes
        with np.errstate(over="ignore"):
            key, order = infoset_key(rules_array(self.rules)[0], state)
        return int(key), int(order)

    def renamed(self, suits: Sequence[int], tens: Sequence[int] = TENS) -> Place:
        """Return an equivalent information set with permuted suits and tens."""
        ranks = (0, *tens, *range(5, RANKS_PER_SUIT))

        def others(cards: frozenset[int]) -> frozenset[int]:
            return frozenset(
                suits[card // RANKS_PER_SUIT] * RANKS_PER_SUIT + ranks[card % RANKS_PER_SUIT]
                for card in cards
            )

        hand, table, held = others(self.hand), others(self.table), others(self.held)
        return replace(self, hand=hand, table=table, held=held)

    def exchanged(self, action: int) -> Place:
        """Return the information set after an exchange of one card, by its action number."""
        size = self.rules.hand_size
        given = cards_of(mask_of(self.hand))[action // size % size]
        taken = cards_of(mask_of(self.table))[action % size]
        return replace(self, hand=self.hand ^ {given, taken}, table=self.table ^ {given, taken})

    @property
    def shape(self) -> tuple[object, ...]:
        """Canonical form: without names of suits, and with ranks grouped by value."""
        classes = _CLASSES[self.rules.hand_size]

        def of(cards: frozenset[int], suit: int) -> tuple[int, ...]:
            mine = [card for card in cards if card // RANKS_PER_SUIT == suit]
            return tuple(sorted(classes[card % RANKS_PER_SUIT] for card in mine))

        groups = (self.hand, self.table)
        suits = range(len(SUITS))
        seen = [(*(of(cards, suit) for cards in groups), self._known_in(suit)) for suit in suits]
        return tuple(sorted(seen))

    def _known_in(self, suit: int) -> bool:
        """Return whether the single known card, which counts heads-up only, has this suit."""
        alone = self.players == 2 and len(self.held) == 1
        return alone and min(self.held) // RANKS_PER_SUIT == suit


@st.composite
def places(draw: st.DrawFn, *presets: str) -> Place:
    """Draw information sets of rounds by these presets, often with similar cards."""
    rules = RuleSet(draw(st.sampled_from(presets)))
    size = rules.hand_size
    alike = draw(st.booleans())
    cards = [card for card in rules.cards if not alike or card % RANKS_PER_SUIT < 6]
    drawn = draw(st.permutations(cards))
    known = draw(st.sampled_from((0, 1, size)))
    return Place(
        rules,
        frozenset(drawn[:size]),
        frozenset(drawn[size : 2 * size]),
        frozenset(drawn[2 * size : 2 * size + known]),
        players=draw(st.sampled_from((2, 2, 3, 5))),
        leader=draw(st.integers(0, 1)),
        took=draw(st.booleans()),
        turns=draw(st.integers(0, 3)),
        passes=draw(st.integers(0, 1)),
    )


NAMES: Final = st.permutations(range(len(SUITS))), st.permutations(TENS)
"""Permutations of the suits and of the ranks that count ten."""
