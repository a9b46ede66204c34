"""What a seat can ask of its table, and how the table says no."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from schwimmen.rules.errors import SchwimmenError


@dataclass(frozen=True, slots=True)
class Play:
    """The seat plays an action, written as a record writes it.

    ``client_id`` is the asker's name for this one move: however often it arrives, it is taken
    once. Bots need none.
    """

    seat: int
    action: str
    client_id: str | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """The seat asks for the next round."""

    seat: int
    client_id: str | None = None


Command: TypeAlias = Play | Deal


class Refusal(SchwimmenError):
    """A command the table does not take; nothing has changed.

    ``code`` says which kind of no it is, ``reason`` is the rules' reason code if they said no,
    ``legal`` all that the seat may play now.
    """

    def __init__(
        self,
        code: str,
        message: str,
        reason: str | None = None,
        legal: tuple[str, ...] | None = None,
    ) -> None:
        super().__init__(message, code)
        self.reason = reason
        self.legal = legal
