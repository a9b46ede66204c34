"""What a record's ``fairness`` key claims: read and checked for its form alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from schwimmen.records.reader import RecordError
from schwimmen.records.record import Record, value_of
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
class Claim:
    """The attempts to agree on seeds, the last of which counts.

    ``published``: whether the server's seed of the last one is there; until the match is over it
    is not, and stands here as an empty text. ``forgotten``: whether somebody who played has been
    forgotten, whose name the server had committed to.
    """

    table: str
    attempts: tuple[Attempt, ...]
    published: bool
    forgotten: bool


def read_claim(record: Record) -> Claim:
    """What the key claims. Raises ``RecordError`` naming what is missing or wrong in it."""
    data = value_of(record.data, "fairness", dict)
    table = value_of(data, "table", str, "fairness.")
    forgotten = "forgotten" in data and value_of(data, "forgotten", bool, "fairness.")
    attempts = value_of(data, "attempts", list, "fairness.")
    if not attempts:
        raise RecordError('"fairness.attempts" is empty')
    seats = len(record.players)
    read = tuple(
        _read_attempt(attempt, f"fairness.attempts[{place}].", seats, place == len(attempts) - 1)
        for place, attempt in enumerate(attempts)
    )
    return Claim(table, read, read[-1].seed != "", forgotten)


def _read_attempt(data: object, where: str, seats: int, is_last: bool) -> Attempt:
    members = _object(data, where)
    commitment = _hex(members, "commitment", where)
    seed = _hex_or_null(members, "seed", where)
    if seed is None and not is_last:
        raise RecordError(f'"{where}seed" is null: only the last one may be unpublished')
    attempt = Attempt(commitment, seed or "")
    for place, player in enumerate(value_of(members, "players", list, where)):
        inside = f"{where}players[{place}]."
        members_of_player = _object(player, inside)
        seat = value_of(members_of_player, "seat", int, inside)
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
    text: str = value_of(data, key, str, where)
    if not is_hex(text):
        raise RecordError(f'"{where}{key}" must be 64 small hexadecimal digits, not {quote(text)}')
    return text


VerificationErrorCode: TypeAlias = Literal[
    "none", "version", "unpublished", "forgotten", "server_seed", "player_seed", "attempts",
    "dealer", "pack", "shuffle",
]  # fmt: skip


class VerificationError(RecordError):
    """A record that does not verify, or says nothing that could be verified.

    ``code`` says why; ``attempt``, ``seat``, ``round`` and ``shuffle`` where, as far as there is a
    where. All but seats count from 1.
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
    """What was verified: the deals follow from the seeds of the server and of these seats.

    ``seal`` is what everybody could see before any seed was revealed: only who compares it knows
    that the seeds were chosen before the match, and not for the record.
    """

    seal: str
    seats: tuple[int, ...]
    attempts: int
    rounds: int
    shuffles: int


def verify(record: Record) -> Verification:
    """Checks first dealer, packs and shuffles of a record.

    Whether it was played by the rules, with shuffles of the right cards, ``replay`` checks.
    Raises ``VerificationError`` for the first thing that does not verify, ``RecordError`` for a
    ``fairness``
    key or a shuffle that cannot be read.
    """
    claim = _claim_of(record)
    for number, attempt in enumerate(claim.attempts, 1):
        _check_attempt(record, claim, number, attempt)
    last = claim.attempts[-1]
    if not claim.published:
        what = "the server's seed is not published: that is done when the match is over"
        raise VerificationError("unpublished", what)
    seal = seal_of(last.commitment, last.commitments)
    _check_draws(record, FairChance(match_key(seal, last.seed, last.seeds)))
    if claim.forgotten:
        what = "the server's commitment was to a name that has been forgotten; all else fits"
        raise VerificationError("forgotten", what)
    shuffles = sum(len(round_.shuffles) for round_ in record.rounds)
    return Verification(seal, tuple(last.seeds), len(claim.attempts), len(record.rounds), shuffles)


def _claim_of(record: Record) -> Claim:
    data = record.data.get("fairness")
    if data is None:
        raise VerificationError("none", "no fairness key: its shuffles cannot be checked")
    version = data.get("version") if isinstance(data, dict) else VERSION
    if version != VERSION:
        what = f"unknown version {quote(version)} of its fairness key; known is {VERSION}"
        raise VerificationError("version", what)
    return read_claim(record)


def _check_attempt(record: Record, claim: Claim, number: int, attempt: Attempt) -> None:
    where = f"attempt {number}: "
    preset, options = record.rules.preset, record.data["rules"].get("options", {})
    terms = Terms(claim.table, preset, options, record.players)
    kept = claim.forgotten or not attempt.seed
    if not kept and server_commitment(terms, number, attempt.seed) != attempt.commitment:
        what = "the server had not committed to this seed for these rules and players"
        raise VerificationError("server_seed", where + what, attempt=number)
    for seat, seed in attempt.seeds.items():
        committed = player_commitment(attempt.commitment, number, seat, seed)
        if committed != attempt.commitments[seat]:
            what = f"seat {seat} ({record.players[seat]}) had not committed to this seed"
            raise VerificationError("player_seed", where + what, attempt=number, seat=seat)
    is_last = attempt is claim.attempts[-1]
    all_revealed = attempt.commitments.keys() == attempt.seeds.keys()
    if all_revealed != is_last:
        what = "a seed is missing in the attempt that counts"
        if not is_last:
            what = "it was given up though nobody's seed is missing"
        raise VerificationError("attempts", where + what, attempt=number)
    if number > 1 and not attempt.commitments.keys() <= claim.attempts[number - 2].seeds.keys():
        what = "somebody takes part who had not revealed a seed in the attempt before"
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
