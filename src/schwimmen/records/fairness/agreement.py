"""Agreement of the server and the browsers of a table on their seeds, before a match.

The server commits, then all browsers commit, then all browsers reveal. This module is
deterministic: seeds and deadlines are inputs, so that the log of a table can replay an agreement.
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
"""Phase of an agreement: the browsers commit to seeds, reveal them, and all is settled."""

RefusalCode: TypeAlias = Literal[
    "not_asked", "other_attempt", "too_early", "too_late", "already", "does_not_fit", "not_hex"
]
"""Reason for which a message about a seed is refused."""


class FairnessRefusal(SchwimmenError):
    """Rejected message of a browser, which changes nothing; ``code`` is the reason."""

    def __init__(self, code: RefusalCode, message: str) -> None:
        super().__init__(message, code)


@dataclass(slots=True)
class Attempt:
    """Attempt to agree: the server's commitment and seed, then those of the players by seat."""

    commitment: str
    seed: str
    commitments: dict[int, str] = field(default_factory=dict)
    seeds: dict[int, str] = field(default_factory=dict)


class Agreement:
    """Seeds of a match, from the server's commitment to the key of all draws.

    ``seats`` are those of people, each asked for a seed; without any, the agreement is settled at
    once. ``seed`` is the server's, 32 random bytes as 64 hexadecimal digits. ``committed`` are the
    server's commitments of the first attempts, if they included names that have been erased since.

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
        """All attempts so far, of which the last counts."""
        self.phase: Phase = "committing"
        self._asked = tuple(sorted(set(seats)))
        self._begin(seed)

    @property
    def commitment(self) -> str:
        """Server's commitment, published before any player commits."""
        return self._attempt.commitment

    @property
    def commitments(self) -> dict[int, str]:
        """Players' commitments so far by seat, always public."""
        return dict(self._attempt.commitments)

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """Seats that have yet to commit or to reveal."""
        done = {"committing": self._attempt.commitments, "revealing": self._attempt.seeds}
        return tuple(seat for seat in self._asked if seat not in done.get(self.phase, self._asked))

    @property
    def seal(self) -> str:
        """Hash of all commitments. Raises ``SchwimmenError`` while players still commit."""
        if self.phase == "committing":
            raise SchwimmenError("the seal is not known while players still commit")
        return seal_of(self._attempt.commitment, self._attempt.commitments)

    @property
    def chance(self) -> FairChance:
        """Draws of the match, secret until it is over.

        Raises ``SchwimmenError`` before all seeds are known.
        """
        if self.phase != "settled":
            raise SchwimmenError("the draws are not known until all seeds are")
        return FairChance(match_key(self.seal, self._attempt.seed, self._attempt.seeds))

    def commit(self, seat: int, server: str, commitment: str) -> None:
        """Record a browser's commitment, made after it saw this commitment of the server.

        Repeating a commitment has no effect. Raises ``FairnessRefusal``.
        """
        self._require_asked(seat)
        if server != self.commitment:
            raise FairnessRefusal("other_attempt", "this commitment is for another attempt")
        if self._attempt.commitments.get(seat) == commitment:
            return
        if seat in self._attempt.commitments:
            raise FairnessRefusal("already", "this seat has committed to another seed already")
        if self.phase != "committing":
            raise FairnessRefusal("too_late", "it is too late to commit to a seed")
        _require_hex(commitment)
        self._attempt.commitments[seat] = commitment
        self._advance()

    def reveal(self, seat: int, seed: str) -> None:
        """Record a browser's seed, which must match its commitment.

        Repeating a seed has no effect. Raises ``FairnessRefusal`` before all have committed and for
        any other seed.
        """
        self._require_asked(seat)
        if self.phase == "committing":
            raise FairnessRefusal("too_early", "not all have committed to a seed yet")
        _require_hex(seed)
        committed = player_commitment(self.commitment, len(self.attempts), seat, seed)
        if committed != self._attempt.commitments[seat]:
            raise FairnessRefusal("does_not_fit", "this seed does not match its commitment")
        self._attempt.seeds[seat] = seed
        self._advance()

    def expire(self, seed: str) -> None:
        """End the time to commit or to reveal, and exclude the missing players for good.

        A player who did not commit leaves no trace. If a player did not reveal, all others commit
        again, the server to the new ``seed``: otherwise that player would have chosen between two
        deals. A settled agreement does not change.
        """
        missing = self.waiting_for
        self._asked = tuple(seat for seat in self._asked if seat not in missing)
        if self.phase == "revealing" and missing:
            self.phase = "committing"
            self._begin(seed)
        else:
            self._advance()

    def fairness(self, published: bool) -> dict[str, Any]:
        """Return the record's ``fairness`` key.

        The server's seed is ``null`` unless ``published``, which it is once the match is over. The
        seeds of abandoned attempts are public.
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
        _require_hex(seed)
        number = len(self.attempts) + 1
        known = self._committed[number - 1 : number]
        commitment = known[0] if known else server_commitment(self.terms, number, seed)
        self.attempts.append(Attempt(commitment, seed))
        self._advance()

    def _advance(self) -> None:
        if self.phase == "committing" and not self.waiting_for:
            self.phase = "revealing"
        if self.phase == "revealing" and not self.waiting_for:
            self.phase = "settled"

    def _require_asked(self, seat: int) -> None:
        if seat not in self._asked:
            raise FairnessRefusal("not_asked", f"seat {seat} is not asked for a seed")


def is_hex(text: object) -> bool:
    """Return whether a value is a hash or a seed: 64 lowercase hexadecimal digits."""
    return isinstance(text, str) and re.fullmatch("[0-9a-f]{64}", text) is not None


def _require_hex(text: str) -> None:
    if not is_hex(text):
        raise FairnessRefusal("not_hex", "a hash or a seed is 64 lowercase hexadecimal digits")
