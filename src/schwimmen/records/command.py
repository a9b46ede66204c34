"""What ``schwimmen replay`` and ``schwimmen verify`` do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO, Final

from schwimmen.rules.quoting import one_line

from .answering import answer_files
from .fairness import Fair, Unfair, verify
from .record import Record, load
from .replaying import replay
from .writing import dumps

NOT_VERIFIED: Final = 1


def replay_files(
    paths: Iterable[str],
    stdin: BinaryIO | None = None,
    stdout: BinaryIO | None = None,
    stderr: BinaryIO | None = None,
) -> int:
    """Plays every record of some files and prints one result a line; ``-`` is standard input.

    A record that cannot be played prints ``null`` and one line on standard error. Returns the exit
    status: 0, or 2 if anything could not be played. The streams default to the process's own; all
    is UTF-8 whatever the locale.
    """
    return answer_files(paths, _replayed, "null", stdin, stdout, stderr)


def verify_files(
    paths: Iterable[str],
    stdin: BinaryIO | None = None,
    stdout: BinaryIO | None = None,
    stderr: BinaryIO | None = None,
) -> int:
    """Checks the shuffles of every record of some files, and prints one verdict a line.

    What is no record, or one whose fairness key cannot be read, has one line on standard error
    instead. Returns the exit status: 0 if all verify, 1 if any does not or has no fairness key, 2
    if any cannot be read. Streams as for ``replay_files``.
    """
    return answer_files(paths, _verified, None, stdin, stdout, stderr)


def _replayed(place: str, text: str) -> tuple[str, int]:
    return dumps(replay(load(text))), 0


def _verified(place: str, text: str) -> tuple[str, int]:
    record = load(text)
    try:
        return one_line(f"{place}: {_told(verify(record), record)}"), 0
    except Unfair as error:
        return one_line(f"{place}: not verified: {error}"), NOT_VERIFIED


def _told(fair: Fair, record: Record) -> str:
    drawn = ["first dealer", _count(fair.rounds, "pack")]
    drawn += [_count(fair.shuffles, "later shuffle")] * (fair.shuffles > 0)
    seeds = ", ".join(["seeds of the server", *(record.players[seat] for seat in fair.seats)])
    parts = [", ".join(drawn), seeds if fair.seats else "seed of the server alone"]
    parts += [_count(fair.attempts, "attempt")] * (fair.attempts > 1)
    return f"verified: {'; '.join(parts)}; seal {fair.seal}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
