"""What ``schwimmen simulate`` does."""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections.abc import Callable
from contextlib import closing, nullcontext
from typing import IO, Any

from schwimmen.rules.ruleset import RuleSet

from .bots import names_of
from .console import output_file, print_result, progress_bar, speed, working
from .figures import Simulation
from .warming import warm_simulation
from .work import Workers


def run_simulation(options: argparse.Namespace, rules: RuleSet, bots: tuple[str, ...]) -> int:
    """Simulates and writes the result; returns the exit status.

    Raises ``SchwimmenError`` for a file that cannot be written, a library that is not installed and
    a cluster that does not work.
    """
    if options.format == "parquet":
        from .arrow import require_pyarrow

        require_pyarrow()
    binary = options.format == "parquet"
    with (
        nullcontext(None) if options.output is None else output_file(options.output, binary) as file
    ):
        total = options.matches or options.rounds
        with progress_bar(total) as progress, working(options, bots, warm_simulation) as workers:
            start = time.perf_counter()
            found = _simulate(options, rules, bots, workers, progress, file)
            seconds = time.perf_counter() - start
        fast = speed(found.rounds, found.decisions, seconds)
        if options.format == "json":
            print_result(found.to_dict(), file, fast)
        elif options.format == "table":
            from .table import simulation_report

            print_result(simulation_report(found), file, fast)
        elif sys.stderr.isatty():
            print(fast, file=sys.stderr)
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
