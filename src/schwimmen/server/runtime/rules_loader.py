"""Loader of the compiled rules, in a thread while the page is already served.

In a checkout the engine may still be built by another process. The loader waits for it; requests
that need the rules are refused meanwhile, with the time that is left.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from logging import ERROR, INFO
from typing import Final, Literal

from schwimmen.engine import library
from schwimmen.engine.preparation import Preparation, read_preparation
from schwimmen.rules.errors import SchwimmenError

from .logs import log_event

log = logging.getLogger(__name__)

POLL_S: Final = 0.5
"""Seconds between two checks whether the engine has been built."""


class RulesLoadError(SchwimmenError):
    """Failure to load the rules on this machine."""


class EnginePreparing(SchwimmenError):
    """Request for the rules while the engine is being built, for about ``seconds`` more."""

    def __init__(self, seconds: int) -> None:
        line = f"the rules engine is being prepared; try again in about {seconds} seconds"
        super().__init__(line, "engine_preparing", seconds=seconds)
        self.seconds = seconds


class EngineFailed(SchwimmenError):
    """Request for the rules after the engine could not be built, for a ``reason`` in one line."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"there is no rules engine: {reason}", "engine_failed", reason=reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class EngineBuild:
    """State of the engine and of its build; tests replace both functions."""

    is_ready: Callable[[], bool] = library.is_ready
    preparation: Callable[[], Preparation | None] = read_preparation
    reason: Callable[[], str] = library.failure

    def obstacle(self) -> EnginePreparing | EngineFailed | None:
        """Return the reason why the engine is unavailable, ``None`` if it is ready."""
        if self.is_ready():
            return None
        preparation = self.preparation()
        if preparation is None:  # perhaps just finished
            return None if self.is_ready() else EngineFailed(self.reason())
        if preparation.failure is not None:
            return EngineFailed(preparation.failure)
        return EnginePreparing(preparation.seconds_left or 1)


def load_rules() -> None:
    """Load the engine, and the data for comparing names."""
    from schwimmen.players import make_player
    from schwimmen.rules import Match
    from schwimmen.tables.names import skeleton

    match = Match(seed=1)
    make_player("greedy").choose(match.view(match.to_act))
    skeleton("")


class RulesLoader:
    """Loader that runs once and can be awaited. Must be created inside the event loop."""

    def __init__(
        self, load: Callable[[], None] = load_rules, engine: EngineBuild | None = None
    ) -> None:
        self._load = load
        self._engine = engine or EngineBuild()
        self._has_engine = self._engine.is_ready()
        self._loop = asyncio.get_running_loop()
        self._loaded: asyncio.Future[None] = self._loop.create_future()
        # Mark a failure as retrieved: it is logged even if nothing awaits the future.
        self._loaded.add_done_callback(lambda done: done.cancelled() or done.exception())
        self.on_engine: Callable[[], None] = lambda: None
        """Callback for when the engine has been built, unless it was there at the start."""
        # A daemon thread, so that the process does not wait for a compilation at shutdown.
        self._thread = threading.Thread(target=self._run, name="rules loader", daemon=True)
        self._report: Callable[[str], None] = lambda _: None

    def start(self, report: Callable[[str], None] = lambda _: None) -> None:
        """Start loading.

        ``report`` gets a line when the wait for the engine begins, and when it ends or the build
        has failed.
        """
        self._report = report
        self._thread.start()

    @property
    def state(self) -> Literal["ready", "preparing", "warming", "failed"]:
        """State of the rules."""
        if not self._loaded.done():
            match self.obstacle():
                case None:
                    return "warming"
                case EnginePreparing():
                    return "preparing"
                case _:
                    return "failed"
        return "failed" if self._loaded.exception() else "ready"

    def obstacle(self) -> EnginePreparing | EngineFailed | None:
        """Return the error of a request that needs the engine now, ``None`` if it is there."""
        if self._has_engine:
            return None
        return self._engine.obstacle() or EnginePreparing(1)  # noticed in a moment

    def check(self) -> None:
        """Raise ``EnginePreparing`` or ``EngineFailed`` while there is no engine."""
        if (obstacle := self.obstacle()) is not None:
            raise obstacle

    async def wait(self) -> None:
        """Wait until the rules are loaded.

        Raises ``RulesLoadError`` if that failed, and as ``check`` does.
        """
        self.check()
        await self.loaded()

    async def loaded(self) -> None:
        """Wait until the rules are loaded, however long the engine takes.

        Raises ``RulesLoadError`` if loading them failed.
        """
        await asyncio.shield(self._loaded)

    def _run(self) -> None:
        failure: RulesLoadError | None = None
        had_engine = self._has_engine
        try:
            if not had_engine:
                self._await_engine()
                if self._loop.is_closed():
                    return
                self._call(self._engine_built)
            self._load()
            if not had_engine:
                self._report("engine: ready")
        except Exception:
            log_event(log, ERROR, "the rules could not be loaded", failure=True)
            failure = RulesLoadError("the rules could not be loaded; see the server's log")
        self._call(self._done, failure)

    def _await_engine(self) -> None:
        """Wait for the engine; report the beginning, and each failure of its build."""
        before: object = None
        while (obstacle := self._engine.obstacle()) is not None and not self._loop.is_closed():
            if isinstance(obstacle, EngineFailed):
                now, line = obstacle.reason, f"engine: failed: {obstacle.reason}"
            else:
                wait = f"online tables and reviews wait about {obstacle.seconds} s"
                now, line = "", f"engine: building ({wait}) ..."
            if now != before:
                before = now
                self._report(line)
            time.sleep(POLL_S)

    def _call(self, function: Callable[..., None], *arguments: object) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function, *arguments)

    def _engine_built(self) -> None:
        self._has_engine = True
        self.on_engine()

    def _done(self, failure: RulesLoadError | None) -> None:
        if failure is None:
            self._loaded.set_result(None)
            log_event(log, INFO, "rules loaded")
        else:
            self._loaded.set_exception(failure)
