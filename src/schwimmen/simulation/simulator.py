"""Simulation of many rounds, in chunks that any worker can repeat with the same result."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from schwimmen.players.policies import all_compiled, policies_of
from schwimmen.players.random_play import undealt_round
from schwimmen.rules.core.rng import Rng, new_rng
from schwimmen.rules.core.state import MATCH_DTYPE, RecordArray, rules_array
from schwimmen.rules.errors import SchwimmenError, whole_number
from schwimmen.rules.ruleset import RuleSet

from .bots import Bot, bots_by_seat, distinct_names, names_of, player_of
from .decisions import Decision, EachDecision
from .rounds import ROW_DTYPE, play_player_rows, play_rows, row_dtype, trim_rows
from .statistics import Simulation, Tallies, count_rows, empty_tallies, empty_unit, summarize
from .transcript import Transcript, check_writable
from .workers import Workers, run_chunks, workers_of

_BUFFER: Final = 2000  # rows played and then counted while they are in the processor cache


@dataclass(frozen=True, slots=True)
class Chunk:
    """Matches, or rounds, ``first`` to ``last`` of a simulation.

    The seed and ``number``, which counts chunks, determine all its random numbers. A chunk with
    records or decisions is played from views, also by compiled levels.
    """

    rules: RuleSet
    bots: tuple[Bot, ...]
    whole_matches: bool
    seed: int
    number: int
    first: int
    last: int
    with_rows: bool
    with_records: bool = False
    with_decisions: bool = False

    @property
    def chance(self) -> np.random.SeedSequence:
        """Seed of all random numbers in this chunk."""
        return np.random.SeedSequence(self.seed, spawn_key=(self.number,))

    @property
    def compiled(self) -> bool:
        """Whether compiled code plays the chunk."""
        return all_compiled(self.bots) and not (self.with_records or self.with_decisions)


class ChunkResult(NamedTuple):
    """Result of a chunk; ``rows``, ``records`` and ``decisions`` only if requested."""

    tallies: Tallies
    rows: RecordArray | None
    records: list[str]
    decisions: list[Decision]


def play_chunk(chunk: Chunk) -> ChunkResult:
    """Play a chunk of a simulation."""
    names, bot_of = distinct_names(names_of(chunk.bots))
    seats = len(chunk.bots)
    tallies = empty_tallies(chunk.rules, seats, len(names))
    unit = empty_unit(seats, len(names))
    bot_indices = np.array(bot_of, np.int64)
    rules = rules_array(chunk.rules)
    kept = []
    transcript = Transcript(chunk.with_records, chunk.with_decisions, {"seed": chunk.seed})
    with np.errstate(over="ignore"):  # generators overflow, of which uncompiled NumPy warns
        for rows in _play_compiled(chunk) if chunk.compiled else _play_players(chunk, transcript):
            count_rows(rules, rows, bot_indices, tallies, unit, chunk.whole_matches)
            if chunk.with_rows:
                kept.append(trim_rows(rows, seats))
    all_rows = None
    if chunk.with_rows:
        all_rows = np.concatenate(kept) if kept else np.empty(0, row_dtype(seats))
    return ChunkResult(tallies, all_rows, transcript.records, transcript.decisions)


def _play_compiled(chunk: Chunk) -> Iterator[RecordArray]:
    rng: Rng = new_rng(int(chunk.chance.generate_state(1, np.uint64)[0]))
    policies = policies_of(chunk.rules, [bot for bot in chunk.bots if isinstance(bot, str)])
    rounds = undealt_round(chunk.rules)
    cards = rounds[0].pack.copy()
    matches = np.zeros(1, MATCH_DTYPE)
    matches[0].over = 1
    buffer = np.zeros(_BUFFER, ROW_DTYPE)
    rules = rules_array(chunk.rules)
    next_match, filled = chunk.first, _BUFFER
    while filled == _BUFFER:
        filled, next_match = play_rows(
            rules, policies, cards, matches, rounds, buffer,
            next_match, chunk.last, chunk.whole_matches, rng,
        )  # fmt: skip
        yield buffer[:filled]


def _play_players(chunk: Chunk, transcript: Transcript) -> Iterator[RecordArray]:
    pack_seed, *player_seeds = chunk.chance.generate_state(1 + len(chunk.bots), np.uint64).tolist()
    players = [player_of(bot, seed) for bot, seed in zip(chunk.bots, player_seeds, strict=True)]
    chance = Random(pack_seed)
    names = names_of(chunk.bots)
    for number in range(chunk.first, chunk.last + 1):
        transcript.begin(names, match=number)
        yield play_player_rows(
            chunk.rules, players, number, chunk.whole_matches, chance, [], transcript
        )


# Rounds and matches in a chunk; constants, since the result depends on them.
COMPILED_CHUNK: Final = (25_000, 4_000)
PLAYER_CHUNK: Final = (50, 5)


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
    each_record: Callable[[str], object] | None = None,
    each_decision: EachDecision | None = None,
    **options: Any,
) -> Simulation:
    """Play many rounds, or whole matches, between bots, and return statistics.

    ``rules`` is a rule set or the name of a preset, whose options keyword arguments change.
    ``bots`` is the name of a level or a factory that makes a ``Player`` from a seed, for all seats,
    or a sequence with one for each seat. Compiled levels play millions of rounds a second, others
    thousands. Each of ``rounds`` is the first round of its own match; the dealer moves on with
    every round, and with every match.

    The result depends only on the rules, bots, numbers and ``seed`` (an integer from 0 on; by
    default it is drawn, see ``Simulation.seed``), not on ``workers``: a number of threads (by
    default one for each core), an executor of ``concurrent.futures``, or ``Workers``.

    With ``rows`` the result has a row for each round (``schwimmen.simulation.rounds``). ``each`` is
    called with the rows as they come, in order, so that they need not all fit into memory;
    ``progress`` with the number of rounds (or matches) done. ``each_record`` is called with the
    record of each match, or of each round by itself, as a line of JSON, and ``each_decision`` with
    each ``Decision``, both in order. With one of them all bots choose from views, and the same seed
    deals other cards to compiled levels than without.

    Raises ``RuleSetError`` for invalid rules or a wrong number of players, ``SchwimmenError`` for
    invalid bots, numbers and seeds, and for records or decisions with a study pack, and
    ``WorkersLost`` when no workers are left.

    >>> result = simulate("pagat", players=3, bots=["greedy", "random", "random"], rounds=2000,
    ...                  seed=1)
    >>> result.rounds, [bot.bot for bot in result.by_bot]
    (2000, ['greedy', 'random'])
    >>> greedy, random = result.by_bot
    >>> greedy.lost.mean < random.lost.mean
    True
    """
    rules = RuleSet.of(rules, **options)
    rules.check_players(whole_number("players", players, 2))
    if each_record or each_decision:
        check_writable(rules)
    seats = bots_by_seat([bots] if isinstance(bots, str) or callable(bots) else bots, players)
    if (rounds is None) == (matches is None):
        raise SchwimmenError("give either a number of rounds or a number of matches")
    whole_matches = matches is not None
    requested = rounds if matches is None else matches
    number = whole_number("matches" if whole_matches else "rounds", requested, 1)
    seed = random.SystemRandom().getrandbits(32) if seed is None else whole_number("seed", seed, 0)
    whole = Chunk(
        rules=rules,
        bots=seats,
        whole_matches=whole_matches,
        seed=seed,
        number=0,
        first=0,
        last=number - 1,
        with_rows=rows or each is not None,
        with_records=each_record is not None,
        with_decisions=each_decision is not None,
    )
    size = (COMPILED_CHUNK if whole.compiled else PLAYER_CHUNK)[whole_matches]
    chunks = _chunks(whole, size)
    total: Tallies | None = None
    kept: list[RecordArray] = []
    done = 0
    with closing(run_chunks(play_chunk, chunks, workers_of(workers))) as results:
        for tallies, chunk_rows, records, decisions in results:
            total = tallies if total is None else total.plus(tallies)
            if rows and chunk_rows is not None:
                kept.append(chunk_rows)
            if each and chunk_rows is not None:
                each(chunk_rows)
            if each_record:
                for record in records:
                    each_record(record)
            if each_decision:
                for decision in decisions:
                    each_decision(decision)
            done = min(number, done + size)
            if progress:
                progress(done)
    assert total is not None
    all_rows = np.concatenate(kept) if rows else None
    return summarize(rules, names_of(seats), seed, whole_matches, total, all_rows)


def play_decisions(
    rules: RuleSet, bots: tuple[Bot, ...], matches: int, seed: int, workers: Workers, done: int
) -> Generator[tuple[int, list[Decision]], None, None]:
    """Yield the decisions of whole matches, with the number of matches done after each batch.

    They are those of ``simulate`` with the same arguments, without the batches up to the one after
    which ``done`` matches were done.
    """
    whole = Chunk(
        rules=rules,
        bots=bots,
        whole_matches=True,
        seed=seed,
        number=0,
        first=0,
        last=matches - 1,
        with_rows=False,
        with_decisions=True,
    )
    size = PLAYER_CHUNK[True]
    chunks = _chunks(whole, size, begin=-(-done // size))
    with closing(run_chunks(play_chunk, chunks, workers)) as results:
        for result in results:
            done = min(matches, done + size)
            yield done, result.decisions


def _chunks(whole: Chunk, size: int, begin: int = 0) -> Iterator[Chunk]:
    """Yield chunks of ``size`` rounds or matches of a whole simulation, from ``begin`` on."""
    firsts = range(whole.first, whole.last + 1, size)
    for number, first in enumerate(firsts[begin:], begin):
        yield replace(whole, number=number, first=first, last=min(whole.last, first + size - 1))
