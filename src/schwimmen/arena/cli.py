"""Commands ``schwimmen arena`` and ``exploit``, without slow imports until they run."""

from __future__ import annotations

import argparse
import secrets
import time
from contextlib import ExitStack, nullcontext
from typing import TYPE_CHECKING, Any, Final

from schwimmen.bots.words import FORMS
from schwimmen.rules.errors import SchwimmenError
from schwimmen.simulation.bots import check_bots, check_opponents
from schwimmen.simulation.cli_arguments import (
    add_bot_option,
    add_game_options,
    add_log_options,
    add_output_options,
    add_run_options,
    at_least,
    check_files,
    file_argument,
    real_number,
    rules_from_options,
)

from .confidence import DEFAULT_ERROR_RATE, SprtBounds

if TYPE_CHECKING:
    from schwimmen.rules.ruleset import RuleSet

FORMATS: Final = ("table", "json")
DEALS: Final = 10_000
SPRT_DEALS: Final = 1_000_000
RESPONSE_DEALS: Final = 500
SAMPLES: Final = 4
"""Default number of choices from which the policy of a bot in one position is estimated."""
MARGIN: Final = 0.1
"""Default of the gain over the base's action from which a response plays another one."""


def add_arena(commands: argparse._SubParsersAction[Any]) -> tuple[argparse.Action, ...]:
    """Add the command ``arena`` and return its options."""
    parser = commands.add_parser(
        "arena",
        help="play bots against each other and estimate which is better",
        description="Play bots against each other, every deal and match once from every seat, "
        "and report the differences with 95 % confidence intervals. Of two bots the first takes "
        "one seat, the second all others; with more bots each plays each other in this way. The "
        "same seed gives the same result with any number of cores or machines. Ctrl-C ends the "
        "run and reports the results so far.",
        allow_abbrev=False,
    )
    parser.add_argument("bots", nargs="*", metavar="BOT", help=f"{FORMS}; give two or more")
    return (
        add_bot_option(parser),
        *add_game_options(parser, players=2),
        parser.add_argument(
            "--together", action="store_true", help="play all bots at one table, one at each seat"
        ),
        parser.add_argument(
            "--deals", type=at_least(1), metavar="N",
            help=f"number of deals, each played from every seat ({DEALS}; with --sprt at most "
            f"{SPRT_DEALS})",
        ),
        parser.add_argument(
            "--matches", type=at_least(1), metavar="N",
            help="number of whole matches, each played from every seat; without --deals no deals",
        ),
        parser.add_argument(
            "--aivat", action="store_true",
            help="also estimate the difference from each action's advantage, with less noise",
        ),
        parser.add_argument(
            "--sprt", type=real_number, nargs=2, metavar=("LOW", "HIGH"),
            help="end the deals of a contest once a sequential probability ratio test accepts one "
            "of two differences, such as -0.02 0",
        ),
        parser.add_argument(
            "--alpha", type=real_number, metavar="P",
            help=f"type I error rate: accepting HIGH if LOW is true ({DEFAULT_ERROR_RATE})",
        ),
        parser.add_argument(
            "--beta", type=real_number, metavar="P",
            help=f"type II error rate: accepting LOW if HIGH is true ({DEFAULT_ERROR_RATE})",
        ),
        *add_run_options(parser),
        *add_log_options(parser, "match, or of the round of each deal"),
        parser.add_argument(
            "--html", type=file_argument(".html"), metavar="FILE",
            help="also write a page with charts and tables, which needs no other file",
        ),
        parser.add_argument(
            "--svg", type=file_argument(".svg"), metavar="FILE", help="also write the charts",
        ),
        *add_output_options(parser, FORMATS, "format of the result"),
    )  # fmt: skip


def arena_command(options: argparse.Namespace) -> int:
    """Run the command ``arena`` and return the exit status.

    Raises ``SchwimmenError`` for invalid options, if possible before the compiled rules are loaded.
    """
    rules = rules_from_options(options)
    bots = (*options.bots, *options.added_bots)
    check_opponents(bots, options.players, options.together)
    check_files(options, "output", "records", "decisions", "html", "svg")
    test = _test_of(options)
    if test:
        options.deals = options.deals or SPRT_DEALS
    elif not options.matches:
        options.deals = options.deals or DEALS

    return run_arena(options, rules, bots, test)


def _test_of(options: argparse.Namespace) -> SprtBounds | None:
    if options.sprt is None:
        for name in ("alpha", "beta"):
            if getattr(options, name) is not None:
                raise SchwimmenError(f"--{name} needs --sprt")
        return None
    if options.together:
        raise SchwimmenError("--sprt compares one bot with another, not all --together")
    errors = (
        DEFAULT_ERROR_RATE if error is None else error for error in (options.alpha, options.beta)
    )
    return SprtBounds(*options.sprt, *errors)


_INTERRUPTED: Final = 130  # exit status after Ctrl-C, as in shells


def run_arena(
    options: argparse.Namespace, rules: RuleSet, bots: tuple[str, ...], test: SprtBounds | None
) -> int:
    """Run the comparison, write its result, partial after Ctrl-C, and return the exit status.

    Raises ``SchwimmenError`` if a file is not writable or the cluster fails.
    """
    from schwimmen.simulation.console import (
        format_speed,
        open_logs,
        open_workers_for,
        output_file,
        print_result,
        progress_bar,
    )
    from schwimmen.simulation.decisions import decision_parameters

    from .charts import comparison_svg
    from .comparison import Interrupted, compare, number_of_contests
    from .html_report import comparison_html
    from .reports import comparison_report

    contests = number_of_contests(len(bots), options.players, options.together)
    total = contests * ((options.deals or 0) + (options.matches or 0))
    seed = secrets.randbits(32) if options.seed is None else options.seed
    number = {"deals": options.deals, "matches": options.matches}
    parameters = decision_parameters(
        rules, options.players, bots, seed, together=options.together, **number
    )
    with ExitStack() as files:
        file, html, svg = (
            files.enter_context(output_file(path)) if path else None
            for path in (options.output, options.html, options.svg)
        )
        with ExitStack() as stack:
            logs = stack.enter_context(open_logs(options, parameters))
            progress = stack.enter_context(progress_bar(total))
            workers = stack.enter_context(open_workers_for(options, bots, bool(logs)))
            start = time.perf_counter()
            try:
                comparison = compare(
                    rules,
                    options.players,
                    bots,
                    **number,
                    together=options.together,
                    test=test,
                    aivat=options.aivat,
                    seed=seed,
                    workers=workers,
                    progress=progress,
                    each_record=logs.each_record,
                    each_decision=logs.each_decision,
                )
            except Interrupted as interrupted:
                comparison = interrupted.partial
            seconds = time.perf_counter() - start
        if html:
            html.write(comparison_html(comparison))
        if svg:
            svg.write(comparison_svg(comparison))
        result = comparison.to_dict() if options.format == "json" else comparison_report(comparison)
        print_result(result, file, format_speed(comparison.rounds, comparison.decisions, seconds))
    return _INTERRUPTED if comparison.interrupted else 0


def add_exploit(commands: argparse._SubParsersAction[Any]) -> tuple[argparse.Action, ...]:
    """Add the command ``exploit`` and return its options."""
    parser = commands.add_parser(
        "exploit",
        help="estimate how much can be won from a bot by those who know how it plays",
        description="Play a local best response against a bot: a search that knows the bot's "
        "policy. What it wins, with a 95 % confidence interval, is a lower bound of the bot's "
        "exploitability. Every deal is played from both seats. The same seed gives the same result "
        "with any number of cores or machines. Ctrl-C ends the run and reports the results so far.",
        allow_abbrev=False,
    )
    return (
        parser.add_argument("--bot", required=True, metavar="BOT", help=FORMS),
        *add_game_options(parser, players=2),
        parser.add_argument(
            "--deals", type=at_least(1), default=RESPONSE_DEALS, metavar="N",
            help="number of deals, each played from both seats (%(default)s)",
        ),
        parser.add_argument(
            "--samples", type=at_least(1), default=SAMPLES, metavar="N",
            help="choices in each position by which the policy of a bot is estimated that has no "
            "action_probabilities(view) (%(default)s; 1 for one that always chooses the same)",
        ),
        parser.add_argument(
            "--base", metavar="BOT",
            help="bot as which the response plays, except where it finds an action that wins more; "
            "from the bot's own play, the interval is narrower",
        ),
        parser.add_argument(
            "--margin", type=real_number, default=MARGIN, metavar="X",
            help="lives or points by which such an action wins more, at least (%(default)s)",
        ),
        *add_run_options(parser),
        *add_output_options(parser, FORMATS, "format of the result"),
    )  # fmt: skip


def exploit_command(options: argparse.Namespace) -> int:
    """Run the command ``exploit`` and return the exit status.

    Raises ``SchwimmenError`` for invalid options, an unwritable file and a cluster that fails.
    """
    rules = rules_from_options(options)
    check_bots([options.bot] if options.base is None else [options.bot, options.base])

    from schwimmen.analysis.local_best_response.player import check_response
    from schwimmen.simulation.console import (
        open_workers,
        output_file,
        print_result,
        progress_bar,
    )

    from .exploitability import InterruptedResponse, local_best_response
    from .reports import response_report

    check_response(rules, options.players)
    with nullcontext(None) if options.output is None else output_file(options.output) as file:
        with progress_bar(options.deals) as progress, open_workers(options) as workers:
            start = time.perf_counter()
            try:
                found = local_best_response(
                    options.bot,
                    rules,
                    options.deals,
                    samples=options.samples,
                    base=options.base,
                    margin=options.margin,
                    seed=secrets.randbits(32) if options.seed is None else options.seed,
                    workers=workers,
                    progress=progress,
                )
            except InterruptedResponse as interrupted:
                found = interrupted.partial
            seconds = time.perf_counter() - start
        result = found.to_dict() if options.format == "json" else response_report(found)
        print_result(result, file, f"{found.rounds:,} rounds in {seconds:.1f} s")
    return _INTERRUPTED if found.interrupted else 0
