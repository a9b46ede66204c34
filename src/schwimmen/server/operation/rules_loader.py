"""Loader of the compiled rules, in a thread while the page is already served."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from logging import ERROR, INFO
from typing import Literal

from schwimmen.rules.errors import SchwimmenError

from .logs import log_event

log = logging.getLogger(__name__)


class RulesLoadError(SchwimmenError):
    """Failure to compile the rules on this machine."""


def load_rules() -> None:
    """Import and compile the rules: a second or two, much longer the first time."""
    from schwimmen.tables.names import skeleton

    skeleton("")  # loads its data


class RulesLoader:
    """Loader that runs once and can be awaited. Must be created inside the event loop."""

    def __init__(self, load: Callable[[], None] = load_rules) -> None:
        self._load = load
        self._loop = asyncio.get_running_loop()
        self._loaded: asyncio.Future[None] = self._loop.create_future()
        # Mark a failure as retrieved: it is logged even if nothing awaits the future.
        self._loaded.add_done_callback(lambda done: done.cancelled() or done.exception())
        # A daemon thread, so that the process does not wait for a compilation at shutdown.
        self._thread = threading.Thread(target=self._run, name="rules loader", daemon=True)

    def start(self) -> None:
        """Start loading."""
        self._thread.start()

    @property
    def state(self) -> Literal["ready", "warming", "failed"]:
        """State of the rules."""
        if not self._loaded.done():
            return "warming"
        return "failed" if self._loaded.exception() else "ready"

    async def wait(self) -> None:
        """Wait until the rules are loaded. Raise ``RulesLoadError`` if that failed."""
        await asyncio.shield(self._loaded)

    def _run(self) -> None:
        failure: RulesLoadError | None = None
        try:
            self._load()
        except Exception:
            log_event(log, ERROR, "the rules could not be compiled", failure=True)
            failure = RulesLoadError("the rules could not be compiled; see the server's log")
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._done, failure)

    def _done(self, failure: RulesLoadError | None) -> None:
        if failure is None:
            self._loaded.set_result(None)
            log_event(log, INFO, "rules loaded")
        else:
            self._loaded.set_exception(failure)
