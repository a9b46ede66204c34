"""What ``schwimmen arena`` does."""

from __future__ import annotations

import argparse
import secrets
import time
from contextlib import nullcontext
from typing import Final

from schwimmen.rules.ruleset import RuleSet

from .comparing import Interrupted, compare, number_of_contests
from .comparison_table import comparison_report
from .console import output_file, print_result, progress_bar, speed, working
from .sequential import Bounds
from .warming import warm_comparison

_INTERRUPTED: Final = 130  # exit status, as shells have it


def run_arena(
    options: argparse.Namespace, rules: RuleSet, bots: tuple[str, ...], test: Bounds | None
) -> int:
    """Compares and writes the result, or after Ctrl-C what there is; returns the exit status.

    Raises ``SchwimmenError`` for a file that cannot be written and a cluster that does not work.
    """
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
