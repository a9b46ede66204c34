"""Decisions of bots: one row for each, and the files that hold them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import schwimmen
from schwimmen.extras import require_extra
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.ruleset import RULES_VERSION, RuleSet
from schwimmen.rules.schema import Points

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

FORMAT: Final = "schwimmen-decisions/1"
"""Format of the rows that the parameters of a file name."""


class Decision(NamedTuple):
    """Decision of a bot, what its seat knew, and what the round and the match brought it.

    The fields are described in ``docs/decisions.md``.
    """

    contest: int
    seating: int
    whole_match: bool
    match: int
    round: int
    decision: int
    seat: int
    bot: str
    turn: int
    position: str
    hand: str
    table: str
    legal: tuple[str, ...]
    legal_numbers: tuple[int, ...]
    action: str
    number: int
    closes: bool
    value: Points
    value_after: Points
    end: str
    final_value: Points
    lost: int | None
    points: Points | None
    forfeited: bool
    won: bool | None


COLUMNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "contest": "int16",
        "seating": "int8",
        "whole_match": "bool",
        "match": "int64",
        "round": "int32",
        "decision": "int32",
        "seat": "int8",
        "bot": "string",
        "turn": "int16",
        "position": "string",
        "hand": "string",
        "table": "string",
        "legal": "list<string>",
        "legal_numbers": "list<int8>",
        "action": "string",
        "number": "int8",
        "closes": "bool",
        "value": "double",
        "value_after": "double",
        "end": "string",
        "final_value": "double",
        "lost": "int8",
        "points": "double",
        "forfeited": "bool",
        "won": "bool",
    }
)
"""Arrow type of each field of a decision, in their order."""

EachDecision: TypeAlias = Callable[[Decision], object]
"""Function that is called with decisions as they come."""


def decision_parameters(
    rules: RuleSet, players: int, bots: tuple[str, ...], seed: int | None, **further: Any
) -> dict[str, Any]:
    """Return the parameters that determine the decisions of a run, for the file of these."""
    return {
        "format": FORMAT,
        "version": schwimmen.__version__,
        "rules_version": RULES_VERSION,
        "preset": rules.preset,
        "options": dict(rules.changed),
        "players": players,
        "bots": list(bots),
        "seed": seed,
        **further,
    }


def metadata_path(path: Path) -> Path:
    """Return the path of the file with the parameters of decisions in JSON lines."""
    return path.with_suffix(".meta.json")


def read_decision_parameters(path: Path) -> dict[str, Any]:
    """Return the parameters of a file of decisions, as ``decision_parameters`` has made them.

    They are in the metadata of a Parquet file, and beside JSON lines in a file ``.meta.json``.
    Raises ``SchwimmenError`` if the parameters are missing, and ``MissingExtra`` for Parquet
    without pyarrow.
    """
    try:
        if is_parquet(path):
            from pyarrow.parquet import read_schema

            text = (read_schema(path).metadata or {})[b"schwimmen"]
        else:
            text = metadata_path(path).read_bytes()
        parameters = json.loads(text)
    except (OSError, ValueError, KeyError):  # those of Arrow are ValueErrors
        parameters = None
    if not isinstance(parameters, dict) or parameters.get("format") != FORMAT:
        place = path if is_parquet(path) else metadata_path(path)
        raise SchwimmenError(f"{place}: no parameters of decisions could be read")
    return parameters


def is_parquet(path: Path) -> bool:
    """Return whether the decisions in a file are Parquet, not JSON lines, by its name.

    Raises ``MissingExtra`` for Parquet without pyarrow.
    """
    parquet = path.suffix.lower() == ".parquet"
    if parquet:
        require_extra("parquet", path.name)
    return parquet


@contextmanager
def decision_file(path: Path, parameters: Mapping[str, Any]) -> Iterator[EachDecision]:
    """Open a file for decisions, as JSON lines or as Parquet, and yield the function that writes.

    The file replaces one of its name when all is written, and so does the file with the parameters
    of JSON lines. Raises ``SchwimmenError`` if it is not writable, and ``MissingExtra`` for Parquet
    without pyarrow.
    """
    with output_with_metadata(path, parameters) as file, row_writer(path, file, parameters) as rows:
        yield rows


@contextmanager
def output_with_metadata(path: Path, parameters: Mapping[str, Any]) -> Iterator[IO[bytes]]:
    """Open a file for decisions that is replaced only if all of it is written.

    Parameters of JSON lines are written beside it, and are complete before the file is.
    """
    from .console import output_file

    parquet = is_parquet(path)
    with output_file(path, binary=True) as file:
        if parquet:
            yield file
        else:
            with output_file(metadata_path(path)) as metadata:
                yield file
                print(json.dumps(parameters, indent=2, ensure_ascii=False), file=metadata)


@contextmanager
def row_writer(
    path: Path, file: IO[bytes], parameters: Mapping[str, Any]
) -> Iterator[EachDecision]:
    """Yield the function that writes a decision to the open file of a path."""
    if is_parquet(path):
        writer = _ParquetDecisions(file, parameters)
        try:
            yield writer.write
        finally:
            writer.close()
    else:
        yield lambda decision: file.write(
            json.dumps(decision._asdict(), ensure_ascii=False).encode() + b"\n"
        )


ROW_GROUP: Final = 50_000
"""Rows of a group in a Parquet file, which are in memory together."""


def decision_schema(parameters: Mapping[str, Any]) -> pa.Schema:
    """Return the Arrow schema of decisions, with parameters as metadata."""
    import pyarrow as pa

    lists = {"list<string>": pa.list_(pa.string()), "list<int8>": pa.list_(pa.int8())}
    kinds = {name: lists.get(kind) or kind for name, kind in COLUMNS.items()}
    return pa.schema(list(kinds.items()), metadata={"schwimmen": json.dumps(parameters)})


def parquet_writer(file: IO[bytes], parameters: Mapping[str, Any]) -> ParquetWriter:
    """Return the writer of a Parquet file of decisions."""
    from pyarrow.parquet import ParquetWriter

    return ParquetWriter(file, decision_schema(parameters), compression="zstd")


class _ParquetDecisions:
    """Parquet file that decisions are written to in row groups."""

    def __init__(self, file: IO[bytes], parameters: Mapping[str, Any]) -> None:
        self._writer = parquet_writer(file, parameters)
        self._rows: list[Decision] = []

    def write(self, decision: Decision) -> None:
        """Add a decision."""
        self._rows.append(decision)
        if len(self._rows) == ROW_GROUP:
            self._flush()

    def _flush(self) -> None:
        import pyarrow as pa

        rows, self._rows = self._rows, []
        columns = [list(column) for column in zip(*rows, strict=True)]
        self._writer.write_table(pa.table(columns, schema=self._writer.schema))

    def close(self) -> None:
        """Write what is left, and the footer, without which the file is not valid."""
        if self._rows:
            self._flush()
        self._writer.close()
