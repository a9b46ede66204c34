"""What ``schwimmen replay`` does."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import BinaryIO

from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.quoting import one_line

from .errors import RecordError
from .files import decode, read_bytes, split_records
from .record import load
from .replaying import replay
from .writing import dumps

FAILED = 2


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
    stdin, stdout, stderr = (
        given or (own.buffer if own else BytesIO())  # Python has none where it was closed
        for given, own in ((stdin, sys.stdin), (stdout, sys.stdout), (stderr, sys.stderr))
    )
    status = 0
    try:
        for path in paths:
            for result, error in _replay_file(path, stdin):
                stdout.write(f"{result}\n".encode())
                if error:
                    status = FAILED
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


def _replay_file(path: str, stdin: BinaryIO) -> Iterator[tuple[str, str | None]]:
    """A line of result, and one of error, for each record of a file."""
    try:
        content = read_bytes(path, stdin)
    except RecordError as error:
        yield "null", f"{path}: {error}"
        return
    for line, text in split_records(content):
        try:
            yield dumps(replay(load(decode(text)))), None
        except SchwimmenError as error:
            yield "null", f"{path}: {error}" if line is None else f"{path}:{line}: {error}"
