"""Commands ``replay`` and ``verify``: one line of output for each record in some files."""

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

Handler: TypeAlias = Callable[[str, str], tuple[str, int]]
"""Return the output line and exit status for a record, given its place and its text."""


def process_files(
    paths: Iterable[str],
    handle: Handler,
    on_failure: str | None,
    stdin: BinaryIO | None,
    stdout: BinaryIO | None,
    stderr: BinaryIO | None,
) -> int:
    """Process each record in some files, ``-`` being standard input, and return the exit status.

    A record that fails prints ``on_failure``, unless that is ``None``, and one line on standard
    error. The exit status is the highest of all records. The streams default to those of the
    process; their encoding is UTF-8 in any locale.
    """
    stdin, stdout, stderr = (
        given or (own.buffer if own else BytesIO())  # a closed stream is None
        for given, own in ((stdin, sys.stdin), (stdout, sys.stdout), (stderr, sys.stderr))
    )
    status = 0
    try:
        for line, error, its_status in _process(paths, handle, stdin):
            status = max(status, its_status)
            line = line if error is None else on_failure
            if line is not None:
                stdout.write(f"{line}\n".encode())
            if error is not None:
                stdout.flush()  # keeps the order of both streams on a terminal
                stderr.write(f"{one_line(error)}\n".encode())
                stderr.flush()
        stdout.flush()
    except OSError as error:
        # Buffered output must not fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stdout.fileno())
        if not isinstance(error, BrokenPipeError):  # the reader left, which is not an error
            stderr.write(f"standard output: cannot be written: {error.strerror}\n".encode())
            status = FAILED
    return status


def _process(
    paths: Iterable[str], handle: Handler, stdin: BinaryIO
) -> Iterator[tuple[str | None, str | None, int]]:
    """Yield a line or an error, and the exit status, for each record."""
    for path in paths:
        try:
            content = read_bytes(path, stdin)
        except RecordError as error:
            yield None, f"{path}: {error}", FAILED
            continue
        for number, text in split_records(content):
            place = path if number is None else f"{path}:{number}"
            try:
                line, status = handle(place, decode(text))
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
    """Replay the records in some files and print one result on each line; ``-`` is standard input.

    An invalid record prints ``null`` and one line on standard error. Returns the exit status: 0, or
    2 if a record is invalid. The streams default to those of the process; their encoding is UTF-8
    in any locale.
    """
    return process_files(paths, _replay, "null", stdin, stdout, stderr)


def verify_files(
    paths: Iterable[str],
    stdin: BinaryIO | None = None,
    stdout: BinaryIO | None = None,
    stderr: BinaryIO | None = None,
) -> int:
    """Verify the shuffles of the records in some files and print one verdict on each line.

    An invalid record, or one with an invalid fairness key, prints one line on standard error
    instead. Returns the exit status: 0 if all records verify, 1 if one does not or has no fairness
    key, 2 if one is invalid. The streams are as for ``replay_files``.
    """
    return process_files(paths, _verify, None, stdin, stdout, stderr)


def _replay(place: str, text: str) -> tuple[str, int]:
    return dumps(replay(load(text))), 0


def _verify(place: str, text: str) -> tuple[str, int]:
    record = load(text)
    try:
        return one_line(f"{place}: {_verdict(verify(record), record)}"), 0
    except VerificationError as error:
        return one_line(f"{place}: not verified: {error}"), NOT_VERIFIED


def _verdict(verification: Verification, record: Record) -> str:
    drawn = ["first dealer", _count(verification.rounds, "pack")]
    drawn += [_count(verification.shuffles, "later shuffle")] * (verification.shuffles > 0)
    players = [record.players[seat] for seat in verification.seats]
    seeds = ", ".join(["seeds of the server", *players])
    parts = [", ".join(drawn), seeds if players else "seed of the server alone"]
    parts += [_count(verification.attempts, "attempt")] * (verification.attempts > 1)
    return f"verified: {'; '.join(parts)}; seal {verification.seal}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
