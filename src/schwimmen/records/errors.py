"""What is wrong with a record, in one line."""

from __future__ import annotations

from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.quoting import one_line


class RecordError(SchwimmenError):
    """A record that cannot be read or played.

    ``reason`` is the bare reason; ``round`` and ``action`` say where, counted from 1, as far as
    there is a where. ``str()`` is one line: ``round 3, action 2: illegal action "all" ...``.
    """

    def __init__(self, reason: str, round: int | None = None, action: int | None = None) -> None:
        self.reason = one_line(reason)
        self.round = round
        self.action = action
        where = [f"round {round}"] if round is not None else []
        where += [f"action {action}"] if action is not None else []
        super().__init__(f"{', '.join(where)}: {self.reason}" if where else self.reason)
