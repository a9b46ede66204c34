"""Where the chance of a table comes from: always from outside."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from copy import deepcopy
from typing import Any, Final, Protocol

from schwimmen.records.fairness import Agreement, FairChance
from schwimmen.records.fairness import Terms as FairTerms
from schwimmen.rules.cards import Card, card_names

from .clocks import Wait
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
    """Where packs, shuffles and the first dealer come from; ``random.Random`` is one."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Puts the sequence into a random order."""

    def randrange(self, start: int) -> int:
        """A random whole number from 0 to below ``start``."""


def shuffled(cards: Iterable[Card], chance: Chance) -> str:
    """The cards as text, in an order by chance."""
    order = list(cards)
    chance.shuffle(order)
    return card_names(order)


SEEDS_MS: Final = 10_000
"""How long browsers may take to commit, and once more to reveal."""


def new_seed(chance: Chance) -> str:
    """A seed of the server's: 32 bytes as 64 hexadecimal digits."""
    return f"{chance.randrange(1 << 256):064x}"


class FairShuffles:
    """The agreement of a match on its seeds, and what is drawn once it is settled."""

    def __init__(
        self, terms: FairTerms, seats: Sequence[Seat], seed: str, committed: Sequence[str] = ()
    ) -> None:
        self._agreement = Agreement(terms, _people(seats), seed, committed)

    @property
    def settled(self) -> bool:
        """Whether all chance of the match is known."""
        return self._agreement.phase == "settled"

    @property
    def chance(self) -> FairChance:
        """All chance of the match."""
        return self._agreement.chance

    @property
    def public(self) -> PublicSeeds:
        """How far the agreement is, as all may know it."""
        now = self._agreement
        return PublicSeeds(
            phase=now.phase,
            attempt=len(now.attempts),
            commitment=now.commitment,
            commitments=tuple(sorted(now.commitments.items())),
            waiting_for=now.waiting_for,
        )

    @property
    def wait(self) -> Wait:
        """What the table waits for before the first round."""
        mark = 2 * len(self._agreement.attempts) + (self._agreement.phase == "revealing")
        return Wait("seeds", mark, limit_ms=SEEDS_MS)

    def decide(self, command: Commit | Reveal, seat: int, seq: int, at: str) -> LogEvent:
        """The event that the command of this seat leads to.

        Raises ``Refusal`` for what has been said before, and ``FairnessRefusal``.
        """
        tried = deepcopy(self._agreement)
        said = tried.waiting_for, tried.phase
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
        if (tried.waiting_for, tried.phase) == said:
            raise Refusal("already", "this seat has said so before")
        return event

    def expire(self, seq: int, at: str, chance: Chance) -> LeftOutEvent:
        """The event by which those who keep the others waiting are left out."""
        return LeftOutEvent(seq=seq, at=at, seed=new_seed(chance))

    def apply(self, event: CommittedEvent | RevealedEvent | LeftOutEvent) -> None:
        """Takes in an event. Raises ``FairnessRefusal``."""
        _tell(self._agreement, event)


def agreement_of(log: Sequence[LogEvent]) -> Agreement | None:
    """The agreement that a log holds; none where chance came from outside.

    Raises ``FairnessRefusal`` for a log that is damaged.
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
                terms = FairTerms(created.table, preset, options, names)
                agreement = Agreement(terms, _people(event.seats), seed, event.committed)
            case CommittedEvent() | RevealedEvent() | LeftOutEvent() if agreement is not None:
                _tell(agreement, event)
    return agreement


def _people(seats: Sequence[Seat]) -> Iterable[int]:
    return (number for number, seat in enumerate(seats) if seat.level is None)


def _tell(agreement: Agreement, event: CommittedEvent | RevealedEvent | LeftOutEvent) -> None:
    match event:
        case CommittedEvent():
            agreement.commit(event.seat, event.server, event.commitment)
        case RevealedEvent():
            agreement.reveal(event.seat, event.seed)
        case LeftOutEvent():
            agreement.expire(event.seed)
