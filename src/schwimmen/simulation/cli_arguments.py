"""Arguments that several commands have; light, so that help and usage errors come at once."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from schwimmen.rules.errors import SchwimmenError, quote, suggest
from schwimmen.rules.options import OPTIONS, PRESETS, parse_options
from schwimmen.rules.ruleset import RuleSet


def add_table(parser: argparse.ArgumentParser, players: int) -> tuple[argparse.Action, ...]:
    """Adds what is played, and by how many."""
    return (
        parser.add_argument(
            "--preset", default="pagat", metavar="NAME", help="the rules: one of "
            f"{', '.join(PRESETS)} (%(default)s)",
        ),
        parser.add_argument(
            "--option", action="append", default=[], type=_option, dest="options",
            metavar="NAME=VALUE", help="a house rule, such as lives=5; may be given repeatedly",
        ),
        parser.add_argument(
            "--players", type=at_least(2), default=players, metavar="N",
            help="how many play (%(default)s)",
        ),
    )  # fmt: skip


def add_work(parser: argparse.ArgumentParser) -> tuple[argparse.Action, ...]:
    """Adds where chance comes from and who does the work."""
    return (
        parser.add_argument(
            "--seed", type=at_least(0), metavar="N", help="where all chance comes from (a new one)"
        ),
        parser.add_argument(
            "--workers", type=at_least(1), metavar="N", help="how many cores work (all)"
        ),
        parser.add_argument(
            "--cluster", metavar="ADDRESS",
            help="let a Dask cluster work, by the address of its scheduler",
        ),
    )  # fmt: skip


def add_output(
    parser: argparse.ArgumentParser, formats: tuple[str, ...], what: str
) -> tuple[argparse.Action, ...]:
    """Adds in which form the result is written, the first if none is given, and where to."""
    return (
        parser.add_argument(
            "--format", choices=formats, default=formats[0], help=f"{what} (%(default)s)"
        ),
        parser.add_argument(
            "--output",
            type=path_argument,
            metavar="FILE",
            help="where to write it (standard output)",
        ),
    )


def rules_of(options: argparse.Namespace) -> RuleSet:
    """The rules that were asked for, which so many can play by.

    Raises ``RuleSetError`` for rules or players that cannot be, ``SchwimmenError`` for workers of
    two kinds.
    """
    if options.workers and options.cluster is not None:
        raise SchwimmenError("--workers and --cluster: one of them only")
    rules = RuleSet(options.preset, parse_options(dict(options.options)))
    rules.check_players(options.players)
    return rules


def at_least(low: int) -> Callable[[str], int]:
    """Reads a whole number that is not too low; ``1_000_000`` and ``1,000,000`` are some."""

    def read(text: str) -> int:
        digits = text.replace("_", "").replace(",", "")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 18) or int(digits) < low:
            raise argparse.ArgumentTypeError(f"{quote(text)} is not a whole number from {low} on")
        return int(digits)

    return read


def number(text: str) -> float:
    """Reads a number."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{quote(text)} is not a number") from None


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        hint = suggest(name, OPTIONS) if name not in OPTIONS else f"write {name}=VALUE"
        raise argparse.ArgumentTypeError(f"{quote(text)} is not NAME=VALUE: {hint}")
    return name.strip(), value.strip()


def path_argument(text: str) -> Path:
    """Reads the name of a file or folder."""
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError("it needs the name of a file")
    return Path(text)
