"""Failures of bots of others: errors of their code, and lost games of programs."""

from __future__ import annotations

from schwimmen.rules.errors import SchwimmenError


class BotFailure(SchwimmenError):
    """Error in the code of a bot, which the message names; ``lines`` are the last that it wrote."""

    def __init__(self, message: str, *lines: str) -> None:
        super().__init__(message, "bot_failed")
        self.lines = lines
        for line in lines:
            self.add_note(line)


class Forfeit(BotFailure):
    """Round or match that a program loses, because it gave no legal action in time."""
