"""Workers, progress bar and output of commands that do much work."""

from __future__ import annotations

import argparse
import io
import json
import logging
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from schwimmen.players.cpu_count import cpu_count
from schwimmen.rules.errors import SchwimmenError

from .workers import Workers, processes, threads

if TYPE_CHECKING:
    from .decisions import EachDecision

_WIDTH: Final = 80  # of a report in a file


def open_workers_for(
    options: argparse.Namespace, bots: Sequence[str], from_views: bool = False
) -> AbstractContextManager[Workers]:
    """Return the context of the workers that the options select, for rounds between bots.

    On this machine they are threads for bots of compiled levels, unless these choose
    ``from_views``.
    """
    from schwimmen.players.policies import all_compiled

    return open_workers(options, threads if all_compiled(bots) and not from_views else processes)


@contextmanager
def open_workers(
    options: argparse.Namespace, local: Callable[[int], Workers] = processes
) -> Iterator[Workers]:
    """Yield the workers that the options select.

    ``local`` makes a number of workers on this machine. Raises the errors of ``dask_cluster``.
    """
    if options.cluster is not None:
        from .workers import dask_cluster

        logging.disable()  # Dask logs every worker that joins or leaves
        try:
            with dask_cluster(options.cluster) as workers:
                yield workers
        finally:
            logging.disable(logging.NOTSET)
        return
    yield local(options.workers or cpu_count())


@contextmanager
def progress_bar(total: int, activity: str = "playing") -> Iterator[Callable[[int], None]]:
    """Show a progress bar on standard error, if that is a terminal."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar:
        task = bar.add_task("preparing", total=total)
        yield lambda done: bar.update(task, completed=done, description=activity)


@contextmanager
def output_file(path: Path, binary: bool = False) -> Iterator[IO[Any]]:
    """Open a file that is replaced only if all of it is written and on disk.

    Raises ``SchwimmenError`` if it is not writable.
    """
    special = path.exists() and not path.is_file()  # such as /dev/stdout
    written = path if special else path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with written.open("wb") if binary else written.open("w", encoding="utf-8") as file:
            yield file
            if not special:
                file.flush()
                os.fsync(file.fileno())
        if not special:
            written.replace(path)
    except OSError as error:
        raise SchwimmenError(
            f"{path}: cannot be written: {error.strerror or error}", "unwritable"
        ) from None
    finally:
        if not special:
            written.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Logs:
    """Functions that write the records and decisions of a run, as far as they are wanted."""

    each_record: Callable[[str], object] | None
    each_decision: EachDecision | None

    def __bool__(self) -> bool:
        """Return whether any are wanted."""
        return bool(self.each_record or self.each_decision)


@contextmanager
def open_logs(options: argparse.Namespace, parameters: Mapping[str, Any]) -> Iterator[Logs]:
    """Open the files that the options name for records and decisions.

    ``parameters`` are those of ``decision_file``. Raises ``SchwimmenError`` if a file is not
    writable, and ``MissingExtra`` for Parquet without pyarrow.
    """
    from .decisions import decision_file

    with ExitStack() as stack:
        each_record = each_decision = None
        if options.records is not None:
            file = stack.enter_context(output_file(options.records))
            each_record = partial(print, file=file)
        if options.decisions is not None:
            each_decision = stack.enter_context(decision_file(options.decisions, parameters))
        yield Logs(each_record, each_decision)


def print_result(result: dict[str, Any] | RenderableType, file: IO[Any] | None, speed: str) -> None:
    """Write a result, as JSON or as a rendered report, to a file or standard output.

    The speed goes to standard error: always beside a report, with JSON only on a terminal.
    """
    try:
        if isinstance(result, dict):
            print(json.dumps(result, indent=2), file=file)
        else:
            if file is None and isinstance(sys.stdout, io.TextIOWrapper):
                sys.stdout.reconfigure(errors="replace")
            width = None if file is None else _WIDTH
            Console(file=file, width=width, highlight=False).print(result)
        (file or sys.stdout).flush()
    except BrokenPipeError:  # the reader has closed the pipe, which is not an error
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return
    if not isinstance(result, dict) or sys.stderr.isatty():
        print(speed, file=sys.stderr)


def format_speed(rounds: int, decisions: int, seconds: float) -> str:
    """Return the speed of a run as one line of text."""
    return (
        f"{rounds:,} rounds in {seconds:.2f} s: {rounds / seconds:,.0f} rounds/s, "
        f"{decisions / seconds:,.0f} decisions/s"
    )
