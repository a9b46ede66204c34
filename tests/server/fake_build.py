"""A build of the engine that a test controls, so that no test builds anything."""

from __future__ import annotations

from schwimmen.engine.preparation import Preparation
from schwimmen.server.runtime.rules_loader import EngineBuild

NOT_BUILT = "the engine library is missing; build it with: make engine"
NO_COMPILER = "no C compiler; install one, then: make engine"


class FakeBuild:
    """Build of the engine that a test controls; it takes 40 seconds still."""

    def __init__(self) -> None:
        self.ready = False
        self.preparation: Preparation | None = Preparation(40, None)

    def engine(self) -> EngineBuild:
        """Return the engine as the server sees it."""
        return EngineBuild(lambda: self.ready, lambda: self.preparation, lambda: NOT_BUILT)

    def fail(self) -> None:
        """Let the build fail."""
        self.preparation = Preparation(None, NO_COMPILER)

    def finish(self) -> None:
        """Let the build succeed."""
        self.ready, self.preparation = True, None
