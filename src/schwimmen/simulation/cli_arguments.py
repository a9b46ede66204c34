"""Command-line arguments shared by several commands, without slow imports."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

from schwimmen.bots.words import FORMS
from schwimmen.rules.errors import SchwimmenError, quote, suggest
from schwimmen.rules.options import OPTIONS, PRESETS, parse_options
from schwimmen.rules.ruleset import RuleSet

from .decisions import metadata_path


def add_game_options(parser: argparse.ArgumentParser, players: int) -> tuple[argparse.Action, ...]:
    """Add the options for rules and number of players."""
    return (
        parser.add_argument(
            "--preset", default="pagat", metavar="NAME", help="preset of the rules: "
            f"{', '.join(PRESETS)} (%(default)s)",
        ),
        parser.add_argument(
            "--option", action="append", default=[], type=_option, dest="options",
            metavar="NAME=VALUE", help="an option of the rules, such as lives=5; may be repeated",
        ),
        parser.add_argument(
            "--players", type=at_least(2), default=players, metavar="N",
            help="number of players (%(default)s)",
        ),
    )  # fmt: skip


def add_bot_option(parser: argparse.ArgumentParser) -> argparse.Action:
    """Add the option for a bot by any word, which may be repeated."""
    return parser.add_argument(
        "--bot", action="append", default=[], dest="added_bots", metavar="BOT",
        help=f"a bot after the others: {FORMS}; may be repeated",
    )  # fmt: skip


def add_run_options(parser: argparse.ArgumentParser) -> tuple[argparse.Action, ...]:
    """Add the options for the seed and the workers."""
    return (
        parser.add_argument(
            "--seed", type=at_least(0), metavar="N", help="random seed (default: a new one)"
        ),
        *add_worker_options(parser),
    )


def add_worker_options(parser: argparse.ArgumentParser) -> tuple[argparse.Action, ...]:
    """Add the options for the workers, here or on a cluster."""
    either = parser.add_mutually_exclusive_group()
    return (
        either.add_argument(
            "--workers", type=at_least(1), metavar="N",
            help="number of workers (default: one for each core)",
        ),
        either.add_argument(
            "--cluster", metavar="ADDRESS",
            help="run on the Dask cluster with this scheduler address, such as tcp://10.0.0.1:8786",
        ),
    )  # fmt: skip


def add_output_options(
    parser: argparse.ArgumentParser, formats: tuple[str, ...], help_text: str
) -> tuple[argparse.Action, ...]:
    """Add the options for the format of the result (default: the first one) and its file."""
    return (
        parser.add_argument(
            "--format", choices=formats, default=formats[0], help=f"{help_text} (%(default)s)"
        ),
        parser.add_argument(
            "--output",
            type=path_argument,
            metavar="FILE",
            help="file for the result (default: standard output)",
        ),
    )


def add_log_options(parser: argparse.ArgumentParser, played: str) -> tuple[argparse.Action, ...]:
    """Add the options for the files of records, one of each thing ``played``, and decisions."""
    return (
        parser.add_argument(
            "--records", type=path_argument, metavar="FILE",
            help=f"also write the record of each {played}, one a line, for replay and review",
        ),
        parser.add_argument(
            "--decisions", type=decisions_argument, metavar="FILE",
            help="also write every decision to a file, .jsonl or .parquet",
        ),
    )  # fmt: skip


def check_files(options: argparse.Namespace, *names: str) -> None:
    """Raise ``SchwimmenError`` if two of the options name the same file."""
    seen: dict[Path, str] = {}
    for name in names:
        path: Path | None = getattr(options, name)
        if path is None:
            continue
        paths = (path, metadata_path(path)) if name == "decisions" else (path,)
        for one in paths:
            if (other := seen.setdefault(one.absolute(), name)) != name:
                raise SchwimmenError(f"--{other} and --{name}: give each a file of its own")


def rules_from_options(options: argparse.Namespace) -> RuleSet:
    """Return the rules chosen on the command line.

    Raises ``RuleSetError`` for invalid rules or a wrong number of players.
    """
    rules = RuleSet(options.preset, parse_options(dict(options.options)))
    rules.check_players(options.players)
    return rules


def at_least(low: int) -> Callable[[str], int]:
    """Return an argparse type for whole numbers from ``low`` on, such as ``1_000`` or ``1,000``."""

    def read(text: str) -> int:
        digits = text.replace("_", "").replace(",", "")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 18) or int(digits) < low:
            raise argparse.ArgumentTypeError(f"{quote(text)} is not a whole number from {low} on")
        return int(digits)

    return read


def real_number(text: str) -> float:
    """Parse a real number."""
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


def file_argument(*suffixes: str) -> Callable[[str], Path]:
    """Return an argparse type for the path of a file whose name has one of these endings."""

    def read(text: str) -> Path:
        path = path_argument(text)
        if path.suffix.lower() not in suffixes:
            endings = " or ".join(suffixes)
            raise argparse.ArgumentTypeError(f"{quote(path.name)} does not end in {endings}")
        return path

    return read


decisions_argument: Final = file_argument(".jsonl", ".parquet")
"""Parse the path of a file for decisions."""


def path_argument(text: str) -> Path:
    """Parse the path of a file or folder."""
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError("it needs the name of a file")
    return Path(text)
