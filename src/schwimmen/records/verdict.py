"""Verdict of the compiled rules on a record: what can be played of it, and its first fault."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice
from typing import NamedTuple

import numpy as np

from schwimmen.rules.actions import kind_and_masks
from schwimmen.rules.cards import Card, mask_of, parse_cards
from schwimmen.rules.core import kernel
from schwimmen.rules.core.record import MATCH_OVER, RECORD_FAULTS, VALID
from schwimmen.rules.core.state import (
    MATCH_DTYPE,
    NO_ACTION,
    RECORDED_ACTION_DTYPE,
    RECORDED_ROUND_DTYPE,
    RECORDED_SHUFFLE_DTYPE,
    ROUND_DTYPE,
    RecordArray,
    rules_array,
)
from schwimmen.rules.errors import CardError

from .record import Record


class Verdict(NamedTuple):
    """Moves of a record up to its first fault, and this fault."""

    moves: Sequence[Sequence[tuple[int, str | None]]]
    """Actions of each round that is dealt, by number, each with the shuffle that it needs."""
    fault: str
    """One of ``RECORD_FAULTS``."""
    round: int | None
    """Round at fault, counted from 1."""
    action: int | None
    """Action at fault in its round, counted from 1."""
    unused: int
    """Number of unused shuffles of the round, if they are the fault."""
    rounds: RecordArray
    """Rounds after their last actions."""
    matches: RecordArray
    """The match before the first round and after each one."""


def verdict_on(record: Record) -> Verdict:
    """Return the verdict of the rules on a record."""
    rounds = record.rounds
    names = [name for round_ in rounds for name in round_.actions]
    texts = [text for round_ in rounds for text in round_.shuffles]
    orders = [_order(text) for text in texts]
    left = iter(orders)
    cards = chain.from_iterable(
        chain(round_.pack, *islice(left, len(round_.shuffles))) for round_ in rounds
    )
    actions = np.fromiter(
        ((*kind_and_masks(name), NO_ACTION) for name in names), RECORDED_ACTION_DTYPE, len(names)
    )
    shuffles = np.array([(len(order), NO_ACTION) for order in orders], RECORDED_SHUFFLE_DTYPE)
    code, round_at_fault, action_at_fault, detail = kernel.play_record(
        rules_array(record.rules),
        len(record.players),
        record.dealer,
        mask_of(record.rules.cards),
        np.array(
            [(len(one.pack), len(one.actions), len(one.shuffles)) for one in rounds],
            RECORDED_ROUND_DTYPE,
        ),
        actions,
        shuffles,
        np.frombuffer(bytearray(cards), np.int8),
        played_rounds := np.zeros(len(rounds), ROUND_DTYPE),
        matches := np.zeros(len(rounds) + 1, MATCH_DTYPE),
    )
    needed = dict(zip(shuffles["action"].tolist(), texts, strict=True))
    played = enumerate(actions["number"].tolist())
    dealt = rounds if code == VALID else rounds[: round_at_fault + (code != MATCH_OVER)]
    moves = [
        [
            (number, needed.get(one))
            for one, number in islice(played, len(round_.actions))
            if number != NO_ACTION
        ]
        for round_ in dealt
    ]
    return Verdict(
        moves,
        RECORD_FAULTS[code],
        round_at_fault + 1 or None,
        action_at_fault + 1 or None,
        detail,
        played_rounds,
        matches,
    )


def _order(text: str) -> tuple[Card, ...]:
    """Return the cards in a text; empty, which is never an order, if it is no list of cards."""
    try:
        return parse_cards(text)
    except CardError:
        return ()
