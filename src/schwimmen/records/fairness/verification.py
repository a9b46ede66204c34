"""Verification of shuffles against the ``fairness`` key of a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from schwimmen.records.reader import RecordError
from schwimmen.records.record import Record, require
from schwimmen.rules.cards import Card, parse_cards
from schwimmen.rules.errors import CardError, quote

from .agreement import Attempt, is_hex
from .algorithm import (
    VERSION,
    Draws,
    FairChance,
    Terms,
    match_key,
    player_commitment,
    seal_of,
    server_commitment,
)


@dataclass(frozen=True, slots=True)
class FairnessData:
    """Content of a ``fairness`` key: the attempts to agree on seeds, of which the last counts.

    ``published``: whether the server has published its seed of the last attempt, which is an empty
    text until the match is over. ``forgotten``: whether the name of a player, to which the server
    had committed, has been erased.
    """

    table: str
    attempts: tuple[Attempt, ...]
    published: bool
    forgotten: bool


def read_fairness(record: Record) -> FairnessData:
    """Return the key, checked for its form. Raises ``RecordError`` for a missing or wrong value."""
    data = require(record.data, "fairness", dict)
    table = require(data, "table", str, "fairness.")
    forgotten = "forgotten" in data and require(data, "forgotten", bool, "fairness.")
    attempts = require(data, "attempts", list, "fairness.")
    if not attempts:
        raise RecordError('"fairness.attempts" is empty')
    seats = len(record.players)
    read = tuple(
        _read_attempt(attempt, f"fairness.attempts[{place}].", seats, place == len(attempts) - 1)
        for place, attempt in enumerate(attempts)
    )
    return FairnessData(table, read, read[-1].seed != "", forgotten)


def _read_attempt(data: object, where: str, seats: int, is_last: bool) -> Attempt:
    members = _object(data, where)
    commitment = _hex(members, "commitment", where)
    seed = _hex_or_null(members, "seed", where)
    if seed is None and not is_last:
        raise RecordError(f'"{where}seed" is null: only the last seed may be unpublished')
    attempt = Attempt(commitment, seed or "")
    for place, player in enumerate(require(members, "players", list, where)):
        inside = f"{where}players[{place}]."
        members_of_player = _object(player, inside)
        seat = require(members_of_player, "seat", int, inside)
        if not max(attempt.commitments, default=-1) < seat < seats:
            raise RecordError(
                f'"{inside}seat" is {quote(seat)}: seats ascend from 0 to {seats - 1}'
            )
        attempt.commitments[seat] = _hex(members_of_player, "commitment", inside)
        revealed = _hex_or_null(members_of_player, "seed", inside)
        if revealed is not None:
            attempt.seeds[seat] = revealed
    return attempt


def _object(data: object, where: str) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise RecordError(f'"{where.removesuffix(".")}" must be an object, not {quote(data)}')
    return data


def _hex_or_null(data: Mapping[str, Any], key: str, where: str) -> str | None:
    return None if key in data and data[key] is None else _hex(data, key, where)


def _hex(data: Mapping[str, Any], key: str, where: str) -> str:
    text: str = require(data, key, str, where)
    if not is_hex(text):
        what = "must be 64 lowercase hexadecimal digits"
        raise RecordError(f'"{where}{key}" {what}, not {quote(text)}')
    return text


VerificationErrorCode: TypeAlias = Literal[
    "none", "version", "unpublished", "forgotten", "server_seed", "player_seed", "attempts",
    "dealer", "pack", "shuffle",
]  # fmt: skip
"""Reason for which a record does not verify, or has nothing to verify."""


class VerificationError(RecordError):
    """Record that does not verify, or has nothing to verify.

    ``code`` is the reason; ``attempt``, ``seat``, ``round`` and ``shuffle`` are its place or
    ``None``. All but seats count from 1.
    """

    def __init__(
        self,
        code: VerificationErrorCode,
        reason: str,
        *,
        attempt: int | None = None,
        seat: int | None = None,
        round: int | None = None,
        shuffle: int | None = None,
    ) -> None:
        super().__init__(reason, round)
        self.code = code
        self.attempt = attempt
        self.seat = seat
        self.shuffle = shuffle


@dataclass(frozen=True, slots=True)
class Verification:
    """Result of a verification: the deals follow from the seeds of the server and of ``seats``.

    ``seal`` was public before any seed was revealed. Only a comparison with the seal seen then
    proves that the seeds were chosen before the match and not for the record.
    """

    seal: str
    seats: tuple[int, ...]
    attempts: int
    rounds: int
    shuffles: int


def verify(record: Record) -> Verification:
    """Verify the first dealer, packs and shuffles of a record.

    Its play is checked by ``replay`` only. Raises ``VerificationError`` for the first fault, and
    ``RecordError`` for an invalid ``fairness`` key or shuffle.
    """
    fairness = _fairness_of(record)
    for number, attempt in enumerate(fairness.attempts, 1):
        _check_attempt(record, fairness, number, attempt)
    last = fairness.attempts[-1]
    if not fairness.published:
        what = "the server's seed is not published until the match is over"
        raise VerificationError("unpublished", what)
    seal = seal_of(last.commitment, last.commitments)
    _check_draws(record, FairChance(match_key(seal, last.seed, last.seeds)))
    if fairness.forgotten:
        what = (
            "the server's commitment included a name that has since been erased; the rest verifies"
        )
        raise VerificationError("forgotten", what)
    shuffles = sum(len(round_.shuffles) for round_ in record.rounds)
    return Verification(
        seal, tuple(last.seeds), len(fairness.attempts), len(record.rounds), shuffles
    )


def _fairness_of(record: Record) -> FairnessData:
    data = record.data.get("fairness")
    if data is None:
        raise VerificationError("none", "no fairness key: the shuffles cannot be verified")
    version = data.get("version") if isinstance(data, dict) else VERSION
    if version != VERSION:
        what = f"unknown version {quote(version)} of the fairness key; known is {VERSION}"
        raise VerificationError("version", what)
    return read_fairness(record)


def _check_attempt(record: Record, fairness: FairnessData, number: int, attempt: Attempt) -> None:
    where = f"attempt {number}: "
    preset, options = record.rules.preset, record.data["rules"].get("options", {})
    terms = Terms(fairness.table, preset, options, record.players)
    unverifiable = fairness.forgotten or not attempt.seed
    if not unverifiable and server_commitment(terms, number, attempt.seed) != attempt.commitment:
        what = "the server had not committed to this seed for these rules and players"
        raise VerificationError("server_seed", where + what, attempt=number)
    for seat, seed in attempt.seeds.items():
        committed = player_commitment(attempt.commitment, number, seat, seed)
        if committed != attempt.commitments[seat]:
            what = f"seat {seat} ({record.players[seat]}) had not committed to this seed"
            raise VerificationError("player_seed", where + what, attempt=number, seat=seat)
    is_last = attempt is fairness.attempts[-1]
    all_revealed = attempt.commitments.keys() == attempt.seeds.keys()
    if all_revealed != is_last:
        what = "a seed is missing in the attempt that counts"
        if not is_last:
            what = "it was given up although no seed is missing"
        raise VerificationError("attempts", where + what, attempt=number)
    if number > 1 and not attempt.commitments.keys() <= fairness.attempts[number - 2].seeds.keys():
        what = "a player who had not revealed a seed in the attempt before takes part"
        raise VerificationError("attempts", where + what, attempt=number)


def _check_draws(record: Record, chance: FairChance) -> None:
    if record.dealer != chance.for_dealer().randrange(len(record.players)):
        what = "the first dealer is not the one that follows from the seeds"
        raise VerificationError("dealer", what)
    for number, round_ in enumerate(record.rounds, 1):
        if not _follows(round_.pack, chance.for_pack(number)):
            what = "the pack is not the one that follows from the seeds"
            raise VerificationError("pack", what, round=number)
        for place, written in enumerate(round_.shuffles, 1):
            try:
                order = parse_cards(written)
            except CardError as error:
                raise RecordError(f"shuffle {place}: {error}", number) from None
            if not order:
                raise RecordError(f"shuffle {place}: it holds no cards", number)
            if not _follows(order, chance.for_shuffle(number, place)):
                what = f"shuffle {place} is not the one that follows from the seeds"
                raise VerificationError("shuffle", what, round=number, shuffle=place)


def _follows(order: Sequence[Card], draws: Draws) -> bool:
    expected = list(order)
    draws.shuffle(expected)
    return expected == list(order)
