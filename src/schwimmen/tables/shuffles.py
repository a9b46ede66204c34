"""Randomness of a table: an injected source, or an agreement on provably fair shuffles."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from copy import deepcopy
from functools import cached_property
from typing import Any, Final, Protocol

from schwimmen.records.fairness import Agreement, FairChance, Terms
from schwimmen.rules.cards import Card, card_names

from .clocks import Awaited
from .commands import Commit, Refusal, Reveal
from .log import (
    ChangedEvent,
    CommittedEvent,
    CreatedEvent,
    LeftOutEvent,
    LogEvent,
    RevealedEvent,
    Seat,
    StartedEvent,
)
from .public import PublicSeeds


class Chance(Protocol):
    """Source of packs, shuffles and first dealers, such as ``random.Random``."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Shuffle the sequence in place."""

    def randrange(self, start: int) -> int:
        """Return a random integer from 0 to ``start - 1``."""


def shuffled(cards: Iterable[Card], chance: Chance) -> str:
    """Return the cards in random order, as text."""
    order = list(cards)
    chance.shuffle(order)
    return card_names(order)


SEEDS_MS: Final = 10_000
"""How long clients may take to commit, and again to reveal."""


def new_seed(chance: Chance) -> str:
    """Return a new server seed: 32 bytes as 64 hexadecimal digits."""
    return f"{chance.randrange(1 << 256):064x}"


class FairShuffles:
    """Agreement of a match on its seeds, and the source of chance once it is settled."""

    def __init__(
        self, terms: Terms, seats: Sequence[Seat], seed: str, committed: Sequence[str] = ()
    ) -> None:
        self._agreement = Agreement(terms, _seats_of_people(seats), seed, committed)

    @property
    def settled(self) -> bool:
        """Whether all seeds are known."""
        return self._agreement.phase == "settled"

    @property
    def chance(self) -> FairChance:
        """Source of chance for the match."""
        return self._agreement.chance

    @cached_property
    def public(self) -> PublicSeeds:
        """Public state of the agreement."""
        now = self._agreement
        return PublicSeeds(
            phase=now.phase,
            attempt=len(now.attempts),
            commitment=now.commitment,
            commitments=tuple(sorted(now.commitments.items())),
            waiting_for=now.waiting_for,
        )

    @property
    def awaited(self) -> Awaited:
        """Commitments or seeds that are missing before the first round."""
        mark = 2 * len(self._agreement.attempts) + (self._agreement.phase == "revealing")
        return Awaited("seeds", mark, limit_ms=SEEDS_MS)

    def decide(self, command: Commit | Reveal, seat: int, seq: int, at: str) -> LogEvent:
        """Return the event that a seat's command leads to.

        Raises ``Refusal`` for a repeated commitment or seed, and ``FairnessRefusal``.
        """
        tried = deepcopy(self._agreement)
        before = tried.waiting_for, tried.phase
        event: LogEvent
        match command:
            case Commit(server=server, commitment=commitment):
                tried.commit(seat, server, commitment)
                event = CommittedEvent(
                    seq=seq,
                    at=at,
                    seat=seat,
                    server=server,
                    commitment=commitment,
                    client_id=command.client_id,
                )
            case Reveal(seed=seed):
                tried.reveal(seat, seed)
                event = RevealedEvent(
                    seq=seq, at=at, seat=seat, seed=seed, client_id=command.client_id
                )
        if (tried.waiting_for, tried.phase) == before:
            raise Refusal("already", "this seat has done so already")
        return event

    def expire(self, seq: int, at: str, chance: Chance) -> LeftOutEvent:
        """Return the event that leaves out the seats that are late."""
        return LeftOutEvent(seq=seq, at=at, seed=new_seed(chance))

    def apply(self, event: CommittedEvent | RevealedEvent | LeftOutEvent) -> None:
        """Apply an event. Raises ``FairnessRefusal``."""
        vars(self).pop("public", None)
        _apply(self._agreement, event)


def agreement_of(log: Sequence[LogEvent]) -> Agreement | None:
    """Return the agreement in a log, ``None`` without provably fair shuffles.

    Raises ``FairnessRefusal`` for a damaged log.
    """
    created = log[0]
    assert isinstance(created, CreatedEvent)
    preset, options = created.preset, created.options
    agreement: Agreement | None = None
    for event in log:
        match event:
            case ChangedEvent():
                preset, options = event.preset, event.options
            case StartedEvent(seed=str(seed)):
                assert created.table is not None
                names = tuple(seat.name for seat in event.seats)
                terms = Terms(created.table, preset, options, names)
                agreement = Agreement(terms, _seats_of_people(event.seats), seed, event.committed)
            case CommittedEvent() | RevealedEvent() | LeftOutEvent() if agreement is not None:
                _apply(agreement, event)
    return agreement


def _seats_of_people(seats: Sequence[Seat]) -> Iterable[int]:
    return (number for number, seat in enumerate(seats) if seat.level is None)


def _apply(agreement: Agreement, event: CommittedEvent | RevealedEvent | LeftOutEvent) -> None:
    match event:
        case CommittedEvent():
            agreement.commit(event.seat, event.server, event.commitment)
        case RevealedEvent():
            agreement.reveal(event.seat, event.seed)
        case LeftOutEvent():
            agreement.expire(event.seed)
