"""Decisions of bots: one row for each, and the files that hold them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from schwimmen import __version__
from schwimmen.extras import require_extra
from schwimmen.rules.ruleset import RULES_VERSION, RuleSet
from schwimmen.rules.schema import Points

if TYPE_CHECKING:
    import pyarrow as pa

FORMAT: Final = "schwimmen-decisions/1"
"""Format of the rows that the metadata of a Parquet file names."""


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
    rules: RuleSet, players: int, bots: tuple[str, ...], seed: int, **further: Any
) -> dict[str, Any]:
    """Return what determines the decisions of a run, as the metadata of a Parquet file has it."""
    return {
        "format": FORMAT,
        "version": __version__,
        "rules_version": RULES_VERSION,
        "preset": rules.preset,
        "options": dict(rules.changed),
        "players": players,
        "bots": list(bots),
        "seed": seed,
        **further,
    }


@contextmanager
def decision_file(path: Path, parameters: Mapping[str, Any]) -> Iterator[EachDecision]:
    """Open a file for decisions, as JSON lines or as Parquet, and yield the function that writes.

    The file replaces one of its name when all is written. Raises ``SchwimmenError`` if it is not
    writable, and ``MissingExtra`` for Parquet without pyarrow.
    """
    from .console import output_file

    parquet = path.suffix.lower() == ".parquet"
    if parquet:
        require_extra("parquet", path.name)
    with output_file(path, binary=parquet) as file:
        if not parquet:
            yield lambda decision: file.write(
                json.dumps(decision._asdict(), ensure_ascii=False) + "\n"
            )
            return
        writer = _ParquetDecisions(file, parameters)
        try:
            yield writer.write
        finally:
            writer.close()


_ROW_GROUP: Final = 50_000  # rows in memory


def decision_schema() -> pa.Schema:
    """Return the Arrow schema of decisions."""
    import pyarrow as pa

    lists = {"list<string>": pa.list_(pa.string()), "list<int8>": pa.list_(pa.int8())}
    kinds = {name: lists.get(kind) or kind for name, kind in COLUMNS.items()}
    return pa.schema(list(kinds.items()))


class _ParquetDecisions:
    """Parquet file that decisions are written to in row groups."""

    def __init__(self, file: IO[bytes], parameters: Mapping[str, Any]) -> None:
        from pyarrow.parquet import ParquetWriter

        metadata = {"schwimmen": json.dumps(parameters)}
        self._schema = decision_schema().with_metadata(metadata)
        self._writer = ParquetWriter(file, self._schema, compression="zstd")
        self._rows: list[Decision] = []

    def write(self, decision: Decision) -> None:
        """Add a decision."""
        self._rows.append(decision)
        if len(self._rows) == _ROW_GROUP:
            self._flush()

    def _flush(self) -> None:
        import pyarrow as pa

        rows, self._rows = self._rows, []
        self._writer.write_table(
            pa.table([list(column) for column in zip(*rows, strict=True)], schema=self._schema)
        )

    def close(self) -> None:
        """Write what is left, and the footer, without which the file is not valid."""
        if self._rows:
            self._flush()
        self._writer.close()
