"""Command line of the server: ``play``, ``serve``, ``doctor``, and those of the database.

It imports little, so that help and usage errors appear at once, and lies outside the server, whose
packages may be missing.
"""

from __future__ import annotations

import argparse
import ipaddress
import json
import os
import re
import signal
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from .bots.words import FORMS
from .extras import require_extra

if TYPE_CHECKING:
    from .server.operation.startup import ServerSettings
    from .server.storage import DatabaseLocation

DEFAULT_PORT: Final = 8000
"""Port that ``serve`` listens on by default."""

DEFAULT_PACE_S: Final = 1.4
"""Seconds that bots pause before a move by default."""

PLAY_PORT: Final = 31031
"""Port of ``play`` if it is free; a fixed one, since browsers keep data by address and port."""

_Commands = Any  # argparse's type of ``add_subparsers()`` is private


def add_play(commands: _Commands) -> tuple[argparse.Action, ...]:
    """Add the command ``play``; return its options."""
    play = commands.add_parser(
        "play",
        help="open a table in the browser",
        description="Serve tables to this machine and open one in the browser. Ctrl-C stops the "
        "server; unfinished matches continue the next time.",
        allow_abbrev=False,
    )
    return (
        play.add_argument(
            "--no-browser", action="store_false", dest="browser", help="do not open the browser"
        ),
        play.add_argument(
            "--port",
            type=_port,
            metavar="N",
            help=f"port to listen on (default: {PLAY_PORT}, or any free port if it is in use)",
        ),
        *_add_common(play),
    )


def add_serve(commands: _Commands) -> tuple[argparse.Action, ...]:
    """Add the command ``serve``; return its options."""
    serve = commands.add_parser(
        "serve",
        help="serve tables to others, in a home network or behind a proxy",
        description="Serve tables until stopped. docs/serving.md describes how to run the server "
        "at home, and on a machine of your own behind a proxy with TLS.",
        allow_abbrev=False,
    )
    return (
        serve.add_argument(
            "--port", type=_port, default=DEFAULT_PORT, metavar="N",
            help="port to listen on (%(default)s; 0: any free port)",
        ),
        *_add_common(serve),
        serve.add_argument(
            "--public-url", type=_public, metavar="URL",
            help="address that players use, if the server is behind a proxy; requests for other "
            "host names are refused",
        ),
        serve.add_argument(
            "--hsts", type=_days, default=0, metavar="DAYS",
            help="require browsers to use TLS for this many days, if --public-url is https "
            "(%(default)s: do not)",
        ),
        serve.add_argument(
            "--trust-proxy", type=_proxies, metavar="ADDRESS,...",
            help="trust X-Forwarded-For and X-Forwarded-Proto from these addresses or networks "
            "(default: none)",
        ),
        _add_metrics_token(
            serve,
            "file with a token that permits reading /metrics from anywhere (default: only from "
            "this machine, unless the server is behind a proxy)",
        ),
        serve.add_argument(
            "--keep-tables", type=_days, default=400, metavar="DAYS",
            help="delete finished matches this long after their last move (%(default)s; 0: never)",
        ),
        serve.add_argument(
            "--keep-unfinished", type=_days, default=100, metavar="DAYS",
            help="delete other tables this long after their last move (%(default)s; 0: never)",
        ),
        serve.add_argument(
            "--allow-long", action="store_true",
            help="allow matches as long as the rules permit (default: at most 20 lives, 100 rounds "
            "of the games for points, a turn cap of 200)",
        ),
        serve.add_argument(
            "--time-zone", type=_time_zone, default="Europe/Berlin", metavar="ZONE",
            help="time zone in which the deal of the day changes at midnight (%(default)s)",
        ),
        serve.add_argument(
            "--drain", type=_seconds(3600), metavar="SECONDS",
            help="hand clients on to other servers over this time before stopping (default: as "
            "long as so many clients need to come back, 10 at most, and 0 with SQLite; a second "
            "signal stops at once)",
        ),
        serve.add_argument(
            "--worker-name", type=_worker_name, metavar="NAME",
            help="name of this server among several on one database, in its answers and metrics "
            "(default: host name and port, in the metrics only)",
        ),
        serve.add_argument(
            "--log-format", choices=("text", "json"), default="text",
            help="format of log lines: text, or one JSON object a line (%(default)s)",
        ),
        serve.add_argument(
            "--log-level", choices=("debug", "info", "warning", "error"), default="info",
            help="least important level to log (%(default)s)",
        ),
    )  # fmt: skip


def add_doctor(commands: _Commands) -> tuple[argparse.Action, ...]:
    """Add the command ``doctor``; return its options."""
    doctor = commands.add_parser(
        "doctor",
        help="examine a running server from outside, through its proxy",
        description="Examine a running server as browsers reach it, and print a line for each "
        "check: right, or what to change in the server's options or in the proxy. The exit status "
        "is 1 if something must be changed.",
        allow_abbrev=False,
    )
    doctor.add_argument(
        "url", nargs="?", type=_web_address, default=f"http://127.0.0.1:{DEFAULT_PORT}/",
        metavar="URL", help="address of the page (%(default)s)",
    )  # fmt: skip
    return (
        doctor.add_argument(
            "--quick", action="store_true",
            help="leave out the idle WebSocket, which takes a minute",
        ),
        doctor.add_argument(
            "--proxy", choices=("nginx", "caddy", "haproxy", "traefik"),
            help="proxy whose configuration to name (default: the one that names itself, or all)",
        ),
        _add_metrics_token(doctor, "file with the server's token, to read its free disk space"),
        doctor.add_argument(
            "--json", action="store_true", help="print each check as one line of JSON"
        ),
    )  # fmt: skip


def add_backup(commands: _Commands) -> tuple[argparse.Action, ...]:
    """Add the command ``backup``; return its options."""
    backup = commands.add_parser(
        "backup",
        help="copy the database while it is in use",
        description="Copy the whole database consistently to a new SQLite file and check the "
        "copy, even while servers use the database. The copy is a database itself: serve it with "
        "--database FILE.",
        allow_abbrev=False,
    )
    backup.add_argument("file", type=_file, metavar="FILE", help="file to create")
    return (add_database(backup),)


def add_restore(commands: _Commands) -> tuple[argparse.Action, ...]:
    """Add the command ``restore``; return its options."""
    restore = commands.add_parser(
        "restore",
        help="put a backup in place of the database",
        description="Check a backup, put it in place of the database, keep the former database "
        "beside it (in PostgreSQL in a schema of its own), and print what is there now. No server "
        "may use the database meanwhile.",
        allow_abbrev=False,
    )
    restore.add_argument("file", type=_file, metavar="BACKUP", help="file made by backup")
    return (add_database(restore),)


def add_copy_database(commands: _Commands) -> tuple[argparse.Action, ...]:
    """Add the command ``copy-database``; return its options."""
    copy = commands.add_parser(
        "copy-database",
        help="copy the database into an empty one, as from SQLite to PostgreSQL",
        description="Copy everything from one database into another, which must be empty. Each is "
        "an SQLite file or postgresql://user@host/name. No server may use them meanwhile.",
        allow_abbrev=False,
    )
    copy.add_argument("source", type=_database, metavar="SOURCE", help="database to copy")
    copy.add_argument("target", type=_database, metavar="TARGET", help="empty database")
    return ()


def _add_metrics_token(parser: argparse.ArgumentParser, text: str) -> argparse.Action:
    return parser.add_argument("--metrics-token-file", type=_file, metavar="FILE", help=text)


def _add_common(parser: argparse.ArgumentParser) -> tuple[argparse.Action, ...]:
    return (
        parser.add_argument(
            "--host", default="127.0.0.1", help="address to listen on (%(default)s: only this "
            "machine; 0.0.0.0: all addresses)",
        ),
        add_database(parser),
        parser.add_argument(
            "--pace", type=_seconds(60), default=DEFAULT_PACE_S, metavar="SECONDS",
            help="pause before a bot's move (%(default)s); players can shorten it",
        ),
        parser.add_argument(
            "--base-path", type=_base_path, default="/", metavar="PATH",
            help="path below which everything is, such as /cards (default: %(default)s)",
        ),
        parser.add_argument(
            "--bot", action="append", default=[], dest="bots", metavar="[NAME=]BOT",
            help=f"a bot of yours, which players can choose by its name: {FORMS}; may be "
            "repeated",
        ),
    )  # fmt: skip


def add_database(parser: argparse.ArgumentParser) -> argparse.Action:
    """Add the option for the database."""
    return parser.add_argument(
        "--database", type=_database, metavar="URL",
        help="database of the tables: an SQLite file, or postgresql://user@host/name (default: "
        "SCHWIMMEN_DATABASE in the environment, or else a file in your user data folder)",
    )  # fmt: skip


def play_command(options: argparse.Namespace) -> int:
    """Serve tables to this machine and open the browser.

    Raises ``MissingExtra`` if the server's packages are not installed.
    """
    require_extra("table", options.command)
    from .server.runtime.logs import set_up_logging

    set_up_logging()
    any_port = options.port is None
    if any_port:
        options.port = PLAY_PORT
    return _run(_settings(options, browser=options.browser, any_port=any_port))


def serve_command(options: argparse.Namespace) -> int:
    """Serve tables until stopped.

    Raises ``MissingExtra`` if the server's packages are not installed.
    """
    # The first process of a container has no default action: while the server starts, which takes
    # seconds, the signal would be ignored.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    require_extra("table", options.command)
    from .server.operation.maintenance import Retention
    from .server.runtime.addresses import AddressError
    from .server.runtime.logs import set_up_logging
    from .server.runtime.metrics import read_token

    if options.hsts and not (options.public_url or "").startswith("https://"):
        raise AddressError("--hsts: needs --public-url https://...")
    set_up_logging(options.log_format, options.log_level)
    token_file = options.metrics_token_file
    return _run(
        _settings(
            options,
            browser=False,
            public_url=options.public_url and f"{options.public_url}{options.base_path}/",
            hsts=options.hsts,
            proxies=options.trust_proxy,
            metrics_token=token_file and read_token(token_file),
            retention=Retention(options.keep_tables, options.keep_unfinished),
            allow_long=options.allow_long,
            time_zone=options.time_zone,
            drain=options.drain,
            worker_name=options.worker_name,
            announce_to="log" if options.log_format == "json" else "print",
        )
    )


def doctor_command(options: argparse.Namespace) -> int:
    """Examine a running server; return 1 if something must be changed.

    Raises ``MissingExtra`` if the server's packages are not installed.
    """
    require_extra("table", options.command)
    from .server.doctor import examine
    from .server.runtime.metrics import read_token

    token = options.metrics_token_file and read_token(options.metrics_token_file)
    status = 0
    for finding in examine(options.url, options.quick, options.proxy, token, _report):
        if finding.status == "change":
            status = 1
        print(json.dumps(asdict(finding)) if options.json else finding, flush=True)
    return status


def _report(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def backup_command(options: argparse.Namespace) -> int:
    """Copy the database.

    Raises ``MissingExtra`` if the server's packages are not installed.
    """
    require_extra("table", options.command)
    import asyncio

    from .server.storage import back_up

    contents = asyncio.run(back_up(chosen_database(options.database), options.file))
    print(f"{options.file}: {contents}")
    return 0


def restore_command(options: argparse.Namespace) -> int:
    """Put a backup in place of the database.

    Raises ``MissingExtra`` if the server's packages are not installed.
    """
    require_extra("table", options.command)
    import asyncio

    from .server.storage import restore_backup

    location = chosen_database(options.database)
    restored = asyncio.run(restore_backup(options.file, location))
    print(f"{location}: {restored.contents}")
    if restored.kept is not None:
        print(f"the former database is kept: {restored.kept}")
    return 0


def copy_database_command(options: argparse.Namespace) -> int:
    """Copy a database into an empty one.

    Raises ``MissingExtra`` if the server's packages are not installed.
    """
    require_extra("table", options.command)
    import asyncio

    from .server.storage import copy_database

    source = _named("SOURCE", options.source)
    target = _named("TARGET", options.target)
    print(f"{target}: {asyncio.run(copy_database(source, target))}")
    return 0


def _settings(options: argparse.Namespace, **more: Any) -> ServerSettings:
    from .server.operation.startup import ServerSettings

    return ServerSettings(
        database=chosen_database(options.database),
        host=options.host,
        port=options.port,
        pace=options.pace,
        base_path=options.base_path,
        bots=tuple(options.bots),
        **more,
    )


def _run(settings: ServerSettings) -> int:
    from .server.operation import startup

    startup.run(settings)
    return 0


def chosen_database(given: str | None) -> DatabaseLocation:
    """Return the database of the option, else of the environment, else the default one.

    Raises ``StorageError`` for an invalid one.
    """
    from .server.storage import DATABASE_VARIABLE, default_location

    for name, text in (
        ("--database", given),
        (DATABASE_VARIABLE, os.environ.get(DATABASE_VARIABLE)),
    ):
        if text:
            return _named(name, text)
    return default_location()


def _named(name: str, text: str) -> DatabaseLocation:
    """Return the database that an argument names. Raises ``StorageError`` for an invalid one."""
    from .server.storage import StorageError, parse_location

    try:
        return parse_location(text)
    except StorageError as error:
        raise StorageError(f"{name}: {error}") from None


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port, a number from 0 to 65535")
    return int(text)


def _seconds(most: int) -> Callable[[str], float]:
    """Return a parser of a number of seconds."""

    def parse(text: str) -> float:
        try:
            seconds = float(text)
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= most:
            raise argparse.ArgumentTypeError(
                f"{text!r} is not a number of seconds from 0 to {most}"
            )
        return seconds

    return parse


def _days(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of days, 0 or more")
    return int(text)


def _time_zone(text: str) -> str:
    try:
        ZoneInfo(text)
    except (ValueError, OSError, ZoneInfoNotFoundError):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a time zone, such as Europe/Berlin or UTC"
        ) from None
    return text


def _worker_name(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9._:-]{1,64}", text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a name such as cards1:8001, of at most 64 letters, digits and .:_-"
        )
    return text


def _database(text: str) -> str:
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError("it needs the name of a file, or a URL")
    return text


def _file(text: str) -> Path:
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError("it needs the name of a file")
    return Path(text)


def _public(text: str) -> str:
    url = _web_address(text)
    if urlsplit(url).path != "/":
        raise argparse.ArgumentTypeError(f"{text!r} has a path, which --base-path takes")
    return url.rstrip("/")


def _web_address(text: str) -> str:
    try:
        parts = urlsplit(text)
        whole = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        (parts.hostname or "").encode("idna")
    except ValueError:
        whole = False
    if not whole or parts.query or parts.fragment or parts.username:
        raise _not_an_address(text)
    return text.rstrip("/") + "/"


def _base_path(text: str) -> str:
    """Return a base path without the last slash, the root as an empty string."""
    if not re.fullmatch(r"/|(/(?!\.\.?(/|$))[A-Za-z0-9._~-]+)+/?", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a path such as /cards")
    return text.rstrip("/")


def _not_an_address(text: str) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(
        f"{text!r} is not an address such as https://cards.example.org"
    )


def _proxies(text: str) -> str:
    for part in text.split(","):
        try:
            ipaddress.ip_network(part.strip())
        except ValueError as error:
            raise argparse.ArgumentTypeError(
                f"{error}; it needs addresses or networks such as 127.0.0.1,10.0.0.0/8"
            ) from None
    return text
