"""PgBouncer of Debian before the PostgreSQL server of the tests."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from tests.balancers import installed
from tests.postgres import Server
from tests.processes import PATIENCE, running

CONFIGURATION = """
[databases]
* = host={server}

[pgbouncer]
listen_addr =
listen_port = 5432
unix_socket_dir = {folder}
auth_type = trust
auth_file = {folder}/users.txt
pool_mode = {mode}
"""


@contextmanager
def pooling(server: Server, mode: Literal["session", "transaction"]) -> Iterator[Path]:
    """Run PgBouncer before a server, and yield the folder of its socket."""
    program = installed("pgbouncer")
    with tempfile.TemporaryDirectory(prefix="pool-") as name:
        folder = Path(name)
        text = CONFIGURATION.format(server=server.folder, folder=folder, mode=mode)
        (folder / "pgbouncer.ini").write_text(text)
        (folder / "users.txt").write_text('"postgres" ""\n')
        if server.user is not None:
            for path in (folder, *folder.iterdir()):
                shutil.chown(path, server.user)
        log = folder / "log"
        with (
            log.open("w") as output,
            running(
                program,
                str(folder / "pgbouncer.ini"),
                user=server.user,
                stdout=output,
                stderr=subprocess.STDOUT,
            ) as process,
        ):
            end = time.monotonic() + PATIENCE
            while not (folder / ".s.PGSQL.5432").exists():
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < end, "PgBouncer does not answer"
                time.sleep(0.02)
            yield folder
