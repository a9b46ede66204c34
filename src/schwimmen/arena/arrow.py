"""Rows as an Arrow table, and as a Parquet file: for pandas, Polars, DuckDB and the like."""

from __future__ import annotations

import json
from typing import IO, TYPE_CHECKING, Final

import numpy as np

from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.history import ENDS
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.state import NOBODY, Records

from .rows import row_dtype

if TYPE_CHECKING:
    import pyarrow as pa

_END_NAMES: Final = ["", *ENDS.values()]


def require_pyarrow() -> None:
    """Raises ``SchwimmenError`` where pyarrow is not installed."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise SchwimmenError(
            'Parquet and Arrow need pyarrow: pip install "schwimmen[parquet]"', "not_installed"
        ) from None
    assert pyarrow.parquet


def arrow_table(
    rows: Records, rules: RuleSet, bots: tuple[str, ...], seed: int, whole_matches: bool
) -> pa.Table:
    """One row for each round. What the columns mean stands in ``docs/simulation.md``.

    The schema's metadata has, under ``schwimmen``, how it was simulated, as JSON.
    """
    import pyarrow as pa

    columns: dict[str, pa.Array] = {}
    if whole_matches:
        columns["match"] = pa.array(rows["match"])
        columns["round"] = pa.array(rows["number"])
    else:
        columns["round"] = pa.array(rows["match"])
    columns["dealer"] = pa.array(rows["dealer"])
    columns["leader"] = pa.array(rows["leader"])
    columns["end"] = pa.DictionaryArray.from_arrays(pa.array(rows["end"]), _END_NAMES)
    columns["by"] = pa.array(rows["by"], mask=rows["by"] == NOBODY)
    columns["dealt"] = pa.array(rows["dealt"] != 0)
    columns["turns"] = pa.array(rows["turns"])
    columns["decisions"] = pa.array(rows["decisions"])
    for seat in range(len(bots)):
        out = rows["active"] >> seat & 1 == 0
        columns[f"value_{seat}"] = pa.array((rows["values"][:, seat] / 2), mask=out)
        score = rows["scores"][:, seat]
        if rules.scoring == "points":
            columns[f"points_{seat}"] = pa.array(score / 2, mask=out)
        else:
            columns[f"lost_{seat}"] = pa.array(score, mask=out)
        columns[f"turns_{seat}"] = pa.array(rows["turns_of"][:, seat], mask=out)
        columns[f"closed_{seat}"] = pa.array(rows["closed"] >> seat & 1 != 0, mask=out)
        if whole_matches:
            won = rows["winners"] >> seat & 1 != 0
            columns[f"won_{seat}"] = pa.array(won, mask=rows["winners"] == 0)
    how = {
        "preset": rules.preset,
        "options": dict(rules.changed),
        "bots": list(bots),
        "seed": seed,
    }
    return pa.table(columns).replace_schema_metadata({"schwimmen": json.dumps(how)})


class ParquetRows:
    """Writes rows into a Parquet file as they come."""

    def __init__(
        self,
        file: IO[bytes],
        rules: RuleSet,
        bots: tuple[str, ...],
        seed: int,
        whole_matches: bool,
    ) -> None:
        from pyarrow.parquet import ParquetWriter

        self._how = (rules, bots, seed, whole_matches)
        empty = arrow_table(np.empty(0, row_dtype(len(bots))), *self._how)
        self._writer = ParquetWriter(file, empty.schema, compression="zstd")

    def write(self, rows: Records) -> None:
        """One more row group."""
        self._writer.write_table(arrow_table(rows, *self._how))

    def close(self) -> None:
        """Ends the file; without this it is none."""
        self._writer.close()
