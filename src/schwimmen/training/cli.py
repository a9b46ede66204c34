"""Arguments of ``schwimmen train``, without heavy imports, so that help is quick."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

from schwimmen.rules.errors import SchwimmenError
from schwimmen.simulation.cli_arguments import add_worker_options, at_least, path_argument

from .blueprint_specs import BLUEPRINT_SPECS, specs_named

SEED: Final = 31


def add_train(commands: argparse._SubParsersAction[Any]) -> tuple[argparse.Action, ...]:
    """Add the command ``train`` and return its options."""
    parser = commands.add_parser(
        "train",
        help="train the blueprints of the stronger players",
        description="Train blueprints by self-play and write a file for each, with a log. Each "
        "worker trains one at a time. Equal seeds give equal files on any number of cores or "
        "machines. Ctrl-C stops the command and keeps the blueprints that are written.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "blueprints", nargs="*", metavar="BLUEPRINT",
        help="a preset and a number of seats "
        f"(all: {', '.join(each.name for each in BLUEPRINT_SPECS)})",
    )  # fmt: skip
    return (
        parser.add_argument(
            "--output", type=path_argument, default=Path("blueprints"), metavar="FOLDER",
            help="folder for the files (default: %(default)s)",
        ),
        parser.add_argument(
            "--seed", type=at_least(0), default=SEED, metavar="N",
            help="random seed (default: %(default)s, as for the files in the package)",
        ),
        parser.add_argument(
            "--percent", type=at_least(1), default=100, metavar="N",
            help="percentage of the package's training rounds (default: %(default)s)",
        ),
        *add_worker_options(parser),
    )  # fmt: skip


def train_command(options: argparse.Namespace) -> int:
    """Run the command ``train`` and return the exit status.

    Raises ``SchwimmenError`` for invalid options, unwritable files and a cluster that fails.
    """
    specs = specs_named(options.blueprints)
    folder: Path = options.output
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SchwimmenError(f"{folder}: {error.strerror or error}") from None

    from .train import run_training

    arguments = specs, folder, options.seed, options.percent
    if options.cluster is None:
        return run_training(*arguments, options.workers)
    from schwimmen.simulation.console import open_workers

    with open_workers(options) as workers:
        return run_training(*arguments, workers)
