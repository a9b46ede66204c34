"""The commands that serve tables and copy their database: ``play``, ``serve``, ``backup``.

Light, so that help and usage errors come at once.
"""

from __future__ import annotations

import argparse
import ipaddress
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from ..storage import DatabaseLocation
    from .startup import ServerSettings

PORT: Final = 8000
"""Where ``serve`` listens unless told otherwise."""

_Commands = Any  # argparse's own type for what ``add_subparsers`` returns is private


def add_play(commands: _Commands) -> list[str]:
    """Adds the command and returns the names of its options."""
    play = commands.add_parser(
        "play",
        help="open a table in the browser",
        description="Serves the table and opens it in the browser. Ctrl-C ends it; matches are "
        "kept and go on the next time.",
        allow_abbrev=False,
    )
    actions = (
        play.add_argument(
            "--no-browser", action="store_false", dest="browser", help="do not open the browser"
        ),
        play.add_argument(
            "--port", type=_port, default=0, metavar="N", help="port to listen on (any free one)"
        ),
        *_add_common(play),
    )
    return [name for action in actions for name in action.option_strings]


def add_serve(commands: _Commands) -> list[str]:
    """Adds the command and returns the names of its options."""
    serve = commands.add_parser(
        "serve",
        help="serve tables to others, in a home network or behind a proxy",
        description="Serves tables until it is told to stop. docs/serving.md says how to run it "
        "at home, and on a server of your own behind a proxy with TLS.",
        allow_abbrev=False,
    )
    actions = (
        serve.add_argument(
            "--port", type=_port, default=PORT, metavar="N", help="port to listen on (%(default)s; "
            "0: any free one)",
        ),
        *_add_common(serve),
        serve.add_argument(
            "--public-url", type=_public, metavar="URL",
            help="the address that players use, where a proxy stands before the server; no other "
            "host name is answered then",
        ),
        serve.add_argument(
            "--hsts", type=_days, default=0, metavar="DAYS",
            help="tell browsers to come over TLS only for so long, where --public-url is https "
            "(%(default)s: do not)",
        ),
        serve.add_argument(
            "--trust-proxy", type=_proxies, metavar="ADDRESS,...",
            help="believe X-Forwarded-For and X-Forwarded-Proto from these addresses or networks "
            "(from nobody)",
        ),
        serve.add_argument(
            "--metrics-token-file", type=_file, metavar="FILE",
            help="who has the token in this file may read /metrics from anywhere (only programs on "
            "this machine, if no proxy stands before the server)",
        ),
        serve.add_argument(
            "--keep-tables", type=_days, default=400, metavar="DAYS",
            help="remove finished matches so long after their last move (%(default)s; 0: never)",
        ),
        serve.add_argument(
            "--keep-unfinished", type=_days, default=100, metavar="DAYS",
            help="remove other tables so long after their last move (%(default)s; 0: never)",
        ),
        serve.add_argument(
            "--allow-long", action="store_true",
            help="let matches be as long as the rules allow (20 lives, 100 rounds of the games for "
            "points, a turn cap of 200)",
        ),
        serve.add_argument(
            "--log-format", choices=("text", "json"), default="text",
            help="lines for people, or one JSON object each (%(default)s)",
        ),
        serve.add_argument(
            "--log-level", choices=("debug", "info", "warning", "error"), default="info",
            help="log nothing less important (%(default)s)",
        ),
    )  # fmt: skip
    return [name for action in actions for name in action.option_strings]


def add_backup(commands: _Commands) -> list[str]:
    """Adds the command and returns the names of its options."""
    backup = commands.add_parser(
        "backup",
        help="copy the database while it is used",
        description="Copies the whole database, as of one moment, to a new SQLite file and checks "
        "the copy. Servers may use the database meanwhile. The copy is a database itself: serve it "
        "with --database FILE.",
        allow_abbrev=False,
    )
    backup.add_argument("file", type=_file, metavar="FILE", help="a file that is not there yet")
    return list(add_database(backup).option_strings)


def _add_common(parser: argparse.ArgumentParser) -> tuple[argparse.Action, ...]:
    return (
        parser.add_argument(
            "--host", default="127.0.0.1", help="address to listen on (%(default)s: only this "
            "machine; 0.0.0.0: all that can reach it)",
        ),
        add_database(parser),
        parser.add_argument(
            "--pace", type=_seconds, default=1.4, metavar="SECONDS",
            help="pause before a bot's move (%(default)s); players may have it shorter",
        ),
    )  # fmt: skip


def add_database(parser: argparse.ArgumentParser) -> argparse.Action:
    """Adds where tables are kept."""
    return parser.add_argument(
        "--database", "--data", type=_database, metavar="URL",
        help="where tables are kept: an SQLite file, or postgresql://user@host/name (SCHWIMMEN_"
        "DATABASE in the environment, or else a file in your user data folder)",
    )  # fmt: skip


def play_command(options: argparse.Namespace) -> int:
    """Serves a table to this machine and opens it in the browser."""
    from .logs import set_up_logging

    set_up_logging()
    return _run(_settings(options, browser=options.browser))


def serve_command(options: argparse.Namespace) -> int:
    """Serves tables until it is told to stop."""
    from .addresses import AddressError
    from .logs import set_up_logging
    from .maintenance import Retention
    from .metrics import read_token

    if options.hsts and not (options.public_url or "").startswith("https://"):
        raise AddressError("--hsts: only with --public-url https://... is there TLS to come over")
    set_up_logging(options.log_format, options.log_level)
    token_file = options.metrics_token_file
    return _run(
        _settings(
            options,
            browser=False,
            public_url=options.public_url,
            hsts=options.hsts,
            proxies=options.trust_proxy,
            metrics_token=token_file and read_token(token_file),
            retention=Retention(options.keep_tables, options.keep_unfinished),
            allow_long=options.allow_long,
            announce_to="log" if options.log_format == "json" else "print",
        )
    )


def backup_command(options: argparse.Namespace) -> int:
    """Copies the database."""
    import asyncio

    from ..storage import back_up

    made = asyncio.run(back_up(chosen_database(options.database), options.file))
    print(f"{options.file}: {made.tables} tables with {made.events} events")
    return 0


def _settings(options: argparse.Namespace, **more: Any) -> ServerSettings:
    from .startup import ServerSettings

    return ServerSettings(
        database=chosen_database(options.database),
        host=options.host,
        port=options.port,
        pace=options.pace,
        **more,
    )


def _run(settings: ServerSettings) -> int:
    from . import startup

    startup.run(settings)
    return 0


def chosen_database(given: str | None) -> DatabaseLocation:
    """The database of the option, of the environment, or the usual one.

    Raises ``StorageError`` for what is none.
    """
    from ..storage import DATABASE_VARIABLE, StorageError, default_location, parse_location

    for name, text in (
        ("--database", given),
        (DATABASE_VARIABLE, os.environ.get(DATABASE_VARIABLE)),
    ):
        if text:
            try:
                return parse_location(text)
            except StorageError as error:
                raise StorageError(f"{name}: {error}") from None
    return default_location()


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port, a number from 0 to 65535")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 60:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to 60")
    return seconds


def _days(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of days, 0 or more")
    return int(text)


def _database(text: str) -> str:
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError("it needs the name of a file, or a URL")
    return text


def _file(text: str) -> Path:
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError("it needs the name of a file")
    return Path(text)


def _public(text: str) -> str:
    try:
        parts = urlsplit(text)
        whole = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        (parts.hostname or "").encode("idna")
    except ValueError:
        whole = False
    if not whole or parts.path.strip("/") or parts.query or parts.fragment or parts.username:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not an address such as https://cards.example.org"
        )
    return text.rstrip("/") + "/"


def _proxies(text: str) -> str:
    for part in text.split(","):
        try:
            ipaddress.ip_network(part.strip())
        except ValueError as error:
            raise argparse.ArgumentTypeError(
                f"{error}; it needs addresses or networks such as 127.0.0.1,10.0.0.0/8"
            ) from None
    return text
