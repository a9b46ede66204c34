"""Players of others, as tests name them on the command line."""

from __future__ import annotations

from schwimmen.rules import View


class First:
    """Player that takes the first legal action; made from a seed."""

    name = "first"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: View) -> str:
        return view.legal_actions[0]


def best(close_from: int = 31) -> First:
    """Make a player, with an argument that is not a seed."""
    assert close_from == 31
    return First(close_from)


def named(name: str = "", seed: int = 0) -> First:
    """Make a player, with a seed that is not the first argument."""
    assert (name, seed) == ("", 7)
    return First(seed)


class Last:
    """Player that takes the last legal action; made without a seed."""

    name = "last"

    def choose(self, view: View) -> str:
        return view.legal_actions[-1]


class Open(Last):
    """Player of a known policy."""

    def action_probabilities(self, view: View) -> dict[str, float]:
        return {view.legal_actions[-1]: 1.0}


class Failing(Last):
    """Player whose code fails in its move."""

    def choose(self, view: View) -> str:
        raise ZeroDivisionError("a bot\ndivides by zero")


class Unfinished:
    """Class of objects that choose nothing."""


class Unmade(Last):
    """Player whose class fails when it is called."""

    def __init__(self) -> None:
        raise RuntimeError


class Lying(Last):
    """Player of illegal actions."""

    def choose(self, view: View) -> str:
        return "fold"


NUMBER = 31
