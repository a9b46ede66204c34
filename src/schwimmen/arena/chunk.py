"""A piece of a simulation that any worker can do, and do again with the same result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

import numpy as np

from schwimmen.players.policies import all_compiled, policies_of
from schwimmen.players.rollout import undealt_round
from schwimmen.rules.compiled import sources_digest
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.hands import numbers_of
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.state import MATCH_DTYPE, Records
from schwimmen.rules.stream import Stream, stream

from .bots import Bot, kinds_of, names_of, player_of
from .player_rounds import play_one
from .playing import play_rows
from .rows import ROW_DTYPE, row_dtype, trimmed
from .tallies import Tallies, no_tallies, no_unit, tally

_BUFFER: Final = 2000  # rows played and then counted, while they are in the processor's cache


@dataclass(frozen=True, slots=True)
class Chunk:
    """Matches ``first`` to ``last`` of a simulation, or as many rounds.

    All chance in it comes from the seed and the number of the chunk. ``sources`` is a hash of the
    code that asked for it: other code may play otherwise.
    """

    rules: RuleSet
    bots: tuple[Bot, ...]
    whole_matches: bool
    seed: int
    number: int
    first: int
    last: int
    with_rows: bool
    sources: str

    @property
    def chance(self) -> np.random.SeedSequence:
        """The source of all chance in this chunk."""
        return np.random.SeedSequence(self.seed, spawn_key=(self.number,))


class Played(NamedTuple):
    """What came of a chunk; ``rows`` only if asked for."""

    tallies: Tallies
    rows: Records | None


def play_chunk(chunk: Chunk) -> Played:
    """Play a chunk.

    Raises ``SchwimmenError`` where the code is not that of whoever asked for it.
    """
    if chunk.sources != sources_digest("arena"):
        raise SchwimmenError("the workers run another version of schwimmen than this one")
    kinds, bot_of = kinds_of(names_of(chunk.bots))
    seats = len(chunk.bots)
    tallies = no_tallies(chunk.rules, seats, len(kinds))
    unit = no_unit(seats, len(kinds))
    of_seats = np.array(bot_of)
    numbers = numbers_of(chunk.rules)
    kept = []
    with np.errstate(over="ignore"):  # streams wrap around, which NumPy tells if not compiled
        for rows in _compiled(chunk) if all_compiled(chunk.bots) else _from_views(chunk):
            tally(numbers, rows, of_seats, tallies, unit, chunk.whole_matches)
            if chunk.with_rows:
                kept.append(trimmed(rows, seats))
    if not chunk.with_rows:
        return Played(tallies, None)
    return Played(tallies, np.concatenate(kept) if kept else np.empty(0, row_dtype(seats)))


def _compiled(chunk: Chunk) -> Iterator[Records]:
    numbers: Stream = stream(int(chunk.chance.generate_state(1, np.uint64)[0]))
    policies = policies_of(chunk.rules, [bot for bot in chunk.bots if isinstance(bot, str)])
    rounds = undealt_round(chunk.rules)
    cards = rounds[0].pack.copy()
    matches = np.zeros(1, MATCH_DTYPE)
    matches[0].over = 1
    buffer = np.zeros(_BUFFER, ROW_DTYPE)
    rules = numbers_of(chunk.rules)
    following, filled = chunk.first, _BUFFER
    while filled == _BUFFER:
        filled, following = play_rows(
            rules, policies, cards, matches, rounds, buffer,
            following, chunk.last, chunk.whole_matches, numbers,
        )  # fmt: skip
        yield buffer[:filled]


def _from_views(chunk: Chunk) -> Iterator[Records]:
    of_pack, *of_players = chunk.chance.generate_state(1 + len(chunk.bots), np.uint64).tolist()
    players = [player_of(bot, seed) for bot, seed in zip(chunk.bots, of_players, strict=True)]
    chance = Random(of_pack)
    for number in range(chunk.first, chunk.last + 1):
        yield play_one(chunk.rules, players, number, chunk.whole_matches, chance)
