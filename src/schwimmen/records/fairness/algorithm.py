"""Algorithm ``schwimmen-fair/1`` for shuffles that no party can choose (docs/fairness.md).

Hashes are of one line of JSON that begins with the version and the purpose; seeds are 32 random
bytes, written as 64 hexadecimal digits.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator, Mapping, MutableSequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Any, Final

from schwimmen.rules.options import OptionValue

VERSION: Final = "schwimmen-fair/1"
"""Name of the algorithm in a record, with its version."""

BYTE: Final = 256


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms of a match, fixed by the server's commitment.

    ``table`` names the match; preset, options and players are those of its record.
    """

    table: str
    preset: str
    options: Mapping[str, OptionValue]
    players: tuple[str, ...]


def server_commitment(terms: Terms, attempt: int, seed: str) -> str:
    """Return the server's commitment, published before any browser's; attempts count from 1."""
    options = dict(sorted(terms.options.items()))
    return _hash("server", terms.table, attempt, terms.preset, options, terms.players, seed)


def player_commitment(server: str, attempt: int, seat: int, seed: str) -> str:
    """Return the commitment that a seat's browser sends after the server's in an attempt."""
    return _hash("player", server, attempt, seat, seed)


def seal_of(server: str, commitments: Mapping[int, str]) -> str:
    """Return the hash of all commitments by seat, public before any seed is revealed."""
    return _hash("seal", server, sorted(commitments.items()))


def match_key(seal: str, server_seed: str, seeds: Mapping[int, str]) -> str:
    """Return the key of all draws: a hash of the seal, the server's seed and the seeds by seat."""
    return _hash("key", seal, server_seed, sorted(seeds.items()))


def _hash(*parts: Any) -> str:
    text = json.dumps([VERSION, *parts], ensure_ascii=False, separators=(",", ":"))
    # An unpaired surrogate, which UTF-8 cannot hold, becomes an escape, as in a browser's JSON.
    return sha256(text.encode("utf-8", "backslashreplace")).hexdigest()


class FairChance:
    """All random draws of a match, each independent of the others.

    >>> chance = FairChance("00" * 32)
    >>> chance.for_dealer().randrange(3)
    1
    >>> cards = [3, 1, 2, 0]
    >>> chance.for_pack(1).shuffle(cards)
    >>> cards
    [0, 2, 3, 1]
    """

    def __init__(self, key: str) -> None:
        self._key = bytes.fromhex(key)

    def for_dealer(self) -> Draws:
        """Return the draws for the first dealer (R7)."""
        return Draws(self._key, "dealer")

    def for_pack(self, round: int) -> Draws:
        """Return the draws for the pack of a round, counted from 1 (R4)."""
        return Draws(self._key, f"pack {round}")

    def for_shuffle(self, round: int, number: int) -> Draws:
        """Return the draws for recycling ``number`` of a round (R32), both counted from 1."""
        return Draws(self._key, f"shuffle {round} {number}")


class Draws:
    """Numbers and shuffles for one purpose, drawn from the bytes of HMAC-SHA256."""

    def __init__(self, key: bytes, purpose: str) -> None:
        self._bytes = _bytes(key, purpose)

    def randrange(self, start: int) -> int:
        """Return a uniform random number below ``start``, which is 1 to 256.

        Bytes from the last whole multiple of ``start`` on are skipped, since they would favour low
        numbers. Raises ``ValueError`` for another ``start``.
        """
        if not 1 <= start <= BYTE:
            raise ValueError(f"the limit of a draw is 1 to {BYTE}, not {start}")
        limit = BYTE - BYTE % start
        return next(byte for byte in self._bytes if byte < limit) % start

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Shuffle cards in place, with a result independent of their order (Fisher-Yates)."""
        cards = sorted(x)
        for last in range(len(cards) - 1, 0, -1):
            other = self.randrange(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        x[:] = cards


def _bytes(key: bytes, purpose: str) -> Iterator[int]:
    for block in count(1):
        yield from hmac.digest(key, f"{purpose} {block}".encode(), "sha256")
