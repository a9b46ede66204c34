"""The ladder: the bots by which strength is told, and how each of them played when it was frozen.

``ladder.json`` is written anew, by ``make ladder ARGS=--freeze``, when a level is released or is
meant to play otherwise than before.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Final

import schwimmen.players
from schwimmen.players import GREEDY_BASELINES, LEVELS, make_player
from schwimmen.rules import Match, View
from schwimmen.rules.core.jit import source_digest
from schwimmen.rules.errors import SchwimmenError

FILE: Final = Path(__file__).with_name("ladder.json")
FORMAT: Final = "schwimmen-ladder/1"

# Preset and players of the matches in which bots are asked what they would do.
_TABLES: Final = (("pagat", 2), ("pagat", 4), ("dutch", 3), ("choy", 2), ("app-a9", 4))
_ASKED: Final = 20  # times at each of these tables


@dataclass(frozen=True, slots=True)
class Ladder:
    """What was frozen: ``sources`` is ``players_digest``, ``plays`` has every ``play_digest``."""

    sources: str
    plays: Mapping[str, str]


def ladder_bots() -> tuple[str, ...]:
    """Who is on the ladder: chance, the greedy players, then every other level there is."""
    yardsticks = ("random", *GREEDY_BASELINES, "greedy")
    return yardsticks + tuple(level for level in LEVELS if level not in yardsticks)


def play_digest(bot: str) -> str:
    """A short hash of what a bot does in a fixed choice of situations.

    It changes when the bot comes to play otherwise, and with nothing else.
    """
    digest = hashlib.sha256()
    for seed, view in enumerate(_situations()):
        digest.update(f"{make_player(bot, seed).choose(view)}\n".encode())
    return digest.hexdigest()[:16]


def players_digest() -> str:
    """A short hash of the sources that players play by, the rules' among them, and their data."""
    digest = hashlib.sha256(source_digest("players").encode())
    for path in sorted(Path(schwimmen.players.__file__).parent.rglob("*")):
        if (
            path.is_file()
            and path.suffix not in (".py", ".pyi")
            and path.parent.name != "__pycache__"
        ):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def frozen_ladder(path: Path = FILE) -> Ladder:
    """The ladder as it was frozen. Raises ``SchwimmenError`` for a file that is none."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            raise ValueError(f"it is not in the format {FORMAT}")
        return Ladder(str(data["sources"]), MappingProxyType(dict(data["plays"])))
    except (OSError, UnicodeError, ValueError, TypeError, KeyError) as error:
        raise SchwimmenError(f"{path}: this is no ladder: {error}", "unreadable") from None


def freeze_ladder(path: Path = FILE) -> Ladder:
    """Write down how every bot on the ladder plays now."""
    ladder = Ladder(players_digest(), {bot: play_digest(bot) for bot in ladder_bots()})
    data = {"format": FORMAT, "sources": ladder.sources, "plays": dict(ladder.plays)}
    path.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    return ladder


def _situations() -> Iterator[View]:
    for seed, (preset, players) in enumerate(_TABLES):
        yield from islice(_views(preset, players, Random(seed)), _ASKED)


def _views(preset: str, players: int, chance: Random) -> Iterator[View]:
    """Those of whoever is to act, in matches of players who do anything."""
    while True:
        match = Match(preset, players, chance=chance)
        while not match.over:
            if match.to_act is None:
                match.deal()
                continue
            view = match.view(match.to_act)
            yield view
            match.play(chance.choice(view.legal_actions))
