"""How the server and the browsers of a table agree on their seeds, before a match.

The server commits, every browser commits, every browser reveals. Nothing here draws a number or
reads a clock: seeds and the passing of a deadline come from outside, so that the log of a table can
play an agreement again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from schwimmen.rules.errors import SchwimmenError

from .algorithm import (
    VERSION,
    FairChance,
    Terms,
    match_key,
    player_commitment,
    seal_of,
    server_commitment,
)

Phase: TypeAlias = Literal["committing", "revealing", "settled"]
RefusalCode: TypeAlias = Literal[
    "not_asked", "other_attempt", "too_early", "too_late", "already", "does_not_fit", "not_hex"
]


class FairnessRefusal(SchwimmenError):
    """A message of a browser that is not taken; nothing has changed. ``code`` says why."""

    def __init__(self, code: RefusalCode, message: str) -> None:
        super().__init__(message, code)


@dataclass(slots=True)
class Attempt:
    """One attempt to agree: the server's commitment, then commitments and seeds by seat."""

    commitment: str
    seed: str
    commitments: dict[int, str] = field(default_factory=dict)
    seeds: dict[int, str] = field(default_factory=dict)


class Agreement:
    """The seeds of a match, from the server's commitment to the key that all draws follow from.

    ``seats`` are those of people, who are asked for a seed each; ``seed`` is the server's, 32
    random bytes as 64 hexadecimal digits. With nobody to ask it is settled at once. ``committed``
    are the server's commitments of the first attempts, where names have been forgotten that they
    were made with.

    >>> terms = Terms("k3v9", "pagat", {}, ("North", "East"))
    >>> agreement = Agreement(terms, seats=[0], seed="11" * 32)
    >>> commitment = player_commitment(agreement.commitment, 1, 0, "22" * 32)
    >>> agreement.commit(0, agreement.commitment, commitment)
    >>> agreement.phase, agreement.waiting_for
    ('revealing', (0,))
    >>> agreement.reveal(0, "22" * 32)
    >>> agreement.phase, agreement.chance.for_dealer().randrange(2)
    ('settled', 0)
    """

    def __init__(
        self, terms: Terms, seats: Iterable[int], seed: str, committed: Sequence[str] = ()
    ) -> None:
        self.terms = terms
        self._committed = tuple(committed)
        self.attempts: list[Attempt] = []
        """All attempts so far; the last is the one that counts."""
        self.phase: Phase = "committing"
        self._asked = tuple(sorted(set(seats)))
        self._begin(seed)

    @property
    def commitment(self) -> str:
        """The server's, which is published before anybody else commits."""
        return self._attempt.commitment

    @property
    def commitments(self) -> dict[int, str]:
        """The players' so far, by seat. All may see them at any time."""
        return dict(self._attempt.commitments)

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats that are still to commit, or to reveal."""
        done = {"committing": self._attempt.commitments, "revealing": self._attempt.seeds}
        return tuple(seat for seat in self._asked if seat not in done.get(self.phase, self._asked))

    @property
    def seal(self) -> str:
        """The hash of all commitments. Raises ``SchwimmenError`` while players still commit."""
        if self.phase == "committing":
            raise SchwimmenError("players still commit: there is no seal yet")
        return seal_of(self._attempt.commitment, self._attempt.commitments)

    @property
    def chance(self) -> FairChance:
        """The chance of the match, a secret until it is over.

        Raises ``SchwimmenError`` before all seeds are known.
        """
        if self.phase != "settled":
            raise SchwimmenError("the seeds are not settled yet: there is no chance to draw from")
        return FairChance(match_key(self.seal, self._attempt.seed, self._attempt.seeds))

    def commit(self, seat: int, server: str, commitment: str) -> None:
        """A browser commits, having seen this commitment of the server; twice the same is once.

        Raises ``FairnessRefusal``.
        """
        self._demand_asked(seat)
        if server != self.commitment:
            raise FairnessRefusal("other_attempt", "this is a commitment for another attempt")
        if self._attempt.commitments.get(seat) == commitment:
            return
        if seat in self._attempt.commitments:
            raise FairnessRefusal("already", "this seat has committed to another seed already")
        if self.phase != "committing":
            raise FairnessRefusal("too_late", "it is too late to commit to a seed")
        _demand_hex(commitment)
        self._attempt.commitments[seat] = commitment
        self._go_on()

    def reveal(self, seat: int, seed: str) -> None:
        """A browser reveals the seed it had committed to; twice is once.

        Raises ``FairnessRefusal``: before all have committed, and for any other seed.
        """
        self._demand_asked(seat)
        if self.phase == "committing":
            raise FairnessRefusal("too_early", "not all have committed to a seed yet")
        _demand_hex(seed)
        committed = player_commitment(self.commitment, len(self.attempts), seat, seed)
        if committed != self._attempt.commitments[seat]:
            raise FairnessRefusal("does_not_fit", "this is not the seed that was committed to")
        self._attempt.seeds[seat] = seed
        self._go_on()

    def expire(self, seed: str) -> None:
        """The time to commit or to reveal is over: those still waited for are left out for good.

        Who did not commit is gone without a trace. When somebody did not reveal, all that are left
        commit anew, the server to this new ``seed``: else that player had chosen between two deals.
        Once all is settled nothing happens.
        """
        missing = self.waiting_for
        self._asked = tuple(seat for seat in self._asked if seat not in missing)
        if self.phase == "revealing" and missing:
            self.phase = "committing"
            self._begin(seed)
        else:
            self._go_on()

    def fairness(self, published: bool) -> dict[str, Any]:
        """The record's ``fairness`` key; the server's seed is ``null`` until it is ``published``.

        That is when the match is over. Seeds of attempts given up can be known before.
        """
        last = self._attempt
        return {
            "version": VERSION,
            "table": self.terms.table,
            **({"forgotten": True} if self._committed else {}),
            "attempts": [
                {
                    "commitment": attempt.commitment,
                    "seed": attempt.seed if published or attempt is not last else None,
                    "players": [
                        {"seat": seat, "commitment": commitment, "seed": attempt.seeds.get(seat)}
                        for seat, commitment in sorted(attempt.commitments.items())
                    ],
                }
                for attempt in self.attempts
            ],
        }

    @property
    def _attempt(self) -> Attempt:
        return self.attempts[-1]

    def _begin(self, seed: str) -> None:
        _demand_hex(seed)
        number = len(self.attempts) + 1
        before = self._committed[number - 1 : number]
        commitment = before[0] if before else server_commitment(self.terms, number, seed)
        self.attempts.append(Attempt(commitment, seed))
        self._go_on()

    def _go_on(self) -> None:
        if self.phase == "committing" and not self.waiting_for:
            self.phase = "revealing"
        if self.phase == "revealing" and not self.waiting_for:
            self.phase = "settled"

    def _demand_asked(self, seat: int) -> None:
        if seat not in self._asked:
            raise FairnessRefusal("not_asked", f"seat {seat} is not asked for a seed")


def is_hex(text: object) -> bool:
    """Whether it is a hash or a seed as they are written: 64 small hexadecimal digits."""
    return isinstance(text, str) and re.fullmatch("[0-9a-f]{64}", text) is not None


def _demand_hex(text: str) -> None:
    if not is_hex(text):
        raise FairnessRefusal("not_hex", "a hash or a seed is 64 small hexadecimal digits")
