"""Files of records answered on standard output, a line for each record."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from typing import BinaryIO, Final, TypeAlias

from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.quoting import one_line

from .errors import RecordError
from .files import decode, read_bytes, split_records

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
