"""The command ``schwimmen simulate``, without slow imports until it runs."""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections.abc import Callable
from contextlib import closing, nullcontext
from typing import IO, TYPE_CHECKING, Any, Final

from schwimmen.rules.errors import SchwimmenError

from .bots import bots_by_seat, names_of
from .cli_arguments import (
    add_game_options,
    add_output_options,
    add_run_options,
    at_least,
    rules_from_options,
)

if TYPE_CHECKING:
    from schwimmen.rules.ruleset import RuleSet

    from .statistics import Simulation
    from .workers import Workers

FORMATS: Final = ("table", "json", "parquet")
ROUNDS: Final = 100_000


def add_simulate(commands: argparse._SubParsersAction[Any]) -> list[str]:
    """Add the command and return the names of its options."""
    parser = commands.add_parser(
        "simulate",
        help="play rounds or matches between bots and report statistics",
        description="Play many rounds between bots and report statistics. The same seed gives the "
        "same result with any number of cores or machines.",
        allow_abbrev=False,
    )
    actions = (
        *add_game_options(parser, players=3),
        parser.add_argument(
            "--bots", type=_levels, default=("greedy",), metavar="LEVEL[,LEVEL...]",
            help="one level for all seats, or one for each seat (greedy)",
        ),
        parser.add_argument(
            "--rounds", type=at_least(1), metavar="N",
            help=f"number of rounds, each the first of a match ({ROUNDS})",
        ),
        parser.add_argument(
            "--matches", type=at_least(1), metavar="N",
            help="number of whole matches, instead of rounds",
        ),
        *add_run_options(parser),
        *add_output_options(
            parser, FORMATS,
            "table and json contain statistics, parquet one row for each round",
        ),
    )  # fmt: skip
    return [name for action in actions for name in action.option_strings]


def simulate_command(options: argparse.Namespace) -> int:
    """Run the command and return the exit status.

    Raises ``SchwimmenError`` for invalid options, before the compiled rules are loaded where
    possible.
    """
    if options.format == "parquet" and options.output is None:
        raise SchwimmenError("--format parquet needs --output FILE")
    if options.rounds and options.matches:
        raise SchwimmenError("--rounds and --matches: give only one of them")
    if not options.matches:
        options.rounds = options.rounds or ROUNDS
    rules = rules_from_options(options)
    bots = bots_by_seat(options.bots, options.players)

    return run_simulation(options, rules, bots)


def _levels(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def run_simulation(options: argparse.Namespace, rules: RuleSet, bots: tuple[str, ...]) -> int:
    """Run the simulation, write its result and return the exit status.

    Raises ``SchwimmenError`` if the file is not writable, a library is not installed or the cluster
    fails.
    """
    from .console import format_speed, open_workers, output_file, print_result, progress_bar
    from .jit_warmup import warm

    if options.format == "parquet":
        from .rounds import require_pyarrow

        require_pyarrow()
    binary = options.format == "parquet"
    with (
        nullcontext(None) if options.output is None else output_file(options.output, binary) as file
    ):
        total = options.matches or options.rounds
        with progress_bar(total) as progress, open_workers(options, bots, warm) as workers:
            start = time.perf_counter()
            result = _simulate(options, rules, bots, workers, progress, file)
            seconds = time.perf_counter() - start
        speed = format_speed(result.rounds, result.decisions, seconds)
        if options.format == "json":
            print_result(result.to_dict(), file, speed)
        elif options.format == "table":
            from .reports import simulation_report

            print_result(simulation_report(result), file, speed)
        elif sys.stderr.isatty():
            print(speed, file=sys.stderr)
    return 0


def _simulate(
    options: argparse.Namespace,
    rules: RuleSet,
    bots: tuple[str, ...],
    workers: Workers,
    progress: Callable[[int], None],
    file: IO[Any] | None,
) -> Simulation:
    from .simulator import simulate

    seed = secrets.randbits(32) if options.seed is None else options.seed
    arguments: dict[str, Any] = {
        "rounds": options.rounds,
        "matches": options.matches,
        "seed": seed,
        "workers": workers,
        "progress": progress,
    }
    if options.format != "parquet":
        return simulate(rules, len(bots), bots, **arguments)
    from .rounds import ParquetRows

    assert file is not None
    whole_matches = options.matches is not None
    with closing(ParquetRows(file, rules, names_of(bots), seed, whole_matches)) as rows:
        return simulate(rules, len(bots), bots, each=rows.write, **arguments)
