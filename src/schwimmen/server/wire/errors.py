"""What went wrong, on the wire."""

from __future__ import annotations

from pydantic import Field

from .base import OptionValue, Wire

Details = dict[str, OptionValue | list[OptionValue] | list[list[str]] | dict[str, OptionValue]]


class ErrorBody(Wire):
    """What went wrong, in one line, and what it was about, for a text of one's own."""

    code: str
    message: str
    details: Details = Field(default={})


class ErrorAnswer(Wire):
    """The body of every answer that is not a success."""

    error: ErrorBody
