"""Configuration of all tests."""

import gc
import signal
import ssl
from functools import cache

import pytest
from hypothesis import HealthCheck, settings

from schwimmen.players.cpu_count import cpu_count
from tests.effort import EFFORT, count

# A busy machine must not fail tests.
settings.register_profile(
    "patient",
    max_examples=count(100),
    deadline=None,
    derandomize=EFFORT <= 1,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("patient")

# A background job of a script ignores Ctrl-C, which all child processes would inherit. They must
# not outlive tests that are stopped, either.
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, signal.default_int_handler)

# Each httpx client would load all root certificates again, and no test uses TLS.
ssl.create_default_context = cache(ssl.create_default_context)  # type: ignore[assignment]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than processors: tests of pages and servers often wait."""
    return cpu_count() + 1


def pytest_collection_finish() -> None:
    """Exclude imported modules, which live as long as the process, from garbage collection."""
    gc.collect()
    gc.freeze()
