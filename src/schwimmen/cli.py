"""Command line ``schwimmen``, importing little so that help and usage errors appear at once."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

from schwimmen import __version__
from schwimmen.arena.cli import add_arena, add_exploit, arena_command, exploit_command
from schwimmen.bots.cli import add_engine, engine_command
from schwimmen.engine.library import EngineError
from schwimmen.review_cli import add_review, review_command
from schwimmen.rules.errors import SchwimmenError, suggest
from schwimmen.server_cli import (
    add_backup,
    add_copy_database,
    add_doctor,
    add_play,
    add_restore,
    add_serve,
    backup_command,
    copy_database_command,
    doctor_command,
    play_command,
    restore_command,
    serve_command,
)
from schwimmen.simulation.cli import (
    add_dataset,
    add_simulate,
    dataset_command,
    simulate_command,
)
from schwimmen.training.cli import add_train, train_command

FAILED: Final = 2
INTERRUPTED: Final = 130
"""Exit status after Ctrl-C, as in shells."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status, 2 for an error of the user."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help", "--version")):
        given.insert(0, "play")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(
            errors="backslashreplace"
        )  # like stderr: names may contain any character
    try:
        options = _parse(given)
        _, run = _COMMANDS[options.command]
        return run(options)
    except (SchwimmenError, EngineError) as error:
        notes = getattr(error, "__notes__", ())  # such as the last lines of a bot that failed
        print(f"schwimmen: {error}", *notes, sep="\n", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def _replay(options: argparse.Namespace) -> int:
    from schwimmen.records import replay_files

    return replay_files(options.files)


def _verify(options: argparse.Namespace) -> int:
    from schwimmen.records import verify_files

    return verify_files(options.files)


def _add_replay(commands: argparse._SubParsersAction[_Parser]) -> tuple[argparse.Action, ...]:
    """Add the command ``replay``; return its options."""
    replay = commands.add_parser(
        "replay",
        help="replay match records and print their results",
        description="Print one line of JSON for each record. An invalid record prints null, with "
        "the error on standard error; the exit status is then 2.",
        allow_abbrev=False,
    )
    replay.add_argument("files", nargs="+", metavar="FILE", help="a record; - is standard input")
    return ()


def _add_verify(commands: argparse._SubParsersAction[_Parser]) -> tuple[argparse.Action, ...]:
    """Add the command ``verify``; return its options."""
    verify = commands.add_parser(
        "verify",
        help="verify that the shuffles of match records were fair",
        description="Print one line for each record: whether the first dealer, the packs and later "
        "shuffles follow from the committed seeds of server and players. The exit status is 1 if a "
        "record does not verify, 2 if one cannot be read.",
        allow_abbrev=False,
    )
    verify.add_argument("files", nargs="+", metavar="FILE", help="a record; - is standard input")
    return ()


_COMMANDS: Final = {
    "play": (add_play, play_command),
    "serve": (add_serve, serve_command),
    "doctor": (add_doctor, doctor_command),
    "backup": (add_backup, backup_command),
    "restore": (add_restore, restore_command),
    "copy-database": (add_copy_database, copy_database_command),
    "replay": (_add_replay, _replay),
    "verify": (_add_verify, _verify),
    "review": (add_review, review_command),
    "simulate": (add_simulate, simulate_command),
    "dataset": (add_dataset, dataset_command),
    "arena": (add_arena, arena_command),
    "exploit": (add_exploit, exploit_command),
    "train": (add_train, train_command),
    "engine": (add_engine, engine_command),
}
"""Functions that add and run each command."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Print one line, instead of argparse's several, and exit with status 2."""
        self.exit(FAILED, f"{self.prog}: {message}; see {self.prog} --help\n")


def _parse(given: list[str]) -> argparse.Namespace:
    parser = _Parser(
        prog="schwimmen",
        description="Schwimmen (31): play a match in the browser, serve tables to others, examine "
        "the server, back up and restore its database, replay match records, verify their "
        "shuffles, review them, simulate rounds between bots, write datasets of their decisions, "
        "compare bots, exploit them, train them, answer positions for other programs. The default "
        "command is play.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"schwimmen {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    known = {name: add(commands) for name, (add, _) in _COMMANDS.items()}
    if not given[0].startswith("-") and given[0] not in known:
        parser.error(f"unknown command {given[0]!r}: {suggest(given[0], known)}")
    options, unknown = parser.parse_known_args(given)
    if unknown:
        name = unknown[0].partition("=")[0]
        actions = known[options.command]
        names = [option for action in actions for option in action.option_strings] or ["--help"]
        hint = f": {suggest(name, names)}" if name.startswith("-") else ""
        parser.error(f"unknown argument {unknown[0]!r}{hint}")
    return options
