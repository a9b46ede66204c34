"""Whether the deals of a record follow from the seeds that its ``fairness`` key tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from schwimmen.records.errors import RecordError
from schwimmen.records.record import Record
from schwimmen.rules.cards import Card, parse_cards
from schwimmen.rules.errors import CardError
from schwimmen.rules.quoting import shown

from .agreement import Attempt
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
from .claim import Claim, read_claim

UnfairCode: TypeAlias = Literal[
    "none", "version", "unpublished", "forgotten", "server_seed", "player_seed", "attempts",
    "dealer", "pack", "shuffle",
]  # fmt: skip


class Unfair(RecordError):
    """A record that does not verify, or says nothing that could be verified.

    ``code`` says why; ``attempt``, ``seat``, ``round`` and ``shuffle`` where, as far as there is a
    where. All but seats count from 1.
    """

    def __init__(
        self,
        code: UnfairCode,
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
class Fair:
    """What was verified: the deals follow from the seeds of the server and of these seats.

    ``seal`` is what everybody could see before any seed was revealed: only who compares it knows
    that the seeds were chosen before the match, and not for the record.
    """

    seal: str
    seats: tuple[int, ...]
    attempts: int
    rounds: int
    shuffles: int


def verify(record: Record) -> Fair:
    """Checks first dealer, packs and shuffles of a record.

    Whether it was played by the rules, with shuffles of the right cards, ``replay`` checks.
    Raises ``Unfair`` for the first thing that does not verify, ``RecordError`` for a ``fairness``
    key or a shuffle that cannot be read.
    """
    claim = _claim_of(record)
    for number, attempt in enumerate(claim.attempts, 1):
        _check_attempt(record, claim, number, attempt)
    last = claim.attempts[-1]
    if not claim.published:
        what = "the server's seed is not published: that is done when the match is over"
        raise Unfair("unpublished", what)
    seal = seal_of(last.commitment, last.commitments)
    _check_draws(record, FairChance(match_key(seal, last.seed, last.seeds)))
    if claim.forgotten:
        what = "the server's commitment was to a name that has been forgotten; all else fits"
        raise Unfair("forgotten", what)
    shuffles = sum(len(round_.shuffles) for round_ in record.rounds)
    return Fair(seal, tuple(last.seeds), len(claim.attempts), len(record.rounds), shuffles)


def _claim_of(record: Record) -> Claim:
    data = record.data.get("fairness")
    if data is None:
        raise Unfair("none", "no fairness key: its shuffles cannot be checked")
    version = data.get("version") if isinstance(data, dict) else VERSION
    if version != VERSION:
        what = f"unknown version {shown(version)} of its fairness key; known is {VERSION}"
        raise Unfair("version", what)
    return read_claim(record)


def _check_attempt(record: Record, claim: Claim, number: int, attempt: Attempt) -> None:
    where = f"attempt {number}: "
    preset, options = record.rules.preset, record.data["rules"].get("options", {})
    terms = Terms(claim.table, preset, options, record.players)
    kept = claim.forgotten or not attempt.seed
    if not kept and server_commitment(terms, number, attempt.seed) != attempt.commitment:
        what = "the server had not committed to this seed for these rules and players"
        raise Unfair("server_seed", where + what, attempt=number)
    for seat, seed in attempt.seeds.items():
        committed = player_commitment(attempt.commitment, number, seat, seed)
        if committed != attempt.commitments[seat]:
            what = f"seat {seat} ({record.players[seat]}) had not committed to this seed"
            raise Unfair("player_seed", where + what, attempt=number, seat=seat)
    is_last = attempt is claim.attempts[-1]
    all_revealed = attempt.commitments.keys() == attempt.seeds.keys()
    if all_revealed != is_last:
        what = "a seed is missing in the attempt that counts"
        if not is_last:
            what = "it was given up though nobody's seed is missing"
        raise Unfair("attempts", where + what, attempt=number)
    if number > 1 and not attempt.commitments.keys() <= claim.attempts[number - 2].seeds.keys():
        what = "somebody takes part who had not revealed a seed in the attempt before"
        raise Unfair("attempts", where + what, attempt=number)


def _check_draws(record: Record, chance: FairChance) -> None:
    if record.dealer != chance.for_dealer().randrange(len(record.players)):
        what = "the first dealer is not the one that follows from the seeds"
        raise Unfair("dealer", what)
    for number, round_ in enumerate(record.rounds, 1):
        if not _follows(round_.pack, chance.for_pack(number)):
            what = "the pack is not the one that follows from the seeds"
            raise Unfair("pack", what, round=number)
        for place, written in enumerate(round_.shuffles, 1):
            try:
                order = parse_cards(written)
            except CardError as error:
                raise RecordError(f"shuffle {place}: {error}", number) from None
            if not order:
                raise RecordError(f"shuffle {place}: it holds no cards", number)
            if not _follows(order, chance.for_shuffle(number, place)):
                what = f"shuffle {place} is not the one that follows from the seeds"
                raise Unfair("shuffle", what, round=number, shuffle=place)


def _follows(order: Sequence[Card], draws: Draws) -> bool:
    expected = list(order)
    draws.shuffle(expected)
    return expected == list(order)
