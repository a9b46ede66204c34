"""What ``schwimmen arena`` is told; light, so that help and usage errors come at once."""

from __future__ import annotations

import argparse
import secrets
import time
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Final

from schwimmen.rules.errors import SchwimmenError
from schwimmen.simulation.bots import check_opponents
from schwimmen.simulation.cli_arguments import (
    add_output,
    add_table,
    add_work,
    at_least,
    number,
    rules_of,
)

from .confidence import ERROR, SprtBounds

if TYPE_CHECKING:
    from schwimmen.rules.ruleset import RuleSet

FORMATS: Final = ("table", "json")
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
            "--deals", type=at_least(1), metavar="N",
            help=f"how many deals, each played from every seat ({DEALS}; with --sprt at most "
            f"{DEALS_OF_TEST})",
        ),
        parser.add_argument(
            "--matches", type=at_least(1), metavar="N",
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
        *add_output(parser, FORMATS, "how it is told"),
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


def _test_of(options: argparse.Namespace) -> SprtBounds | None:
    if options.sprt is None:
        for name in ("alpha", "beta"):
            if getattr(options, name) is not None:
                raise SchwimmenError(f"--{name}: it goes with --sprt")
        return None
    if options.together:
        raise SchwimmenError("--sprt: it tests one bot against another, not all --together")
    errors = (ERROR if error is None else error for error in (options.alpha, options.beta))
    return SprtBounds(*options.sprt, *errors)


_INTERRUPTED: Final = 130  # exit status, as shells have it


def run_arena(
    options: argparse.Namespace, rules: RuleSet, bots: tuple[str, ...], test: SprtBounds | None
) -> int:
    """Compares and writes the result, or after Ctrl-C what there is; returns the exit status.

    Raises ``SchwimmenError`` for a file that cannot be written and a cluster that does not work.
    """
    from schwimmen.simulation.console import (
        output_file,
        print_result,
        progress_bar,
        speed,
        working,
    )

    from .comparison import Interrupted, compare, number_of_contests
    from .jit_warmup import warm
    from .reports import comparison_report

    contests = number_of_contests(len(bots), options.players, options.together)
    total = contests * ((options.deals or 0) + (options.matches or 0))
    with nullcontext(None) if options.output is None else output_file(options.output) as file:
        with progress_bar(total) as progress, working(options, bots, warm) as workers:
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
