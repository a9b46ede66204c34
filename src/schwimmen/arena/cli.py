"""What ``schwimmen arena`` is told; light, so that help and usage errors come at once."""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections.abc import Callable
from contextlib import closing, nullcontext
from typing import IO, TYPE_CHECKING, Any, Final

from schwimmen.rules.errors import SchwimmenError

from .bots import check_opponents, names_of
from .cli_arguments import add_output, add_table, add_work, number, rules_of, whole
from .confidence import ERROR, Bounds

if TYPE_CHECKING:
    from schwimmen.rules.ruleset import RuleSet

    from .statistics import Simulation
    from .workers import Workers

ARENA_FORMATS: Final = ("table", "json")
DEALS: Final = 10_000
DEALS_OF_TEST: Final = 1_000_000


def add_arena(commands: argparse._SubParsersAction[Any]) -> list[str]:
    """Adds the command and returns the names of its options."""
    parser = commands.add_parser(
        "arena",
        help="play bots against each other and tell by how much one is better",
        description="Plays bots against each other, every deal and match once from every seat, "
        "and tells the differences with 95 % limits. Of two bots the first sits at one seat, the "
        "second at all others; of more each plays so against each. The same seed gives the same "
        "result, however many cores or machines do the work. Ctrl-C ends it; what has been played "
        "is told.",
        allow_abbrev=False,
    )
    parser.add_argument("bots", nargs="+", metavar="BOT", help="a level of play, two or more")
    actions = (
        *add_table(parser, players=2),
        parser.add_argument(
            "--together", action="store_true", help="all sit at one table, one bot a seat"
        ),
        parser.add_argument(
            "--deals", type=whole(1), metavar="N",
            help=f"how many deals, each played from every seat ({DEALS}; with --sprt at most "
            f"{DEALS_OF_TEST})",
        ),
        parser.add_argument(
            "--matches", type=whole(1), metavar="N",
            help="how many whole matches, each played from every seat; without --deals no deals",
        ),
        parser.add_argument(
            "--sprt", type=number, nargs=2, metavar=("LOW", "HIGH"),
            help="end the deals of a contest as soon as a sequential test accepts one of two "
            "differences, such as -0.02 0",
        ),
        parser.add_argument(
            "--alpha", type=number, metavar="P",
            help=f"how probably HIGH is accepted where LOW is true ({ERROR})",
        ),
        parser.add_argument(
            "--beta", type=number, metavar="P",
            help=f"how probably LOW is accepted where HIGH is true ({ERROR})",
        ),
        *add_work(parser),
        *add_output(parser, ARENA_FORMATS, "how it is told"),
    )  # fmt: skip
    return [name for action in actions for name in action.option_strings]


def arena_command(options: argparse.Namespace) -> int:
    """Runs it, and returns the exit status. Raises ``SchwimmenError`` for what the user can mend.

    What can be refused without the compiled rules is refused before they are loaded.
    """
    rules = rules_of(options)
    bots = tuple(options.bots)
    check_opponents(bots, options.players, options.together)
    test = _test_of(options)
    if test:
        options.deals = options.deals or DEALS_OF_TEST
    elif not options.matches:
        options.deals = options.deals or DEALS

    return run_arena(options, rules, bots, test)


def _test_of(options: argparse.Namespace) -> Bounds | None:
    if options.sprt is None:
        for name in ("alpha", "beta"):
            if getattr(options, name) is not None:
                raise SchwimmenError(f"--{name}: it goes with --sprt")
        return None
    if options.together:
        raise SchwimmenError("--sprt: it tests one bot against another, not all --together")
    errors = (ERROR if error is None else error for error in (options.alpha, options.beta))
    return Bounds(*options.sprt, *errors)


SIMULATION_FORMATS: Final = ("table", "json", "parquet")
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
            "--rounds", type=whole(1), metavar="N",
            help=f"how many rounds, each the first of a match ({ROUNDS})",
        ),
        parser.add_argument(
            "--matches", type=whole(1), metavar="N", help="whole matches, in place of rounds"
        ),
        *add_work(parser),
        *add_output(
            parser, SIMULATION_FORMATS,
            "table and json tell what was counted, parquet has a row for every round",
        ),
    )  # fmt: skip
    return [name for action in actions for name in action.option_strings]


def simulate_command(options: argparse.Namespace) -> int:
    """Runs it, and returns the exit status. Raises ``SchwimmenError`` for what the user can mend.

    What can be refused without the compiled rules is refused before they are loaded.
    """
    from .bots import seated

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


_INTERRUPTED: Final = 130  # exit status, as shells have it


def run_arena(
    options: argparse.Namespace, rules: RuleSet, bots: tuple[str, ...], test: Bounds | None
) -> int:
    """Compares and writes the result, or after Ctrl-C what there is; returns the exit status.

    Raises ``SchwimmenError`` for a file that cannot be written and a cluster that does not work.
    """
    from .comparison import Interrupted, compare, number_of_contests
    from .console import output_file, print_result, progress_bar, speed, working
    from .jit_warmup import warm_comparison
    from .reports import comparison_report

    contests = number_of_contests(len(bots), options.players, options.together)
    total = contests * ((options.deals or 0) + (options.matches or 0))
    with nullcontext(None) if options.output is None else output_file(options.output) as file:
        with progress_bar(total) as progress, working(options, bots, warm_comparison) as workers:
            start = time.perf_counter()
            try:
                found = compare(
                    rules,
                    options.players,
                    bots,
                    options.deals,
                    matches=options.matches,
                    together=options.together,
                    test=test,
                    seed=secrets.randbits(32) if options.seed is None else options.seed,
                    workers=workers,
                    progress=progress,
                )
            except Interrupted as interrupted:
                found = interrupted.found
            seconds = time.perf_counter() - start
        shown = found.to_dict() if options.format == "json" else comparison_report(found)
        print_result(shown, file, speed(found.rounds, found.decisions, seconds))
    return _INTERRUPTED if found.interrupted else 0


def run_simulation(options: argparse.Namespace, rules: RuleSet, bots: tuple[str, ...]) -> int:
    """Simulates and writes the result; returns the exit status.

    Raises ``SchwimmenError`` for a file that cannot be written, a library that is not installed and
    a cluster that does not work.
    """
    from .console import output_file, print_result, progress_bar, speed, working
    from .jit_warmup import warm_simulation

    if options.format == "parquet":
        from .rounds import require_pyarrow

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
    from .rounds import ParquetRows

    assert file is not None
    whole_matches = options.matches is not None
    with closing(ParquetRows(file, rules, names_of(bots), seed, whole_matches)) as rows:
        return simulate(rules, len(bots), bots, each=rows.write, **asked)
