"""Reading of record files and of JSON, with errors of one line."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, BinaryIO, NoReturn

from schwimmen.rules.errors import SchwimmenError, one_line, quote


class RecordError(SchwimmenError):
    """Record that is unreadable or invalid.

    ``reason`` is the reason alone; ``round`` and ``action`` are its place, counted from 1, or
    ``None``. ``str()`` is one line: ``round 3, action 2: illegal action "all" ...``.
    """

    def __init__(self, reason: str, round: int | None = None, action: int | None = None) -> None:
        self.reason = one_line(reason)
        self.round = round
        self.action = action
        where = [f"round {round}"] if round is not None else []
        where += [f"action {action}"] if action is not None else []
        super().__init__(f"{', '.join(where)}: {self.reason}" if where else self.reason)


BLANKS = b" \t\r\n"


def read_bytes(path: str, stdin: BinaryIO) -> bytes:
    """Return the content of a file, or of standard input for ``-``. Raises ``RecordError``."""
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
    """Yield the records in a file, each with its line number if the file has one on each line.

    A file has one on each line if its first line that is not empty is a whole JSON text and others
    follow. Lines count from 1; the number is ``None`` in a file that is a single record.
    """
    lines = content.split(b"\n")
    used = [number for number, line in enumerate(lines, 1) if line.strip(BLANKS)]
    if len(used) > 1 and _is_json(lines[used[0] - 1]):
        for number in used:
            yield number, lines[number - 1]
    else:
        yield None, content


def decode(content: bytes) -> str:
    """Return the text of a record. Raises ``RecordError`` if it is not UTF-8."""
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


# Python's limit of digits for an integer, far above any number that a record needs.
MAX_INTEGER_DIGITS = 4300


def parse_json(text: str) -> Any:
    """Return the value of a JSON text.

    Repeated keys in one object, a byte order mark, ``NaN`` and ``Infinity`` are errors. A number
    too large for Python is read as infinity, which no key of a record accepts.

    Raises ``RecordError`` with the fault and its place.
    """
    if not text.strip(" \t\r\n"):
        raise RecordError("not JSON: it is empty")
    if text.startswith("\ufeff"):
        raise RecordError("not JSON: it begins with a byte order mark")
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        _fail(error.msg, text, error.pos)
    except RecursionError:
        raise RecordError("not JSON: it is nested too deeply") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        repeated = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise RecordError(f"not JSON: the key {quote(repeated)} is repeated in one object")
    return members


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= MAX_INTEGER_DIGITS else float(digits)


def _constant(name: str) -> NoReturn:
    raise RecordError(f"not JSON: {name} is not a JSON number")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_integer, parse_constant=_constant)


def _fail(message: str, text: str, position: int) -> NoReturn:
    line = text.count("\n", 0, position) + 1
    column = position - text.rfind("\n", 0, position)
    where = f"line {line}, column {column}" if "\n" in text.strip() else f"column {column}"
    raise RecordError(f"not JSON: {message[0].lower()}{message[1:]} ({where})")
