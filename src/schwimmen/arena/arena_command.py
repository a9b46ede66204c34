"""What ``schwimmen arena`` is told; light, so that help and usage errors come at once."""

from __future__ import annotations

import argparse
from typing import Any, Final

from schwimmen.rules.errors import SchwimmenError

from .arguments import add_output, add_table, add_work, number, rules_of, whole
from .bots import check_opponents
from .sequential import ERROR, Bounds

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

    from .arena_running import run_arena

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
