"""What ``schwimmen simulate`` is told; light, so that help and usage errors come at once."""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections.abc import Callable
from contextlib import closing, nullcontext
from typing import IO, TYPE_CHECKING, Any, Final

from schwimmen.rules.errors import SchwimmenError

from .bots import names_of, seated
from .cli_arguments import add_output, add_table, add_work, at_least, rules_of

if TYPE_CHECKING:
    from schwimmen.rules.ruleset import RuleSet

    from .statistics import Simulation
    from .workers import Workers

FORMATS: Final = ("table", "json", "parquet")
ROUNDS: Final = 100_000


def add_simulate(commands: argparse._SubParsersAction[Any]) -> list[str]:
    """Adds the command and returns the names of its options."""
    parser = commands.add_parser(
        "simulate",
        help="play rounds or matches between bots and count what happens",
        description="Plays many rounds between bots and tells how they went. The same seed gives "
        "the same result, however many cores or machines do the work.",
        allow_abbrev=False,
    )
    actions = (
        *add_table(parser, players=3),
        parser.add_argument(
            "--bots", type=_names, default=("greedy",), metavar="LEVEL[,LEVEL...]",
            help="who sits at the seats: one for all, or one for each (greedy)",
        ),
        parser.add_argument(
            "--rounds", type=at_least(1), metavar="N",
            help=f"how many rounds, each the first of a match ({ROUNDS})",
        ),
        parser.add_argument(
            "--matches", type=at_least(1), metavar="N", help="whole matches, in place of rounds"
        ),
        *add_work(parser),
        *add_output(
            parser, FORMATS,
            "table and json tell what was counted, parquet has a row for every round",
        ),
    )  # fmt: skip
    return [name for action in actions for name in action.option_strings]


def simulate_command(options: argparse.Namespace) -> int:
    """Runs it, and returns the exit status. Raises ``SchwimmenError`` for what the user can mend.

    What can be refused without the compiled rules is refused before they are loaded.
    """
    if options.format == "parquet" and options.output is None:
        raise SchwimmenError("--format parquet: it needs --output FILE")
    if options.rounds and options.matches:
        raise SchwimmenError("--rounds and --matches: one of them only")
    if not options.matches:
        options.rounds = options.rounds or ROUNDS
    rules = rules_of(options)
    bots = seated(options.bots, options.players)

    return run_simulation(options, rules, bots)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def run_simulation(options: argparse.Namespace, rules: RuleSet, bots: tuple[str, ...]) -> int:
    """Simulates and writes the result; returns the exit status.

    Raises ``SchwimmenError`` for a file that cannot be written, a library that is not installed and
    a cluster that does not work.
    """
    from .console import output_file, print_result, progress_bar, speed, working
    from .jit_warmup import warm

    if options.format == "parquet":
        from .rounds import require_pyarrow

        require_pyarrow()
    binary = options.format == "parquet"
    with (
        nullcontext(None) if options.output is None else output_file(options.output, binary) as file
    ):
        total = options.matches or options.rounds
        with progress_bar(total) as progress, working(options, bots, warm) as workers:
            start = time.perf_counter()
            found = _simulate(options, rules, bots, workers, progress, file)
            seconds = time.perf_counter() - start
        fast = speed(found.rounds, found.decisions, seconds)
        if options.format == "json":
            print_result(found.to_dict(), file, fast)
        elif options.format == "table":
            from .reports import simulation_report

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
    from .simulator import simulate

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
    from .rounds import ParquetRows

    assert file is not None
    whole_matches = options.matches is not None
    with closing(ParquetRows(file, rules, names_of(bots), seed, whole_matches)) as rows:
        return simulate(rules, len(bots), bots, each=rows.write, **asked)
