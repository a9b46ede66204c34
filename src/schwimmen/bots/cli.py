"""Command ``schwimmen engine``, without slow imports until it runs."""

from __future__ import annotations

import argparse
import io
import sys
from typing import Any, Final

from schwimmen.players.budget import Limit

from .protocol import check_seed
from .words import FORMS, check_bot

_BOT: Final = "master"


def add_engine(commands: argparse._SubParsersAction[Any]) -> tuple[argparse.Action, ...]:
    """Add the command ``engine`` and return its options."""
    parser = commands.add_parser(
        "engine",
        help="answer positions, line by line, for other programs",
        description="Read commands from standard input, a line each, and answer with values and "
        "the best action, as docs/protocol.md describes. Without a limit a level chooses as it "
        "always does. Decisions within a time are not reproducible, those by worlds are.",
        allow_abbrev=False,
    )
    return (
        parser.add_argument(
            "--bot", default=_BOT, metavar="BOT", help=f"{FORMS} (%(default)s)"
        ),
        parser.add_argument(
            "--seed", type=int, default=0, metavar="N", help="random seed (%(default)s)"
        ),
        parser.add_argument(
            "--worlds", type=int, metavar="N", help="worlds of a decision, if go sets no limit"
        ),
        parser.add_argument(
            "--time", type=float, metavar="SECONDS", help="time of a decision, likewise"
        ),
        parser.add_argument(
            "--error", type=float, metavar="VALUE",
            help="standard error at which a decision ends, likewise",
        ),
    )  # fmt: skip


def engine_command(options: argparse.Namespace) -> int:
    """Run the command ``engine`` and return the exit status.

    Raises ``SchwimmenError`` for an unknown bot, an invalid seed and invalid limits.
    """
    limit = Limit(options.worlds, options.time, options.error)
    seed = check_seed(options.seed)
    check_bot(options.bot)

    from .engine import serve_lines

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    serve_lines(sys.stdin, sys.stdout, options.bot, seed, limit)
    return 0
