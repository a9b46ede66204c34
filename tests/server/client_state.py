"""State of a table as a client keeps it, from its messages."""

from __future__ import annotations

import json
from typing import Any

from schwimmen.server.wire.changes import merge
from schwimmen.server.wire.messages import State
from schwimmen.server.wire.tables import TableEvent


def canonical(value: Any) -> str:
    """Return JSON that is the same for equal values."""
    return json.dumps(value, sort_keys=True)


class ClientState:
    """State after the messages received so far, with all fields that the wire leaves out."""

    def __init__(self) -> None:
        self.seq = 0
        self.seat: int | None = None
        self.json: dict[str, Any] = {}
        """State as in a ``welcome``."""
        self.view: dict[str, Any] = {}
        """View with the seat's own part, empty before the first round."""
        self.table: dict[str, Any] = {}
        self.times: Any = None
        self.ready: list[int] = []
        self.seeds: Any = None

    def receive(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        """Process a ``welcome`` or ``events`` message; return its events."""
        self._receive_state(message)
        state = State.model_validate(self.json).model_dump()
        self.table, self.times = state["table"], state["times"]
        self.ready, self.seeds = state["ready"], state["seeds"]
        own = state["own"] or {"hand": [], "choices": []}
        own["legal_actions"] = [choice["action"] for choice in own["choices"]]
        self.view = {} if state["view"] is None else state["view"] | own
        return [TableEvent.model_validate(event).model_dump() for event in message["events"]]

    def _receive_state(self, message: dict[str, Any]) -> None:
        seat = message.get("seat")
        if "changes" in message:
            assert message["since"] == self.seq
            assert seat == self.seat
            self.json = merge(self.json, message["changes"])
        else:
            self.json = message["state"]
        self.seq, self.seat = message["seq"], seat
        assert ("now" in message) == ("due" in self.json.get("times", {}))
