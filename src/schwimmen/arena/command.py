"""What ``schwimmen simulate`` is told; light, so that help and usage errors come at once."""

from __future__ import annotations

import argparse
from typing import Any, Final

from schwimmen.rules.errors import SchwimmenError

from .arguments import add_output, add_table, add_work, rules_of, whole

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

    from .running import run_simulation

    return run_simulation(options, rules, bots)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))
