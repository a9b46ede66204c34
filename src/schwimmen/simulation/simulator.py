"""A piece of a simulation that any worker can do, and do again with the same result."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from schwimmen.players.cpu_count import cpu_count
from schwimmen.players.policies import all_compiled, policies_of
from schwimmen.players.random_play import undealt_round
from schwimmen.rules.core.jit import source_digest
from schwimmen.rules.core.rng import Rng, new_rng
from schwimmen.rules.core.state import MATCH_DTYPE, RecordArray, rules_array
from schwimmen.rules.errors import SchwimmenError, whole_number
from schwimmen.rules.ruleset import RuleSet

from .bots import Bot, kinds_of, names_of, player_of, seated
from .rounds import ROW_DTYPE, play_one, play_rows, row_dtype, trimmed
from .statistics import Simulation, Tallies, figures, no_tallies, no_unit, tally
from .workers import Workers, run_chunks, threads

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
    rows: RecordArray | None


def play_chunk(chunk: Chunk) -> Played:
    """Play a chunk.

    Raises ``SchwimmenError`` where the code is not that of whoever asked for it.
    """
    if chunk.sources != source_digest("simulation"):
        raise SchwimmenError("the workers run another version of schwimmen than this one")
    kinds, bot_of = kinds_of(names_of(chunk.bots))
    seats = len(chunk.bots)
    tallies = no_tallies(chunk.rules, seats, len(kinds))
    unit = no_unit(seats, len(kinds))
    of_seats = np.array(bot_of)
    numbers = rules_array(chunk.rules)
    kept = []
    with np.errstate(over="ignore"):  # streams wrap around, which NumPy tells if not compiled
        for rows in _compiled(chunk) if all_compiled(chunk.bots) else _from_views(chunk):
            tally(numbers, rows, of_seats, tallies, unit, chunk.whole_matches)
            if chunk.with_rows:
                kept.append(trimmed(rows, seats))
    if not chunk.with_rows:
        return Played(tallies, None)
    return Played(tallies, np.concatenate(kept) if kept else np.empty(0, row_dtype(seats)))


def _compiled(chunk: Chunk) -> Iterator[RecordArray]:
    numbers: Rng = new_rng(int(chunk.chance.generate_state(1, np.uint64)[0]))
    policies = policies_of(chunk.rules, [bot for bot in chunk.bots if isinstance(bot, str)])
    rounds = undealt_round(chunk.rules)
    cards = rounds[0].pack.copy()
    matches = np.zeros(1, MATCH_DTYPE)
    matches[0].over = 1
    buffer = np.zeros(_BUFFER, ROW_DTYPE)
    rules = rules_array(chunk.rules)
    following, filled = chunk.first, _BUFFER
    while filled == _BUFFER:
        filled, following = play_rows(
            rules, policies, cards, matches, rounds, buffer,
            following, chunk.last, chunk.whole_matches, numbers,
        )  # fmt: skip
        yield buffer[:filled]


def _from_views(chunk: Chunk) -> Iterator[RecordArray]:
    of_pack, *of_players = chunk.chance.generate_state(1 + len(chunk.bots), np.uint64).tolist()
    players = [player_of(bot, seed) for bot, seed in zip(chunk.bots, of_players, strict=True)]
    chance = Random(of_pack)
    for number in range(chunk.first, chunk.last + 1):
        yield play_one(chunk.rules, players, number, chunk.whole_matches, chance)


# How many rounds, and how many matches, are one piece of work; they depend on nothing else, since
# the result does on them.
COMPILED_CHUNK: Final = (25_000, 4_000)
SLOW_CHUNK: Final = (50, 5)


def simulate(
    rules: RuleSet | str = "pagat",
    players: int = 3,
    bots: Bot | Sequence[Bot] = "greedy",
    rounds: int | None = None,
    *,
    matches: int | None = None,
    seed: int | None = None,
    rows: bool = False,
    workers: int | Executor | Workers | None = None,
    progress: Callable[[int], object] | None = None,
    each: Callable[[RecordArray], object] | None = None,
    **options: Any,
) -> Simulation:
    """Play many rounds, or whole matches, between bots, and count what happens.

    ``rules`` is a rule set or the name of a preset, of which keyword arguments change options.
    ``bots`` is a level by name or what makes a ``Player`` from a seed, for all seats, or a sequence
    with one for each. Levels whose play is compiled play millions of rounds a second, others
    thousands. Each of ``rounds`` is by itself, as the first of a match;
    the deal moves on with every one, and with every match.

    The result depends on the rules, bots, numbers and ``seed`` alone (an integer not below 0; if
    none is given one is drawn, see ``Simulation.seed``), and not on ``workers``: a number of
    threads (as many as there are cores), any executor of ``concurrent.futures``, or ``Workers``.

    With ``rows`` the result has a row for each round (``schwimmen.simulation.rounds``). ``each`` is
    called with the rows as they come, in their order, so that they need not fit into memory all at
    once; ``progress`` with the number of rounds (or matches) done.

    Raises ``RuleSetError`` for the rules or players, ``SchwimmenError`` for bots, numbers and seeds
    that cannot be, ``WorkersLost`` when nobody is left to do the work.

    >>> found = simulate("pagat", players=3, bots=["greedy", "random", "random"], rounds=2000,
    ...                  seed=1)
    >>> found.rounds, [bot.bot for bot in found.by_bot]
    (2000, ['greedy', 'random'])
    >>> greedy, chance = found.by_bot
    >>> greedy.lost.mean < chance.lost.mean
    True
    """
    rules = RuleSet.of(rules, **options)
    rules.check_players(whole_number("players", players, 2))
    table = seated([bots] if isinstance(bots, str) or callable(bots) else bots, players)
    if (rounds is None) == (matches is None):
        raise SchwimmenError("a number of rounds or of matches is needed, and not both")
    whole_matches = matches is not None
    asked = rounds if matches is None else matches
    number = whole_number("matches" if whole_matches else "rounds", asked, 1)
    seed = random.SystemRandom().getrandbits(32) if seed is None else whole_number("seed", seed, 0)
    size = (COMPILED_CHUNK if all_compiled(table) else SLOW_CHUNK)[whole_matches]
    whole = Chunk(
        rules=rules,
        bots=table,
        whole_matches=whole_matches,
        seed=seed,
        number=0,
        first=0,
        last=number - 1,
        with_rows=rows or each is not None,
        sources=source_digest("simulation"),
    )
    chunks = _cut(whole, size)
    total: Tallies | None = None
    kept: list[RecordArray] = []
    done = 0
    with closing(run_chunks(play_chunk, chunks, workers_of(workers))) as played:
        for tallies, its_rows in played:
            total = tallies if total is None else total.plus(tallies)
            if rows and its_rows is not None:
                kept.append(its_rows)
            if each and its_rows is not None:
                each(its_rows)
            done = min(number, done + size)
            if progress:
                progress(done)
    assert total is not None
    all_rows = np.concatenate(kept) if rows else None
    return figures(rules, names_of(table), seed, whole_matches, total, all_rows)


def _cut(whole: Chunk, size: int) -> Iterator[Chunk]:
    """Pieces of so many matches."""
    for number, first in enumerate(range(whole.first, whole.last + 1, size)):
        yield replace(whole, number=number, first=first, last=min(whole.last, first + size - 1))


def workers_of(given: int | Executor | Workers | None) -> Workers:
    """The workers meant by what a caller may say of them."""
    if isinstance(given, Workers):
        return given
    if isinstance(given, Executor):
        return Workers(given, cpu_count())
    return threads(cpu_count() if given is None else whole_number("workers", given, 1))
