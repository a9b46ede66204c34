"""What ``schwimmen simulate`` does."""

from __future__ import annotations

import argparse
import io
import json
import logging
import os
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.ruleset import RuleSet

from .bots import names_of
from .figures import Simulation
from .work import Workers, cores, processes, threads

_WIDTH: Final = 80  # of a table in a file


def run(options: argparse.Namespace, rules: RuleSet, bots: tuple[str, ...]) -> int:
    """Simulates and writes the result; returns the exit status.

    Raises ``SchwimmenError`` for a file that cannot be written, a library that is not installed and
    a cluster that does not work.
    """
    if options.format == "parquet":
        from .arrow import require_pyarrow

        require_pyarrow()
    binary = options.format == "parquet"
    with nullcontext(None) if options.output is None else _file(options.output, binary) as file:
        total = options.matches or options.rounds
        with _progress(total) as progress, _workers(options, bots) as workers:
            start = time.perf_counter()
            found = _simulate(options, rules, bots, workers, progress, file)
            seconds = time.perf_counter() - start
        try:
            _write(found, options.format, file)
        except BrokenPipeError:  # nobody reads any more, which is no fault
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
    if options.format == "table" or sys.stderr.isatty():
        print(_speed(found, seconds), file=sys.stderr)
    return 0


def _simulate(
    options: argparse.Namespace,
    rules: RuleSet,
    bots: tuple[str, ...],
    workers: Workers,
    progress: Callable[[int], None],
    file: IO[Any] | None,
) -> Simulation:
    from .simulation import simulate

    seed = secrets.randbits(32) if options.seed is None else options.seed
    asked: dict[str, Any] = {
        "rounds": options.rounds,
        "matches": options.matches,
        "seed": seed,
        "workers": workers,
        "progress": progress,
    }
    if options.format != "parquet":
        return simulate(rules, len(bots), bots, **asked)
    from .arrow import ParquetRows

    assert file is not None
    whole_matches = options.matches is not None
    with closing(ParquetRows(file, rules, names_of(bots), seed, whole_matches)) as rows:
        return simulate(rules, len(bots), bots, each=rows.write, **asked)


@contextmanager
def _workers(options: argparse.Namespace, bots: tuple[str, ...]) -> Iterator[Workers]:
    """Those asked for, ready to work: compiling is no part of what is timed."""
    from schwimmen.players.policies import all_compiled

    if options.cluster is not None:
        from .cluster import dask_cluster

        logging.disable()  # Dask tells of every worker that comes or goes
        try:
            with dask_cluster(options.cluster) as workers:
                yield workers
        finally:
            logging.disable(logging.NOTSET)
        return
    from .warming import warm

    warm()
    number = options.workers or cores()
    yield threads(number) if all_compiled(bots) else processes(number)


@contextmanager
def _progress(number: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, if that is a terminal."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    shown = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with shown:
        task = shown.add_task("getting ready", total=number)
        yield lambda done: shown.update(task, completed=done, description="playing")


@contextmanager
def _file(path: Path, binary: bool) -> Iterator[IO[Any]]:
    """A file that is there in full or, after a failure, as it was before."""
    special = path.exists() and not path.is_file()  # such as /dev/stdout
    written = path if special else path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with written.open("wb") if binary else written.open("w", encoding="utf-8") as file:
            yield file
        if not special:
            written.replace(path)
    except OSError as error:
        raise SchwimmenError(
            f"{path}: cannot be written: {error.strerror or error}", "unwritable"
        ) from None
    finally:
        if not special:
            written.unlink(missing_ok=True)


def _write(found: Simulation, form: str, file: IO[Any] | None) -> None:
    """The result as text, on standard output or into a file; rows are written already."""
    if form == "parquet":
        return
    if form == "json":
        print(json.dumps(found.to_dict(), indent=2), file=file)
    else:
        from .table import rendered

        if file is None and isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")
        Console(file=file, width=None if file is None else _WIDTH, highlight=False).print(
            rendered(found)
        )
    (file or sys.stdout).flush()


def _speed(found: Simulation, seconds: float) -> str:
    rounds, decisions = (number / seconds for number in (found.rounds, found.decisions))
    return (
        f"{found.rounds:,} rounds in {seconds:.2f} s: {rounds:,.0f} rounds/s, "
        f"{decisions:,.0f} decisions/s"
    )
