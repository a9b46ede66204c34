"""What a record's ``fairness`` key claims: read and checked for its form alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from schwimmen.records.errors import RecordError
from schwimmen.records.record import Record, value_of
from schwimmen.rules.quoting import shown

from .agreement import Attempt, is_hex


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
                f'"{inside}seat" is {shown(seat)}: seats ascend from 0 to {seats - 1}'
            )
        attempt.commitments[seat] = _hex(members_of_player, "commitment", inside)
        revealed = _hex_or_null(members_of_player, "seed", inside)
        if revealed is not None:
            attempt.seeds[seat] = revealed
    return attempt


def _object(data: object, where: str) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise RecordError(f'"{where.removesuffix(".")}" must be an object, not {shown(data)}')
    return data


def _hex_or_null(data: Mapping[str, Any], key: str, where: str) -> str | None:
    return None if key in data and data[key] is None else _hex(data, key, where)


def _hex(data: Mapping[str, Any], key: str, where: str) -> str:
    text: str = value_of(data, key, str, where)
    if not is_hex(text):
        raise RecordError(f'"{where}{key}" must be 64 small hexadecimal digits, not {shown(text)}')
    return text
