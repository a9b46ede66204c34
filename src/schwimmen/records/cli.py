"""Commands ``replay`` and ``verify``: one line of output for each record in some files."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import BytesIO
from typing import BinaryIO, Final, TypeAlias, TypeVar

from schwimmen.rules.errors import SchwimmenError, one_line

from .fairness import Verification, VerificationError, verify
from .reader import RecordError, decode, read_bytes, split_records
from .record import Record, dumps, load
from .replay import replay

R = TypeVar("R")

FAILED: Final = 2

Line: TypeAlias = tuple[str, int]
"""Output for a record, without its last newline, and its exit status."""

_Record: TypeAlias = tuple[str, bytes | RecordError]  # with its place; or a file that is unreadable
_Outcome: TypeAlias = tuple[R | None, str | None]  # a result or an error


def process_files(
    paths: Iterable[str],
    handle: Callable[[str, str], R],
    line_of: Callable[[R], Line],
    on_failure: str | None,
    stdin: BinaryIO | None,
    stdout: BinaryIO | None,
    stderr: BinaryIO | None,
    run: Callable[
        [Callable[[_Record], _Outcome[R]], Iterator[_Record]], Iterable[_Outcome[R]]
    ] = map,
) -> int:
    """Process each record in some files, ``-`` being standard input, and return the exit status.

    ``handle`` returns a result for the place and the text of a record, and ``line_of`` the output
    for the result. ``run`` applies a function to all records in order, like ``map``, and may do so
    in other processes.

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
        for result, error in run(partial(_process, handle), _records(paths, stdin)):
            line, its_status = (on_failure, FAILED) if result is None else line_of(result)
            status = max(status, its_status)
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


def _records(paths: Iterable[str], stdin: BinaryIO) -> Iterator[_Record]:
    """Yield the records in some files."""
    for path in paths:
        try:
            content = read_bytes(path, stdin)
        except RecordError as error:
            yield path, error
            continue
        for number, text in split_records(content):
            yield path if number is None else f"{path}:{number}", text


def _process(handle: Callable[[str, str], R], record: _Record) -> _Outcome[R]:
    """Return the result or the error of a record."""
    place, text = record
    try:
        if isinstance(text, RecordError):
            raise text
        return handle(place, decode(text)), None
    except SchwimmenError as error:
        return None, f"{place}: {error}"


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
    return process_files(paths, _replay, _as_it_is, "null", stdin, stdout, stderr)


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
    return process_files(paths, _verify, _as_it_is, None, stdin, stdout, stderr)


def _as_it_is(line: Line) -> Line:
    return line


def _replay(place: str, text: str) -> Line:
    return dumps(replay(load(text))), 0


def _verify(place: str, text: str) -> Line:
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
