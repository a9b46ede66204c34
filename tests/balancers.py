"""nginx, Caddy and HAProxy before several workers, with the configurations in packaging/."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.nginx import PROGRAM as NGINX
from tests.nginx import TEMPORARY, answers, free_port
from tests.processes import PATIENCE, running
from tests.server.doctor.proxy import CERTIFICATE, HOST

PACKAGING: Final = Path(__file__).parent.parent / "packaging"


def installed(name: str) -> str:
    """Return the path of a program of Debian; skip the test if it is missing."""
    found = shutil.which(name, path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")
    if found is None:
        pytest.skip(f"{name} is missing: sudo apt-get install {name}")
    return found


def packaged(name: str, edits: Mapping[str, str]) -> str:
    """Return a file of packaging/ with replacements for regular expressions, each found in it."""
    text = (PACKAGING / name).read_text("utf-8")
    for pattern, replacement in edits.items():
        text, number = re.subn(pattern, replacement, text, flags=re.M)
        assert number, pattern
    return text


def _nginx(folder: Path, port: int, workers: Sequence[str], hashing: bool) -> tuple[str, ...]:
    limits = "max_fails=0;"
    servers = "".join(f"    server {one} {limits}\n" for one in workers)
    site = packaged(
        "nginx.conf",
        {
            rf"( +server 10\.\S+ {limits}\n)+": servers,
            r"^ +listen \[::\].*\n": "",
            r"listen 80;": f"listen 127.0.0.1:{free_port()};",
            r"listen 443 ssl http2;": f"listen 127.0.0.1:{port} ssl http2;",
            r"/etc/letsencrypt/\S+\.pem": str(CERTIFICATE),
        }
        | ({} if hashing else {r"^ +hash .*\n": ""}),
    )
    main = "daemon off; master_process off; pid nginx.pid; events {}"
    (folder / "nginx.conf").write_text(f"{main} http {{ access_log off; {TEMPORARY}\n{site}}}\n")
    return NGINX, "-p", f"{folder}/", "-c", "nginx.conf", "-e", "stderr"


def _caddy(folder: Path, port: int, workers: Sequence[str], hashing: bool) -> tuple[str, ...]:
    pairs = {
        "SCHWIMMEN_NAME": f"{HOST}:{port}",
        "SCHWIMMEN_WORKERS": " ".join(workers),
        "XDG_CONFIG_HOME": folder,
        "XDG_DATA_HOME": folder,
    }
    site = packaged(
        "Caddyfile",
        {r"^\{\$SCHWIMMEN_NAME:.* \{\n": rf"\g<0>\ttls {CERTIFICATE} {CERTIFICATE}\n"}
        | ({} if hashing else {r"lb_policy .*": "lb_policy round_robin"}),
    )
    own = f"{{\n\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port {free_port()}\n}}\n"
    (folder / "Caddyfile").write_text(own + site)
    environment = (f"{name}={value}" for name, value in pairs.items())
    program = installed("caddy")
    return "env", *environment, program, "run", "--config", str(folder / "Caddyfile")


def _haproxy(folder: Path, port: int, workers: Sequence[str], hashing: bool) -> tuple[str, ...]:
    servers = "".join(f"    server w{n} {one}\n" for n, one in enumerate(workers))
    site = packaged(
        "haproxy.cfg",
        {
            r"( +server \w+ 10\.\S+\n)+": servers,
            r"bind :80": f"bind 127.0.0.1:{free_port()}",
            r"bind :443": f"bind 127.0.0.1:{port}",
            r"/etc/haproxy/\S+\.pem": str(CERTIFICATE),
        }
        | ({} if hashing else {r"balance .*": "balance roundrobin"}),
    )
    (folder / "haproxy.cfg").write_text(site)
    return installed("haproxy"), "-db", "-f", str(folder / "haproxy.cfg")


BALANCERS: Final[Mapping[str, Callable[[Path, int, Sequence[str], bool], tuple[str, ...]]]] = {
    "nginx": _nginx,
    "caddy": _caddy,
    "haproxy": _haproxy,
}
"""Functions that configure each balancer in a folder and return the command that runs it."""


@contextmanager
def balancing(
    name: str, folder: Path, port: int, workers: Sequence[str], hashing: bool = True
) -> Iterator[None]:
    """Run a balancer with TLS at a port, before the workers at some addresses, in a folder.

    Without ``hashing`` it asks one worker after the other.
    """
    command = BALANCERS[name](folder, port, workers, hashing)
    log = folder / "log"
    with log.open("w") as output, running(*command, stdout=output, stderr=subprocess.STDOUT) as one:
        end = time.monotonic() + PATIENCE
        while not answers(port):
            assert one.poll() is None, log.read_text()
            assert time.monotonic() < end, f"{name} does not answer"
            time.sleep(0.05)
        yield
