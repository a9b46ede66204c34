"""The command ``schwimmen review``, without slow imports until it runs."""

from __future__ import annotations

import argparse
from collections import defaultdict
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

from schwimmen.analysis.match_review.efforts import DEFAULT_EFFORT, EFFORTS
from schwimmen.rules.errors import SchwimmenError
from schwimmen.simulation.cli_arguments import add_worker_options, at_least

if TYPE_CHECKING:
    from schwimmen.analysis import PlayerReview, Review

    from .review_report import Kind


def add_review(commands: argparse._SubParsersAction[Any]) -> tuple[argparse.Action, ...]:
    """Add the command ``review``; return its options."""
    parser = commands.add_parser(
        "review",
        help="review matches: the value of every action, luck and skill",
        description="Estimate the chance to win after every legal action of recorded matches, from "
        "what its player knew. After all reports come the levels between which players play, by "
        "all decisions under their name in matches of one kind. An invalid record prints one line "
        "on standard error; the exit status is then 2. On a cluster, each match is reviewed by one "
        "worker.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "records", metavar="RECORD", nargs="+", help="a file of match records; - is standard input"
    )
    return (
        parser.add_argument(
            "--json", action="store_true", help="print each review as one line of JSON"
        ),
        parser.add_argument(
            "--effort", choices=(*EFFORTS,), default=DEFAULT_EFFORT,
            help="how much is sampled; graph has chances alone (%(default)s)",
        ),
        parser.add_argument(
            "--seed", type=at_least(0), default=0, metavar="N",
            help="random seed; equal seeds give equal reviews (%(default)s)",
        ),
        parser.add_argument(
            "--seat", type=at_least(0), metavar="N",
            help="seat, from 0, whose decisions are shown (default: all)",
        ),
        *add_worker_options(parser),
    )  # fmt: skip


def review_command(options: argparse.Namespace) -> int:
    """Review records; return the exit status, 2 for an invalid record.

    Raises ``SchwimmenError`` if the cluster fails.
    """
    from schwimmen.records.cli import process_files

    played: dict[Kind, list[PlayerReview]] = defaultdict(list)

    def line_of(reviewed: Review) -> tuple[str, int]:
        if options.json:
            from schwimmen.records import dumps

            return dumps(reviewed.to_dict()), 0
        from schwimmen.review_report import Kind, review_text

        for player in reviewed.players:
            played[Kind(player.name, reviewed.rules, len(reviewed.names))].append(player)
        return review_text(reviewed), 0

    handle = partial(_reviewed, effort=options.effort, seed=options.seed, seat=options.seat)
    streams = "null" if options.json else None, None, None, None
    if options.cluster is None:
        here = partial(handle, workers=options.workers, with_progress=True)
        status = process_files(options.records, here, line_of, *streams)
    else:
        from schwimmen.simulation.console import open_workers
        from schwimmen.simulation.workers import run_chunks

        there = partial(handle, workers=1, with_progress=False)
        with open_workers(options) as workers:
            run = partial(run_chunks, workers=workers)
            status = process_files(options.records, there, line_of, *streams, run)
    if played:
        from schwimmen.review_report import levels_text

        print(levels_text(played))
    return status


def _reviewed(
    place: str,
    text: str,
    *,
    effort: str,
    seed: int,
    seat: int | None,
    workers: int | None,
    with_progress: bool,
) -> Review:
    from schwimmen.analysis import number_of_moments, review
    from schwimmen.records import load, play
    from schwimmen.simulation.console import progress_bar

    match = play(load(text))
    if seat is not None and seat >= len(match.players):
        raise SchwimmenError(f"--seat: the seats of this match are 0 to {len(match.players) - 1}")
    bar = progress_bar(number_of_moments(match), "reviewing") if with_progress else nullcontext()
    with bar as progress:
        reviewed = review(match, effort, seed=seed, workers=workers, progress=progress)
    return reviewed if seat is None else reviewed.of_seat(seat)
