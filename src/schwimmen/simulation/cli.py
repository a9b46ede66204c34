"""Command ``schwimmen simulate``, without slow imports until it runs."""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from contextlib import ExitStack, closing, nullcontext
from typing import TYPE_CHECKING, Any, Final

from schwimmen.extras import require_extra
from schwimmen.rules.errors import SchwimmenError

from .bots import bots_by_seat, names_of
from .cli_arguments import (
    add_bot_option,
    add_game_options,
    add_output_options,
    add_run_options,
    at_least,
    rules_from_options,
)

if TYPE_CHECKING:
    from schwimmen.rules.ruleset import RuleSet

FORMATS: Final = ("table", "json", "parquet")
ROUNDS: Final = 100_000


def add_simulate(commands: argparse._SubParsersAction[Any]) -> tuple[argparse.Action, ...]:
    """Add the command ``simulate`` and return its options."""
    parser = commands.add_parser(
        "simulate",
        help="play rounds or matches between bots and report statistics",
        description="Play many rounds between bots and report statistics. The same seed gives the "
        "same result with any number of cores or machines.",
        allow_abbrev=False,
    )
    return (
        *add_game_options(parser, players=3),
        parser.add_argument(
            "--bots", type=_words, default=(), metavar="BOT[,BOT...]",
            help="one bot for all seats, or one for each seat (greedy)",
        ),
        add_bot_option(parser),
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


def simulate_command(options: argparse.Namespace) -> int:
    """Run the command ``simulate`` and return the exit status.

    Raises ``SchwimmenError`` for invalid options, if possible before the compiled rules are loaded.
    """
    if options.format == "parquet" and options.output is None:
        raise SchwimmenError("--format parquet needs --output FILE")
    if options.rounds and options.matches:
        raise SchwimmenError("--rounds and --matches: give only one of them")
    if not options.matches:
        options.rounds = options.rounds or ROUNDS
    rules = rules_from_options(options)
    bots = bots_by_seat((*options.bots, *options.added_bots) or ("greedy",), options.players)

    return run_simulation(options, rules, bots)


def _words(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def run_simulation(options: argparse.Namespace, rules: RuleSet, bots: tuple[str, ...]) -> int:
    """Run the simulation, write its result and return the exit status.

    Raises ``MissingExtra`` without pyarrow or Dask if the options need it, and ``SchwimmenError``
    if the file is not writable or the cluster fails.
    """
    from .console import format_speed, open_workers, output_file, print_result, progress_bar
    from .reports import simulation_report
    from .rounds import ParquetRows
    from .simulator import simulate

    parquet = options.format == "parquet"
    if parquet:
        require_extra("parquet", "--format parquet")
    seed = secrets.randbits(32) if options.seed is None else options.seed
    with output_file(options.output, parquet) if options.output else nullcontext() as file:
        with ExitStack() as stack:
            progress = stack.enter_context(progress_bar(options.matches or options.rounds))
            workers = stack.enter_context(open_workers(options, bots))
            start = time.perf_counter()
            each = None
            if parquet:
                assert file is not None
                whole_matches = options.matches is not None
                rows = ParquetRows(file, rules, names_of(bots), seed, whole_matches)
                each = stack.enter_context(closing(rows)).write
            result = simulate(
                rules,
                len(bots),
                bots,
                options.rounds,
                matches=options.matches,
                seed=seed,
                workers=workers,
                progress=progress,
                each=each,
            )
            seconds = time.perf_counter() - start
        speed = format_speed(result.rounds, result.decisions, seconds)
        if options.format == "json":
            print_result(result.to_dict(), file, speed)
        elif options.format == "table":
            print_result(simulation_report(result), file, speed)
        elif sys.stderr.isatty():
            print(speed, file=sys.stderr)
    return 0
