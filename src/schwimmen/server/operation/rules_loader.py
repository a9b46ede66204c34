"""The compiled rules, loaded in a thread while the page is already being served."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
from collections.abc import Callable
from logging import ERROR, INFO
from typing import Literal

from schwimmen.rules.errors import SchwimmenError

from .logs import log_event

log = logging.getLogger(__name__)


class RulesLoadError(SchwimmenError):
    """The rules could not be compiled on this machine."""


def load_rules() -> None:
    """Imports and compiles the rules; takes a second or two, much longer the very first time."""
    import schwimmen.players
    import schwimmen.rules
    from schwimmen.tables.names import skeleton

    skeleton("")  # reads its data
    schwimmen.rules.warm()
    schwimmen.players.warm()
    # The compiler leaves a great many objects that live as long as the process: the collector
    # would hold the event loop for a tenth of a second whenever it looked through them.
    gc.collect()
    gc.freeze()


class RulesLoader:
    """Loads the rules once; whoever needs them waits. Must be made inside the event loop."""

    def __init__(self, load: Callable[[], None] = load_rules) -> None:
        self._load = load
        self._loop = asyncio.get_running_loop()
        self._loaded: asyncio.Future[None] = self._loop.create_future()
        # Nobody may ever wait for it, and that it failed is in the log already.
        self._loaded.add_done_callback(lambda done: done.cancelled() or done.exception())
        # A daemon: the process need not wait for a compilation that nobody wants any more.
        self._thread = threading.Thread(target=self._run, name="kernel", daemon=True)

    def start(self) -> None:
        """Begins to load."""
        self._thread.start()

    @property
    def state(self) -> Literal["ready", "warming", "failed"]:
        """How far it is."""
        if not self._loaded.done():
            return "warming"
        return "failed" if self._loaded.exception() else "ready"

    async def wait(self) -> None:
        """Returns once the rules are loaded. Raises ``RulesLoadError``."""
        await asyncio.shield(self._loaded)

    def _run(self) -> None:
        failure: RulesLoadError | None = None
        try:
            self._load()
        except Exception:
            log_event(log, ERROR, "the rules could not be compiled", failure=True)
            failure = RulesLoadError("the rules could not be compiled; the server's log says why")
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._done, failure)

    def _done(self, failure: RulesLoadError | None) -> None:
        if failure is None:
            self._loaded.set_result(None)
            log_event(log, INFO, "the rules are ready")
        else:
            self._loaded.set_exception(failure)
