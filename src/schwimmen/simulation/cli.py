"""Commands ``schwimmen simulate`` and ``dataset``, without slow imports until they run."""

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
    add_log_options,
    add_output_options,
    add_run_options,
    at_least,
    check_files,
    decisions_argument,
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
        *_add_bots_options(parser),
        parser.add_argument(
            "--rounds", type=at_least(1), metavar="N",
            help=f"number of rounds, each the first of a match ({ROUNDS})",
        ),
        parser.add_argument(
            "--matches", type=at_least(1), metavar="N",
            help="number of whole matches, instead of rounds",
        ),
        *add_run_options(parser),
        *add_log_options(parser, "match, or of each round by itself"),
        *add_output_options(
            parser, FORMATS,
            "table and json contain statistics, parquet one row for each round",
        ),
    )  # fmt: skip


def _add_bots_options(parser: argparse.ArgumentParser) -> tuple[argparse.Action, ...]:
    """Add the options for the bots at the seats."""
    return (
        parser.add_argument(
            "--bots", type=_words, default=(), metavar="BOT[,BOT...]",
            help="one bot for all seats, or one for each seat (greedy)",
        ),
        add_bot_option(parser),
    )  # fmt: skip


def simulate_command(options: argparse.Namespace) -> int:
    """Run the command ``simulate`` and return the exit status.

    Raises ``SchwimmenError`` for invalid options, if possible before the compiled rules are loaded.
    """
    if options.format == "parquet" and options.output is None:
        raise SchwimmenError("--format parquet needs --output FILE")
    check_files(options, "output", "records", "decisions")
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
    if a file is not writable or the cluster fails.
    """
    from .console import (
        format_speed,
        open_logs,
        open_workers_for,
        output_file,
        print_result,
        progress_bar,
    )
    from .decisions import decision_parameters
    from .reports import simulation_report
    from .rounds import ParquetRows
    from .simulator import simulate

    parquet = options.format == "parquet"
    if parquet:
        require_extra("parquet", "--format parquet")
    seed = secrets.randbits(32) if options.seed is None else options.seed
    number = {"rounds": options.rounds, "matches": options.matches}
    parameters = decision_parameters(rules, len(bots), bots, seed, **number)
    with output_file(options.output, parquet) if options.output else nullcontext() as file:
        with ExitStack() as stack:
            logs = stack.enter_context(open_logs(options, parameters))
            progress = stack.enter_context(progress_bar(options.matches or options.rounds))
            workers = stack.enter_context(open_workers_for(options, bots, bool(logs)))
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
                **number,
                seed=seed,
                workers=workers,
                progress=progress,
                each=each,
                each_record=logs.each_record,
                each_decision=logs.each_decision,
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


def add_dataset(commands: argparse._SubParsersAction[Any]) -> tuple[argparse.Action, ...]:
    """Add the command ``dataset`` and return its options."""
    parser = commands.add_parser(
        "dataset",
        help="play matches between bots and write every decision to a file",
        description="Play matches between bots and write every decision to a file: what the seat "
        "knew, its legal actions, the one chosen, and what the round and the match brought it. The "
        "same seed gives the same decisions with any number of cores or machines. A run that was "
        "stopped goes on when the same command is given again.",
        allow_abbrev=False,
    )
    return (
        *add_game_options(parser, players=3),
        *_add_bots_options(parser),
        parser.add_argument(
            "--matches", type=at_least(1), metavar="N", required=True,
            help="number of whole matches",
        ),
        *add_run_options(parser),
        parser.add_argument(
            "--output", type=decisions_argument, metavar="FILE", required=True,
            help="file for the decisions, .parquet or .jsonl",
        ),
    )  # fmt: skip


def dataset_command(options: argparse.Namespace) -> int:
    """Run the command ``dataset`` and return the exit status.

    Raises ``SchwimmenError`` for invalid options, if possible before the compiled rules are loaded.
    """
    rules = rules_from_options(options)
    bots = bots_by_seat((*options.bots, *options.added_bots) or ("greedy",), options.players)
    return run_dataset(options, rules, bots)


_INTERRUPTED: Final = 130  # exit status after Ctrl-C, as in shells


def run_dataset(options: argparse.Namespace, rules: RuleSet, bots: tuple[str, ...]) -> int:
    """Write the decisions of matches that are not yet written, and return the exit status.

    Raises ``MissingExtra`` without pyarrow or Dask if the options need it, and ``SchwimmenError``
    if the file is not writable, has other contents, or the cluster fails.
    """
    from .console import open_workers_for, progress_bar
    from .dataset import Parts, delete_parts, finished_parameters
    from .decisions import decision_parameters, is_parquet
    from .simulator import play_decisions

    path, matches = options.output, options.matches
    is_parquet(path)
    wanted = decision_parameters(rules, len(bots), bots, options.seed, matches=matches)
    if finished := finished_parameters(path, wanted):
        delete_parts(path)
        print(f"{path}: complete, seed {finished['seed']}", file=sys.stderr)
        return 0
    parts = Parts(path, wanted)
    seed = parts.parameters["seed"]
    if parts.done:
        print(f"{path}: goes on after {parts.done:,} of {matches:,} matches", file=sys.stderr)
    try:
        with ExitStack() as stack:
            stack.callback(parts.close)
            progress = stack.enter_context(progress_bar(matches))
            workers = stack.enter_context(open_workers_for(options, bots, from_views=True))
            played = play_decisions(rules, bots, matches, seed, workers, parts.done)
            for done, decisions in stack.enter_context(closing(played)):
                parts.add(done, decisions)
                progress(done)
    except KeyboardInterrupt:
        place = f"{parts.done:,} of {matches:,} matches"
        print(f"{path}: stopped after {place}; the same command goes on", file=sys.stderr)
        return _INTERRUPTED
    print(f"{parts.join():,} decisions, seed {seed}", file=sys.stderr)
    return 0
