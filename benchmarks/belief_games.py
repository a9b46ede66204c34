"""Matches between bots of all levels and with habits, for ``belief.py``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from benchmarks.habits import HABITS
from schwimmen.players import make_player
from schwimmen.players.player import chosen_action
from schwimmen.rules import Match, View

LEVELS: Final = (
    "random",
    "beginner",
    "casual",
    "club",
    "greedy",
    "greedy-20",
    "greedy-27",
    "blueprint",
    "expert",
    "master",
)
BOTS: Final = (*LEVELS, *HABITS)


class Game(NamedTuple):
    """Match to be played by the named bots, one for each seat."""

    preset: str
    bots: tuple[str, ...]
    number: int

    @property
    def setting(self) -> str:
        """Preset and number of players."""
        return f"{self.preset}, {len(self.bots)}"


class Decision(NamedTuple):
    """Decision of a match: the view of the seat to act, its action, and a view of all hands."""

    view: View
    action: str
    open_view: View


def pairs(about: str, preset: str, players: int, matches: int) -> Iterator[Game]:
    """Yield games in which every second seat is the named bot, and the others are one level."""
    others = [level for level in LEVELS if level != about]
    for number in range(matches):
        other = Random(f"{preset} {players} {about} {number}").choice(others)
        yield Game(preset, tuple((other, about)[seat % 2] for seat in range(players)), number)


def mixed(bots: Sequence[str], preset: str, players: int, matches: int) -> Iterator[Game]:
    """Yield games in which each seat is one of the bots, drawn by chance."""
    for number in range(matches):
        chance = Random(f"{preset} {players} {number}")
        yield Game(preset, tuple(chance.choice(bots) for _ in range(players)), number)


def scaled(usual: int, share: float) -> int:
    """Return a share of the usual number of matches, at least one."""
    return max(1, int(usual * share))


def decisions_of(game: Game) -> Iterator[Decision]:
    """Play a match and yield its decisions, each before it is played."""
    chance = Random(str(game))
    match = Match(game.preset, players=len(game.bots), seed=chance.getrandbits(32))
    players = [HABITS.get(bot) or make_player(bot, chance.getrandbits(32)) for bot in game.bots]
    while not match.over:
        seat = match.to_act
        if seat is None:
            match.deal()
            continue
        view = match.view(seat)
        action = chosen_action(players[seat], view)
        yield Decision(view, action, match.open_view())
        match.play(action)
