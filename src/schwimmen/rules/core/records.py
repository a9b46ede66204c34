"""Numbers of records of views; scripts/schema.py writes this file.

Each class has the numbers that encode the fields of the classes in its docstring.
"""

from __future__ import annotations

from typing import Protocol

from .rows import Pack, PerActionKind, PerSeat


class SeatRecord(Protocol):
    """Numbers of ``SeatView``."""

    cards: int
    known: int
    """Mask."""
    hand: int
    """Mask, 0 for none."""
    value: int
    """Doubled, -1 for none."""
    suit: int
    """Code, -1 for none."""
    closed: int
    playing: int
    turns: int
    score: int
    status: int
    """Code."""


class ViewNumbers(Protocol):
    """Numbers of ``View``."""

    phase: int
    """Code."""
    number: int
    dealer: int
    leader: int
    to_act: int
    """-1 for none."""
    turns: int
    last_turns: int
    hand: int
    """Mask."""
    value: int
    """Doubled, -1 for none."""
    suit: int
    """Code, -1 for none."""
    table: int
    """Mask."""
    talon: int
    aside_count: int
    aside: Pack
    """Cards in their order, up to the count."""
    refusals: PerActionKind
    """Code of the reason for each kind of action."""
    all_closes: int
    replayed: int
    over: int
    winners: int
    """Mask."""
    passes: int
    end: int
    """Code."""
    by: int
    """-1 for none."""
    closers: int
    """Mask."""


class ChoiceRecord(Protocol):
    """Numbers of ``Choice``."""

    number: int
    """Number of the action, -1 for none."""
    given: int
    """Mask."""
    taken: int
    """Mask."""
    value: int
    """Doubled, -1 for none."""
    suit: int
    """Code, -1 for none."""
    closes: int


class EventRecord(Protocol):
    """Numbers of ``RoundEvent``."""

    kind: int
    """Code."""
    seat: int
    """-1 for none."""
    action: int
    """Number of the action, -1 for none."""
    cards: int
    """Mask."""
    given: int
    """Mask."""
    taken: int
    """Mask."""
    reason: int
    """Code."""
    closes: int
    rule: int


class ResultNumbers(Protocol):
    """Numbers of ``RoundResult``."""

    dealer: int
    leader: int
    end: int
    """Code."""
    by: int
    """-1 for none."""
    turns: int
    hands: PerSeat
    """Mask."""
    values: PerSeat
    """Doubled, -1 for none."""
    suits: PerSeat
    """Code, -1 for none."""
    scores: PerSeat
    lives: PerSeat
    status: PerSeat
    """Code."""
    totals: PerSeat
    """Doubled."""


class LossRecord(Protocol):
    """Numbers of ``Loss``."""

    seat: int
    amount: int
    """Lives, or doubled points."""
    rule: int
    reason: int
    """Code."""
    against: int
    """-1 for none."""
    decided: int
    """Code."""


class FactsRecord(Protocol):
    """Numbers of ``RoundFacts``."""

    number: int
    players: int
    dealer: int
    leader: int
    end: int
    """Code."""
    ended: int
    length: int
    turns: int
    hand: int
    """Mask."""
    value: int
    """Doubled."""
    suit: int
    """Code, -1 for none."""
    best: int
    lost: int
    score: int
    lives: int
    swimming: int
    out: int
    closed: int
    """0 for none."""


class MatchFactsRecord(Protocol):
    """Numbers of ``MatchFacts``."""

    over: int
    won: int
    shared: int
    total: int
    """Doubled."""
