"""Settings for all tests."""

import fcntl
import gc
import os
import signal
import ssl
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from schwimmen.players.cpu_count import cpu_count
from tests.effort import EFFORT, count

# No deadlines: the machine may be busy.
settings.register_profile(
    "patient",
    max_examples=count(100),
    deadline=None,
    derandomize=EFFORT <= 1,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("patient")

# Background jobs of a script ignore Ctrl-C, and so would all processes started by tests; these
# must not outlive terminated tests either.
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, signal.default_int_handler)

# Otherwise each httpx client would load all CA certificates, and the tests use no TLS.
pytest.MonkeyPatch().setattr(ssl, "create_default_context", cache(ssl.create_default_context))


@pytest.fixture(scope="session")
def documentation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of the documentation site, which the first of all test processes builds."""
    return build_once(tmp_path_factory, "documentation", run_script)


@pytest.fixture(scope="session")
def js_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of the data of the package for JavaScript, which the first test process builds."""
    return build_once(tmp_path_factory, "js_data", run_script)


def run_script(folder: Path) -> None:
    """Build a folder by the script of its name."""
    script = Path(__file__).parent.parent / "scripts" / f"{folder.name}.py"
    done = subprocess.run(
        [sys.executable, str(script), str(folder)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def build_once(
    tmp_path_factory: pytest.TempPathFactory, name: str, build: Callable[[Path], object]
) -> Path:
    """Return the folder of a name, which the first test process that needs it builds."""
    place = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        place = place.parent
    built = place / name
    with (place / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not built.exists():
            build(built)
    return built


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one worker for each processor: browsers and servers use those that wait."""
    return cpu_count()


def pytest_collection_finish() -> None:
    """Exclude all imported objects from garbage collection, since they are permanent."""
    gc.collect()
    gc.freeze()
