"""Shuffles that nobody can choose: the algorithm ``schwimmen-fair/1`` (docs/fairness.md).

Everything hashed is one line of JSON that begins with the version and says what it is for; every
seed is 32 random bytes, written as 64 hexadecimal digits.
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
BYTE: Final = 256


@dataclass(frozen=True, slots=True)
class Terms:
    """What a match is played by, fixed before anybody commits: a deal is good for no other.

    ``table`` names the match; preset, options and players stand as its record has them.
    """

    table: str
    preset: str
    options: Mapping[str, OptionValue]
    players: tuple[str, ...]


def server_commitment(terms: Terms, attempt: int, seed: str) -> str:
    """What the server publishes before any browser commits; attempts count from 1."""
    options = dict(sorted(terms.options.items()))
    return _hash("server", terms.table, attempt, terms.preset, options, terms.players, seed)


def player_commitment(server: str, attempt: int, seat: int, seed: str) -> str:
    """What the browser at a seat sends, having seen the server's commitment for this attempt."""
    return _hash("player", server, attempt, seat, seed)


def seal_of(server: str, commitments: Mapping[int, str]) -> str:
    """All commitments, by seat, in one hash: known to all before any seed is revealed."""
    return _hash("seal", server, sorted(commitments.items()))


def match_key(seal: str, server_seed: str, seeds: Mapping[int, str]) -> str:
    """What all draws of the match follow from: the seal, the server's seed, the seeds by seat."""
    return _hash("key", seal, server_seed, sorted(seeds.items()))


def _hash(*parts: Any) -> str:
    text = json.dumps([VERSION, *parts], ensure_ascii=False, separators=(",", ":"))
    # Half a surrogate pair, which UTF-8 cannot hold, is an escape, as it is in JSON of a browser.
    return sha256(text.encode("utf-8", "backslashreplace")).hexdigest()


class FairChance:
    """All chance of a match. Each draw stands by itself, whatever was drawn before it.

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
        """Who deals first (R7)."""
        return Draws(self._key, "dealer")

    def for_pack(self, round: int) -> Draws:
        """The pack of a round, counted from 1 (R4)."""
        return Draws(self._key, f"pack {round}")

    def for_shuffle(self, round: int, number: int) -> Draws:
        """The ``number``-th recycling of a round (R32), both counted from 1."""
        return Draws(self._key, f"shuffle {round} {number}")


class Draws:
    """Whole numbers and orders drawn for one purpose, from the bytes of HMAC-SHA256."""

    def __init__(self, key: bytes, purpose: str) -> None:
        self._bytes = _bytes(key, purpose)

    def randrange(self, start: int) -> int:
        """A number from 0 to below ``start``, which is 1 to 256; each is equally probable.

        Bytes from the last whole multiple on would favour low numbers: they are passed over.
        Raises ``ValueError`` for another ``start``.
        """
        if not 1 <= start <= BYTE:
            raise ValueError(f"a byte draws from 1 to {BYTE} numbers, not {start}")
        even = BYTE - BYTE % start
        return next(byte for byte in self._bytes if byte < even) % start

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Puts cards into an order in which it makes no difference how they lay (Fisher-Yates)."""
        cards = sorted(x)
        for last in range(len(cards) - 1, 0, -1):
            other = self.randrange(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        x[:] = cards


def _bytes(key: bytes, purpose: str) -> Iterator[int]:
    for block in count(1):
        yield from hmac.digest(key, f"{purpose} {block}".encode(), "sha256")
