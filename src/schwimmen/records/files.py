"""Files of records: one record, or lines of records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from .errors import RecordError
from .json_text import parse_json

BLANKS = b" \t\r\n"


def read_bytes(path: str, stdin: BinaryIO) -> bytes:
    """What stands in a file; ``-`` is standard input. Raises ``RecordError``."""
    try:
        if path == "-":
            return stdin.read()
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # a path that no file can have, or a closed standard input
        raise RecordError(f"cannot be read: {error}") from None


def split_records(content: bytes) -> Iterator[tuple[int | None, bytes]]:
    """The records of a file, with the number of their line, counted from 1, where they are lines.

    They are, if the first line that is not empty is a whole JSON text and more follow.
    """
    lines = content.split(b"\n")
    filled = [number for number, line in enumerate(lines, 1) if line.strip(BLANKS)]
    if len(filled) > 1 and _is_json(lines[filled[0] - 1]):
        for number in filled:
            yield number, lines[number - 1]
    else:
        yield None, content


def decode(content: bytes) -> str:
    """The text of a record. Raises ``RecordError`` for what is not UTF-8."""
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise RecordError(f"not JSON: not UTF-8 (byte {error.start + 1})") from None


def _is_json(line: bytes) -> bool:
    try:
        parse_json(decode(line))
    except RecordError:
        return False
    return True
