"""Builds of the engine: one process at a time, with its progress in a file for all others."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import ceil, isfinite
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).parent / "preparing.json"
"""File that exists while the engine is being built, and after a failure."""

INTERRUPTED: Final = "the engine's build was interrupted; go on with: make engine"
"""Failure of a build whose process has ended."""

LONGEST: Final = 30
"""Multiple of its estimated time after which a build counts as interrupted.

Its process ID may belong to another process by then.
"""


@dataclass(frozen=True, slots=True)
class Preparation:
    """Build in progress, with an estimate of the seconds left, or the failure of the last one."""

    seconds_left: int | None
    failure: str | None


def read_preparation(file: Path = FILE) -> Preparation | None:
    """Return the build in progress or the failure of the last one, or ``None``."""
    try:
        content = json.loads(file.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        return Preparation(None, INTERRUPTED)
    try:
        return _preparation(content)
    except (KeyError, TypeError, ValueError, OverflowError):
        return Preparation(None, INTERRUPTED)


def write_preparation(seconds: float, process: int | None = None, file: Path = FILE) -> None:
    """Announce a build that takes about ``seconds`` from now on.

    ``process`` is the ID of the process that builds, by default this one.
    """
    number = os.getpid() if process is None else process
    _write({"started": time.time(), "seconds": seconds, "process": number}, file)


def write_failure(line: str, file: Path = FILE) -> None:
    """Report the failure of a build in one line, with the command that mends it."""
    _write({"failed": " ".join(line.split())}, file)


def clear_preparation(file: Path = FILE) -> None:
    """Report that the engine has been built."""
    file.unlink(missing_ok=True)


@contextmanager
def exclusive(path: Path, work: str) -> Iterator[None]:
    """Lock a file or folder during the block, waiting for other processes that hold the lock.

    A process that waits prints a line that names the ``work``. Windows has no lock.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    opened = os.open(path, os.O_RDONLY)
    try:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(f"waiting for another {work} ...", flush=True)
            fcntl.flock(opened, fcntl.LOCK_EX)
        yield
    finally:
        os.close(opened)


def _preparation(content: dict[str, Any]) -> Preparation:
    if "failed" in content:
        return Preparation(None, str(content["failed"]))
    started, seconds = float(content["started"]), float(content["seconds"])
    if not (isfinite(started) and isfinite(seconds)):
        raise ValueError
    passed = time.time() - started
    if passed > LONGEST * seconds or not _is_running(int(content["process"])):
        return Preparation(None, INTERRUPTED)
    left = min(seconds, seconds - passed)  # the system clock may have been set back
    return Preparation(max(1, ceil(left)), None)


def _is_running(process: int) -> bool:
    """Return whether a process is running and not a zombie."""
    if os.name == "nt":
        return True  # os.kill would end it
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    with suppress(OSError):  # other systems have no /proc
        state = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()[0]
        return state not in (b"Z", b"X")
    return True


def _write(content: dict[str, Any], file: Path) -> None:
    new = file.with_name(f"{file.name}.{os.getpid()}")
    new.write_text(json.dumps(content) + "\n", encoding="utf-8")
    new.replace(file)
