"""What ``schwimmen simulate`` is told; light, so that help and usage errors come at once."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from schwimmen.rules.errors import SchwimmenError, nearest
from schwimmen.rules.options import OPTIONS, PRESETS
from schwimmen.rules.quoting import shown
from schwimmen.rules.ruleset import RuleSet

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
        parser.add_argument(
            "--preset", default="pagat", metavar="NAME", help="the rules: one of "
            f"{', '.join(PRESETS)} (%(default)s)",
        ),
        parser.add_argument(
            "--option", action="append", default=[], type=_option, dest="options",
            metavar="NAME=VALUE", help="a house rule, such as lives=5; may be given repeatedly",
        ),
        parser.add_argument(
            "--players", type=whole(2), default=3, metavar="N", help="how many play (%(default)s)"
        ),
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
        parser.add_argument(
            "--seed", type=whole(0), metavar="N", help="where all chance comes from (a new one)"
        ),
        parser.add_argument(
            "--workers", type=whole(1), metavar="N", help="how many cores work (all)"
        ),
        parser.add_argument(
            "--cluster", metavar="ADDRESS",
            help="let a Dask cluster work, by the address of its scheduler",
        ),
        parser.add_argument(
            "--format", choices=FORMATS, default="table",
            help="table and json tell what was counted, parquet has a row for every round "
            "(%(default)s)",
        ),
        parser.add_argument(
            "--output", type=_path, metavar="FILE", help="where to write it (standard output)"
        ),
    )  # fmt: skip
    return [name for action in actions for name in action.option_strings]


def simulate_command(options: argparse.Namespace) -> int:
    """Runs it, and returns the exit status. Raises ``SchwimmenError`` for what the user can mend.

    What can be refused without the compiled rules is refused before they are loaded.
    """
    from .bots import seated

    if options.workers and options.cluster is not None:
        raise SchwimmenError("--workers and --cluster: one of them only")
    if options.format == "parquet" and options.output is None:
        raise SchwimmenError("--format parquet: it needs --output FILE")
    if options.rounds and options.matches:
        raise SchwimmenError("--rounds and --matches: one of them only")
    if not options.matches:
        options.rounds = options.rounds or ROUNDS
    rules = RuleSet(options.preset, _house_rules(options.options))
    rules.check_players(options.players)
    bots = seated(options.bots, options.players)

    from .running import run

    return run(options, rules, bots)


def _house_rules(given: list[tuple[str, str]]) -> dict[str, Any]:
    """The options by name; one that is unknown is left to the rule set to refuse."""
    return {name: OPTIONS[name].read(text) if name in OPTIONS else text for name, text in given}


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        hint = nearest(name, OPTIONS) if name not in OPTIONS else f"write {name}=VALUE"
        raise argparse.ArgumentTypeError(f"{shown(text)} is not NAME=VALUE: {hint}")
    return name.strip(), value.strip()


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def whole(low: int) -> Callable[[str], int]:
    """Reads a whole number that is not too low; ``1_000_000`` and ``1,000,000`` are some."""

    def read(text: str) -> int:
        digits = text.replace("_", "").replace(",", "")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 18) or int(digits) < low:
            raise argparse.ArgumentTypeError(f"{shown(text)} is not a whole number from {low} on")
        return int(digits)

    return read


def _path(text: str) -> Path:
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError("it needs the name of a file")
    return Path(text)
