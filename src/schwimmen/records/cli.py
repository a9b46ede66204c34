"""Files of records answered on standard output, a line for each record."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from typing import BinaryIO, Final, TypeAlias

from schwimmen.rules.errors import SchwimmenError, one_line

from .fairness import Verification, VerificationError, verify
from .reader import RecordError, decode, read_bytes, split_records
from .record import Record, dumps, load
from .replay import replay

FAILED: Final = 2

Answer: TypeAlias = Callable[[str, str], tuple[str, int]]
"""Of a record's place, as errors name it, and its text: a line, and the exit status for it."""


def answer_files(
    paths: Iterable[str],
    answer: Answer,
    on_failure: str | None,
    stdin: BinaryIO | None,
    stdout: BinaryIO | None,
    stderr: BinaryIO | None,
) -> int:
    """Answers every record of some files; ``-`` is standard input. Returns the exit status.

    For a record that cannot be answered, ``on_failure`` is the line, if there is to be one, and
    one more goes to standard error. The exit status is the highest of all. The streams default to
    the process's own; all is UTF-8 whatever the locale.
    """
    stdin, stdout, stderr = (
        given or (own.buffer if own else BytesIO())  # Python has none where it was closed
        for given, own in ((stdin, sys.stdin), (stdout, sys.stdout), (stderr, sys.stderr))
    )
    status = 0
    try:
        for line, error, its_status in _answers(paths, answer, stdin):
            status = max(status, its_status)
            line = line if error is None else on_failure
            if line is not None:
                stdout.write(f"{line}\n".encode())
            if error is not None:
                stdout.flush()  # so that on a terminal the two stay in step
                stderr.write(f"{one_line(error)}\n".encode())
                stderr.flush()
        stdout.flush()
    except OSError as error:
        # What is still buffered must not fail again when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stdout.fileno())
        if not isinstance(error, BrokenPipeError):  # else nobody reads any more, which is no fault
            stderr.write(f"standard output: cannot be written: {error.strerror}\n".encode())
            status = FAILED
    return status


def _answers(
    paths: Iterable[str], answer: Answer, stdin: BinaryIO
) -> Iterator[tuple[str | None, str | None, int]]:
    """A line or an error, and the exit status, for each record."""
    for path in paths:
        try:
            content = read_bytes(path, stdin)
        except RecordError as error:
            yield None, f"{path}: {error}", FAILED
            continue
        for number, text in split_records(content):
            place = path if number is None else f"{path}:{number}"
            try:
                line, status = answer(place, decode(text))
                yield line, None, status
            except SchwimmenError as error:
                yield None, f"{place}: {error}", FAILED


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
    except VerificationError as error:
        return one_line(f"{place}: not verified: {error}"), NOT_VERIFIED


def _told(fair: Verification, record: Record) -> str:
    drawn = ["first dealer", _count(fair.rounds, "pack")]
    drawn += [_count(fair.shuffles, "later shuffle")] * (fair.shuffles > 0)
    seeds = ", ".join(["seeds of the server", *(record.players[seat] for seat in fair.seats)])
    parts = [", ".join(drawn), seeds if fair.seats else "seed of the server alone"]
    parts += [_count(fair.attempts, "attempt")] * (fair.attempts > 1)
    return f"verified: {'; '.join(parts)}; seal {fair.seal}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
