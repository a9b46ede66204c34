"""What commands that play show, and who does their work: bar, result, workers."""

from __future__ import annotations

import argparse
import io
import json
import logging
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from schwimmen.players.cpu_count import cpu_count
from schwimmen.rules.errors import SchwimmenError

from .workers import Workers, processes, threads

_WIDTH: Final = 80  # of a table in a file


@contextmanager
def working(
    options: argparse.Namespace, bots: Sequence[str], warm: Callable[[], None]
) -> Iterator[Workers]:
    """The workers asked for, ready to work: compiling is no part of what is timed."""
    from schwimmen.players.policies import all_compiled

    if options.cluster is not None:
        from .workers import dask_cluster

        logging.disable()  # Dask tells of every worker that comes or goes
        try:
            with dask_cluster(options.cluster) as workers:
                yield workers
        finally:
            logging.disable(logging.NOTSET)
        return
    warm()
    number = options.workers or cpu_count()
    yield threads(number) if all_compiled(bots) else processes(number)


@contextmanager
def progress_bar(number: int) -> Iterator[Callable[[int], None]]:
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
def output_file(path: Path, binary: bool = False) -> Iterator[IO[Any]]:
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


def print_result(shown: dict[str, Any] | RenderableType, file: IO[Any] | None, speed: str) -> None:
    """A result, as JSON or to be rendered, into a file or on standard output.

    Its speed is told on standard error, where people look on.
    """
    try:
        if isinstance(shown, dict):
            print(json.dumps(shown, indent=2), file=file)
        else:
            if file is None and isinstance(sys.stdout, io.TextIOWrapper):
                sys.stdout.reconfigure(errors="replace")
            width = None if file is None else _WIDTH
            Console(file=file, width=width, highlight=False).print(shown)
        (file or sys.stdout).flush()
    except BrokenPipeError:  # nobody reads any more, which is no fault
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return
    if not isinstance(shown, dict) or sys.stderr.isatty():
        print(speed, file=sys.stderr)


def speed(rounds: int, decisions: int, seconds: float) -> str:
    """How fast it went, in a line."""
    return (
        f"{rounds:,} rounds in {seconds:.2f} s: {rounds / seconds:,.0f} rounds/s, "
        f"{decisions / seconds:,.0f} decisions/s"
    )
