"""What can be chosen for a table, on the wire, and whether the server can play."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from .base import Options, OptionValue, Wire


class Preset(Wire):
    """A preset with its whole set of options."""

    name: str
    options: Options


class OptionInfo(Wire):
    """What values an option may have, and when it changes anything.

    ``when`` are the cases, each of options with the values of which they must have one; an empty
    list stands for always.
    """

    name: str
    kind: Literal["bool", "choice", "int"]
    choices: list[str | int] | None
    low: int | None
    high: int | None
    nullable: bool
    when: list[dict[str, list[OptionValue]]]


class Level(Wire):
    """A level of bots, ``line`` says in English what it is."""

    name: str
    line: str


class Setup(Wire):
    """All that can be chosen for a new table; ``cast`` are names that bots may get."""

    version: str
    presets: list[Preset]
    options: list[OptionInfo]
    levels: list[Level]
    cast: list[str]


class RulesAsked(Wire):
    """Rules to be looked at before a table is opened with them."""

    preset: str
    options: Options = Field(default={})


class RulesAnswer(Wire):
    """The whole set of options of rules that can be; ``preset`` is among those of the setup."""

    preset: str
    rules: Options


class Health(Wire):
    """Whether tables can be played, the rules are compiled, and the database can be written.

    ``reason`` says in English what is missing, ``null`` if all is well.
    """

    status: Literal["ok", "failing"]
    kernel: Literal["ready", "warming", "failed"]
    database: Literal["ok", "failed"]
    reason: str | None
