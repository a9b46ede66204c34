"""What holds for every test."""

import gc
import signal
import ssl
from functools import cache

import pytest
from hypothesis import HealthCheck, settings

from schwimmen.players.cpu_count import cpu_count
from tests.effort import EFFORT, count

# A busy machine is no fault of what is tested.
settings.register_profile(
    "patient",
    max_examples=count(100),
    deadline=None,
    derandomize=EFFORT <= 1,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("patient")

# A background job of a script ignores Ctrl-C, and so would all that tests start. Nor may they
# outlive tests that are ended.
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, signal.default_int_handler)

# Each client of httpx would read all certificates of the web once more, and none speaks TLS here.
ssl.create_default_context = cache(ssl.create_default_context)  # type: ignore[assignment]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: tests of pages and servers wait much of the time."""
    return cpu_count() + 1


def pytest_collection_finish() -> None:
    """What is imported lives as long as the process: the collector need not look through it."""
    gc.collect()
    gc.freeze()
