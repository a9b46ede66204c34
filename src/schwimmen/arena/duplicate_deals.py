"""Duplicate deals and matches, each played once from every seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import add
from random import Random
from typing import Annotated, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, entry, source_digest
from schwimmen.players.policies import Policies, all_compiled, policies_of
from schwimmen.players.random_play import undealt_round
from schwimmen.rules.core.bits import popcount
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.rng import Rng, new_rng, shuffle, spawn
from schwimmen.rules.core.settlement import active_seats, begin_match, settle
from schwimmen.rules.core.state import (
    MATCH_DTYPE,
    MatchArray,
    PackOfCards,
    RoundArray,
    RulesArray,
    rules_array,
)
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.ruleset import RuleSet
from schwimmen.simulation.bots import Bot, names_of, player_of
from schwimmen.simulation.rounds import play_player_rows, play_round
from schwimmen.simulation.statistics import FULL_WIN

from .advantages import AdvantagePlayer

Values = NDArray[np.int64]

ADVANTAGE_UNIT: Final = 2**20
"""Number of parts of a unit of score in which advantages are counted."""


@entry
def seed_round(seeds: Rng, unit: int, number: int, chance: Rng, rngs: Rng) -> None:
    """Seed the random generators of a round from the numbers of its unit and itself.

    A unit is a deal or a match. The generators depend on ``seeds[0]`` and these two numbers alone,
    so that a round is dealt the same pack in every rotation: ``chance`` is the generator of pack
    and talon, ``rngs`` has one for the choices of each seat.
    """
    seed = spawn(spawn(seeds[0], unit), number)
    chance[0] = spawn(seed, 0)
    for seat in range(len(rngs)):
        rngs[seat] = spawn(seed, 1 + seat)


@entry(long=True)
def play_rotations(
    rules: RulesArray,
    policies: Policies,
    cards: PackOfCards,
    matches: MatchArray,
    rounds: RoundArray,
    seeds: Rng,
    chance: Rng,
    rngs: Annotated[Rng, Array(np.uint64, LengthOf("policies.seats"))],
    first: int,
    whole_matches: bool,
    values: Annotated[
        Values, Array(np.int64, 0, LengthOf("policies.seats"), LengthOf("policies.seats"))
    ],
    counts: Annotated[Values, Array(np.int64, 2)],
) -> None:
    """Play ``len(values)`` deals or matches, from number ``first`` on, in all rotations.

    ``values[unit, rotation, seat]`` becomes the lives that the seat lost (or its points, doubled),
    or its share of the match won, when the first policy sits at seat ``rotation``. ``counts`` is
    increased by the numbers of rounds and decisions.
    """
    match = matches[0]
    state = rounds[0]
    seats = len(policies.seats)
    for unit in range(len(values)):
        for rotation in range(seats):
            begin_match(rules[0], match, seats, (first + unit) % seats)
            while not match.over:
                seed_round(seeds, first + unit, match.rounds, chance, rngs)
                for place in range(len(cards)):
                    state.pack[place] = cards[place]
                shuffle(chance, state.pack, rules[0].pack_size)
                deal(rules[0], state, seats, active_seats(match), match.dealer, match.leader)
                counts[0] += 1
                counts[1] += play_round(rules[0], policies, rotation, state, chance, rngs)
                if not whole_matches:
                    break
                settle(rules[0], match, state)
            for seat in range(seats):
                if whole_matches:
                    share = FULL_WIN // popcount(int(match.winners))
                    values[unit, rotation, seat] = share * (int(match.winners) >> seat & 1)
                else:
                    values[unit, rotation, seat] = state.score[seat]


def empty_rngs(number: int) -> Rng:
    """Return an array for the states of ``number`` random generators."""
    return np.zeros(number, np.uint64)


@dataclass(frozen=True, slots=True)
class UnitChunk:
    """Deals, or matches, number ``first`` to ``last``, between bots in clockwise order.

    The seed and the number of a deal or match determine all its random numbers, for any bots. With
    ``aivat``, the advantages of the first bot are found, too; the others are compiled levels then.
    ``sources`` is the digest of the code that made the chunk; workers with other code refuse it.
    """

    rules: RuleSet
    bots: tuple[Bot, ...]
    whole_matches: bool
    seed: int
    first: int
    last: int
    sources: str
    aivat: bool = False

    @property
    def seeds(self) -> Rng:
        """Generator that all units are seeded from; deals and matches have different ones."""
        sequence = np.random.SeedSequence(self.seed, spawn_key=(int(self.whole_matches),))
        return new_rng(int(sequence.generate_state(1, np.uint64)[0]))


class UnitSums(NamedTuple):
    """Sums over deals or matches, the units; ``bots`` has three sums for each bot.

    The sample of a unit is taken over all its rotations: for matches the shares won, in parts of
    ``FULL_WIN``; for deals ``seats`` times the bot's score less the scores of all seats, which is
    ``seats - 1`` times the difference of its score and the mean of the others. The three sums are
    those of its scores, of its samples and of their squares. They are Python's whole numbers, which
    unlike an array's cannot overflow. ``advantages`` are the sums of the first bot's advantages and
    of their squares, as such samples in parts of ``ADVANTAGE_UNIT``. ``forfeits`` has the number of
    deals or matches that each bot has forfeited.
    """

    units: int
    rounds: int
    decisions: int
    bots: tuple[tuple[int, int, int], ...]
    forfeits: tuple[int, ...]
    advantages: tuple[int, int] = (0, 0)

    def plus(self, other: UnitSums) -> UnitSums:
        """Return the sum of these and other sums."""
        return UnitSums(
            self.units + other.units,
            self.rounds + other.rounds,
            self.decisions + other.decisions,
            tuple(
                (mine[0] + its[0], mine[1] + its[1], mine[2] + its[2])
                for mine, its in zip(self.bots, other.bots, strict=True)
            ),
            tuple(map(add, self.forfeits, other.forfeits)),
            (
                self.advantages[0] + other.advantages[0],
                self.advantages[1] + other.advantages[1],
            ),
        )


def empty_sums(seats: int) -> UnitSums:
    """Return sums before the first unit."""
    return UnitSums(0, 0, 0, ((0, 0, 0),) * seats, (0,) * seats)


def play_units(chunk: UnitChunk) -> UnitSums:
    """Play the deals or matches of a chunk and return the sums of their samples.

    Raises ``SchwimmenError`` if the chunk was made by other code.
    """
    if chunk.sources != source_digest("arena"):
        raise SchwimmenError("the workers run another version of schwimmen than this one")
    advantages = [0] * (chunk.last - chunk.first + 1)
    seats = len(chunk.bots)
    forfeits = [0] * seats
    values, counts = unit_values(chunk, advantages, forfeits)
    totals = values.sum(axis=2)
    rotations = np.arange(seats)
    bots = []
    for place in range(seats):
        own = values[:, rotations, (place + rotations) % seats]
        samples = (own if chunk.whole_matches else seats * own - totals).sum(axis=1)
        bots.append((int(own.sum()), int(samples.sum()), int((samples * samples).sum())))
    return UnitSums(
        len(values),
        int(counts[0]),
        int(counts[1]),
        tuple(bots),
        tuple(forfeits),
        (sum(advantages), sum(one * one for one in advantages)),
    )


def unit_values(
    chunk: UnitChunk, advantages: list[int] | None = None, forfeits: list[int] | None = None
) -> tuple[Values, Values]:
    """Return the values of all seats and the counts, both as ``play_rotations`` writes them.

    With ``aivat``, the first bot's advantage in each unit is added to ``advantages``. Otherwise the
    number of rounds or matches that each bot forfeits is added to ``forfeits``.
    """
    with np.errstate(over="ignore"):  # generators overflow, of which uncompiled NumPy warns
        if all_compiled(chunk.bots) and not chunk.aivat:
            return _play_compiled(chunk)
        return _play_players(chunk, advantages, None if chunk.aivat else forfeits)


def _play_compiled(chunk: UnitChunk) -> tuple[Values, Values]:
    seats = len(chunk.bots)
    values, counts = _empty_values(chunk)
    rounds = undealt_round(chunk.rules)
    play_rotations(
        rules_array(chunk.rules),
        policies_of(chunk.rules, [bot for bot in chunk.bots if isinstance(bot, str)]),
        rounds[0].pack.copy(),
        np.zeros(1, MATCH_DTYPE),
        rounds,
        chunk.seeds,
        empty_rngs(1),
        empty_rngs(seats),
        chunk.first,
        chunk.whole_matches,
        values,
        counts,
    )
    return values, counts


def _play_players(
    chunk: UnitChunk, advantages: list[int] | None, forfeits: list[int] | None
) -> tuple[Values, Values]:
    seats = len(chunk.bots)
    values, counts = _empty_values(chunk)
    for unit, rotations in enumerate(values, chunk.first):
        for rotation, scores in enumerate(rotations):
            chance = _UnitRandom(chunk, unit)
            players = [
                player_of(chunk.bots[seat - rotation], seed)
                for seat, seed in enumerate(chance.seat_seeds)
            ]
            if chunk.aivat:
                first = AdvantagePlayer(
                    players[rotation], chunk.rules, names_of(chunk.bots[1:]), chance.further_seed
                )
                players[rotation] = first
            losers: list[int] | None = None if forfeits is None else []
            rows = play_player_rows(chunk.rules, players, unit, chunk.whole_matches, chance, losers)
            for loser in losers or ():
                assert forfeits is not None
                forfeits[loser - rotation] += 1
            if chunk.aivat and advantages is not None:
                advantages[unit - chunk.first] += round(ADVANTAGE_UNIT * first.total)
            counts += len(rows), rows["decisions"].sum()
            if chunk.whole_matches:
                winners = int(rows[-1]["winners"])
                share = FULL_WIN // winners.bit_count()
                scores[:] = [share * (winners >> seat & 1) for seat in range(seats)]
            else:
                scores[:] = rows[0]["scores"][:seats]
    return values, counts


def _empty_values(chunk: UnitChunk) -> tuple[Values, Values]:
    seats = len(chunk.bots)
    number = chunk.last - chunk.first + 1
    return np.zeros((number, seats, seats), np.int64), np.zeros(2, np.int64)


class _UnitRandom(Random):
    """Random generator of a deal or match, with the numbers that compiled code draws."""

    def __init__(self, chunk: UnitChunk, unit: int) -> None:
        super().__init__(0)
        self._cards = chunk.rules.cards
        self._seeds = chunk.seeds
        self._unit = unit
        self._rounds = 0
        self._chance = empty_rngs(1)
        self._rngs = empty_rngs(len(chunk.bots) + 1)
        self._seed_round(0)
        *self.seat_seeds, self.further_seed = map(int, self._rngs)

    def sample(self, population: Sequence[Any], k: int, **_: Any) -> list[Any]:
        """Return the pack of the next round, or the reshuffled talon of the current one."""
        if population == self._cards:
            self._seed_round(self._rounds)
            self._rounds += 1
        cards = np.array(population, np.int8)
        shuffle(self._chance, cards, k)
        order: list[int] = cards.tolist()
        return order

    def _seed_round(self, number: int) -> None:
        seed_round(self._seeds, self._unit, number, self._chance, self._rngs)
