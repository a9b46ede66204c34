"""Data sets of decisions, written in parts, so that a run that was stopped can go on."""

from __future__ import annotations

import json
import secrets
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Final

from schwimmen.engine import source_digest
from schwimmen.rules.errors import SchwimmenError

from .console import output_file
from .decisions import (
    ROW_GROUP,
    Decision,
    decision_schema,
    is_parquet,
    output_with_metadata,
    parquet_writer,
    read_decision_parameters,
    row_writer,
)

PART_INTERVAL: Final = 60.0
"""Seconds after which the decisions in memory are written as a part, if they are few."""

_PARAMETERS: Final = "_parameters.json"  # readers of Parquet ignore names with an underscore


def finished_parameters(path: Path, wanted: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the parameters of a finished data set, or nothing if the file does not exist.

    Raises ``SchwimmenError`` if the file is something else, or was made with other parameters. A
    ``seed`` that is missing in ``wanted`` may be any.
    """
    if not path.is_file():
        return None
    try:
        found = read_decision_parameters(path)
    except SchwimmenError:
        raise SchwimmenError(
            f"{path}: not a data set of decisions: choose another file, or delete this one"
        ) from None
    _check_parameters(path, found, wanted)
    return found


def _check_parameters(path: Path, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    differences = [
        f"{name} {json.dumps(found.get(name))}, not {json.dumps(wanted.get(name))}"
        for name in {**wanted, **found}
        if found.get(name) != wanted.get(name) and (name != "seed" or wanted["seed"] is not None)
    ]
    if differences:
        raise SchwimmenError(
            f"{path}: made with {'; '.join(differences)}: choose another file, or delete this one"
        )


def parts_folder(path: Path) -> Path:
    """Return the folder for the parts of a data set, beside the file that they become."""
    return path.with_name(f"{path.name}.parts")


class Parts:
    """Parts of a data set: files with the decisions of matches that follow each other.

    The name of a part has the numbers of its first match and of the one after its last. A part is
    on disk as a whole or not at all, and any run with the same parameters makes the same rows.
    """

    def __init__(self, path: Path, parameters: Mapping[str, Any]) -> None:
        """Open the parts of a path, or begin with none.

        ``parameters["seed"]`` is ``None`` for that of the parts, or of a new run. Raises
        ``SchwimmenError`` if they cannot be written, or were begun with other parameters.
        """
        self._path = path
        self._folder = parts_folder(path)
        wanted = dict(parameters) | {"code": source_digest("simulation")}
        found = self._begin(wanted)
        _check_parameters(self._folder, found, wanted)
        self.parameters = {name: found[name] for name in parameters}
        """Parameters of the data set, with its seed."""
        self._paths = list(self._chain())
        self._held: list[tuple[int, list[Decision]]] = []
        self._written = time.monotonic()

    def _begin(self, wanted: dict[str, Any]) -> dict[str, Any]:
        """Return the parameters in the folder, which is made if it is missing."""
        file = self._folder / _PARAMETERS
        try:
            self._folder.mkdir(exist_ok=True)
            contents = set(self._folder.glob("[!.]*")) - {file}
            if contents and file.exists():
                found: dict[str, Any] = json.loads(file.read_bytes())
                return found
            foreign = bool(contents)
        except ValueError:
            foreign = True
        except OSError as error:
            raise SchwimmenError(
                f"{self._path}: cannot be written: {error.strerror or error}", "unwritable"
            ) from None
        if foreign:
            raise SchwimmenError(f"{self._folder}: not the parts of a data set: move it away")
        if wanted["seed"] is None:
            wanted = wanted | {"seed": secrets.randbits(32)}
        with output_file(file) as parameters:
            json.dump(wanted, parameters)
        return wanted

    def _chain(self) -> Iterator[Path]:
        """Yield the parts from match 0 on, each of which begins where the one before ends."""
        longest: dict[int, tuple[int, Path]] = {}
        for path in self._folder.glob(f"[0-9]*-[0-9]*{self._path.suffix}"):
            first, end = (int(number) for number in path.stem.split("-"))
            longest[first] = max(longest.get(first, (0, path)), (end, path))
        end = 0
        while end in longest:
            end, path = longest[end]
            yield path

    @property
    def done(self) -> int:
        """Number of matches whose decisions are in parts."""
        return int(self._paths[-1].stem.split("-")[1]) if self._paths else 0

    def add(self, done: int, decisions: Sequence[Decision]) -> None:
        """Add the next decisions, those of the matches before number ``done``."""
        self._held.append((done, list(decisions)))
        rows = sum(len(held) for _, held in self._held)
        if rows >= ROW_GROUP or time.monotonic() - self._written >= PART_INTERVAL:
            self.flush()

    def flush(self) -> None:
        """Write the decisions in memory as a part."""
        if not self._held:
            return
        name = f"{self.done:012}-{self._held[-1][0]:012}{self._path.suffix}"
        path = self._folder / name
        with (
            output_file(path, binary=True) as file,
            row_writer(path, file, self.parameters) as write,
        ):
            for _, decisions in self._held:
                for decision in decisions:
                    write(decision)
        self._paths.append(path)
        self._held = []
        self._written = time.monotonic()

    def close(self) -> None:
        """Write the decisions in memory, and leave nothing if there are no parts at all."""
        self.flush()
        if not self._paths:
            delete_parts(self._path)

    def join(self) -> int:
        """Write the file from its parts, delete these and return the number of decisions."""
        join = _join_parquet if is_parquet(self._path) else _join_lines
        with output_with_metadata(self._path, self.parameters) as file:
            rows = join(self._paths, file, self.parameters)
        delete_parts(self._path)
        return rows


def delete_parts(path: Path) -> None:
    """Delete the parts of a data set, if there are any."""
    with suppress(FileNotFoundError):
        shutil.rmtree(parts_folder(path))


def _join_lines(paths: Sequence[Path], file: IO[bytes], parameters: Mapping[str, Any]) -> int:
    rows = 0
    for path in paths:
        with path.open("rb") as part:
            for line in part:
                file.write(line)
                rows += 1
    return rows


def _join_parquet(paths: Sequence[Path], file: IO[bytes], parameters: Mapping[str, Any]) -> int:
    """Write row groups of one size, which do not depend on the sizes of the parts.

    Raises ``SchwimmenError`` if a part is damaged.
    """
    import pyarrow as pa
    from pyarrow.parquet import read_table

    rows = 0
    held = decision_schema(parameters).empty_table()
    with parquet_writer(file, parameters) as writer:
        for path in paths:
            try:
                held = pa.concat_tables([held, read_table(path, schema=held.schema)])
            except pa.ArrowInvalid:
                raise SchwimmenError(f"{path}: damaged: delete it and run again") from None
            whole = held.num_rows if path == paths[-1] else held.num_rows // ROW_GROUP * ROW_GROUP
            if whole:
                writer.write_table(held.slice(0, whole).combine_chunks(), row_group_size=ROW_GROUP)
            rows += whole
            held = held.slice(whole)
    return rows
