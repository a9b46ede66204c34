"""What ``schwimmen train`` is told; light, so that help and usage errors come at once."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

from schwimmen.rules.errors import SchwimmenError
from schwimmen.simulation.cli_arguments import at_least, path_argument

from .blueprint_specs import BLUEPRINT_SPECS, specs_named

SEED: Final = 31


def add_train(commands: argparse._SubParsersAction[Any]) -> list[str]:
    """Adds the command and returns the names of its options."""
    parser = commands.add_parser(
        "train",
        help="learn the blueprints that the stronger players go by",
        description="Learns by self-play what players know before they sit down, and writes a "
        "file for every lesson, with a log. The same seed gives the same files, however many cores "
        "work. Ctrl-C ends it; lessons that were done are kept.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "lessons", nargs="*", metavar="LESSON",
        help="a preset and a number of seats "
        f"(all: {', '.join(each.name for each in BLUEPRINT_SPECS)})",
    )  # fmt: skip
    actions = (
        parser.add_argument(
            "--output", type=path_argument, default=Path("blueprints"), metavar="FOLDER",
            help="where the files go (%(default)s)",
        ),
        parser.add_argument(
            "--seed", type=at_least(0), default=SEED, metavar="N",
            help="where all chance comes from (%(default)s, as for the files in the package)",
        ),
        parser.add_argument(
            "--percent", type=at_least(1), default=100, metavar="N",
            help="how much of the rounds that make the package's files (%(default)s)",
        ),
        parser.add_argument(
            "--workers", type=at_least(1), metavar="N",
            help="how many lessons are learnt at the same time (as there are cores)",
        ),
    )  # fmt: skip
    return [name for action in actions for name in action.option_strings]


def train_command(options: argparse.Namespace) -> int:
    """Runs it, and returns the exit status; raises ``SchwimmenError`` for what can be mended."""
    lessons = specs_named(options.lessons)
    folder: Path = options.output
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SchwimmenError(f"{folder}: {error.strerror or error}") from None

    from .train import run_training

    return run_training(lessons, folder, options.seed, options.percent, options.workers)
