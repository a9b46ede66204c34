"""Ladder: the bots that strength is measured against, with a frozen digest of their play.

``make ladder ARGS=--freeze`` rewrites ``ladder.json`` when a level is released or its play is
meant to change.
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
from schwimmen.engine import source_digest
from schwimmen.players import GREEDY_BASELINES, LEVELS, make_player
from schwimmen.rules import Match, View
from schwimmen.rules.errors import SchwimmenError

FILE: Final = Path(__file__).with_name("ladder.json")
FORMAT: Final = "schwimmen-ladder/1"

# Preset and number of players of the matches that the digests take their views from.
_MATCHES: Final = (("pagat", 2), ("pagat", 4), ("dutch", 3), ("choy", 2), ("app-a9", 4))
_VIEWS_PER_MATCH: Final = 20


@dataclass(frozen=True, slots=True)
class Ladder:
    """Frozen ladder: ``players_digest`` in ``sources``, every ``play_digest`` in ``plays``."""

    sources: str
    plays: Mapping[str, str]


def ladder_bots() -> tuple[str, ...]:
    """Return the bots of the ladder: random, the greedy players, then all other levels."""
    yardsticks = ("random", *GREEDY_BASELINES, "greedy")
    return yardsticks + tuple(level for level in LEVELS if level not in yardsticks)


def play_digest(bot: str) -> str:
    """Return a short hash of the actions that a bot chooses in fixed views."""
    digest = hashlib.sha256()
    for seed, view in enumerate(_fixed_views()):
        digest.update(f"{make_player(bot, seed).choose(view)}\n".encode())
    return digest.hexdigest()[:16]


def players_digest() -> str:
    """Return a short hash of the sources and data of all players, including the rules."""
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
    """Return the frozen ladder. Raises ``SchwimmenError`` for an invalid file."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            raise ValueError(f"the format is not {FORMAT}")
        return Ladder(str(data["sources"]), MappingProxyType(dict(data["plays"])))
    except (OSError, UnicodeError, ValueError, TypeError, KeyError) as error:
        raise SchwimmenError(f"{path}: not a ladder: {error}", "unreadable") from None


def freeze_ladder(path: Path = FILE) -> Ladder:
    """Write the digests of all bots on the ladder to a file, and return them."""
    ladder = Ladder(players_digest(), {bot: play_digest(bot) for bot in ladder_bots()})
    data = {"format": FORMAT, "sources": ladder.sources, "plays": dict(ladder.plays)}
    path.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    return ladder


def _fixed_views() -> Iterator[View]:
    for seed, (preset, players) in enumerate(_MATCHES):
        yield from islice(_views(preset, players, Random(seed)), _VIEWS_PER_MATCH)


def _views(preset: str, players: int, chance: Random) -> Iterator[View]:
    """Yield the views of the seats to act in matches of random players, without end."""
    while True:
        match = Match(preset, players, chance=chance)
        while not match.over:
            if match.to_act is None:
                match.deal()
                continue
            view = match.view(match.to_act)
            yield view
            match.play(chance.choice(view.legal_actions))
