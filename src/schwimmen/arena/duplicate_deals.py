"""Duplicate deals and matches, each played once from every seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import add, mul
from random import Random
from typing import Annotated, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, entry
from schwimmen.players.level_players import LevelPlayer
from schwimmen.players.policies import COMPILED_LEVELS, Policies, all_compiled, policies_of
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
from schwimmen.rules.ruleset import RuleSet
from schwimmen.simulation.bots import Bot, player_of
from schwimmen.simulation.decisions import Decision
from schwimmen.simulation.rounds import play_player_rows, play_round
from schwimmen.simulation.statistics import FULL_WIN
from schwimmen.simulation.transcript import Transcript

from .advantages import OpenAdvantages, ViewAdvantages, baseline_of

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
    ``aivat``, the advantages over its baseline are found, too. A chunk with records or decisions,
    those of contest number ``contest``, is played from views, with the same result.
    """

    rules: RuleSet
    bots: tuple[Bot, ...]
    whole_matches: bool
    seed: int
    first: int
    last: int
    aivat: bool = False
    contest: int = 0
    with_records: bool = False
    with_decisions: bool = False

    @property
    def seeds(self) -> Rng:
        """Generator that all units are seeded from; deals and matches have different ones."""
        sequence = np.random.SeedSequence(self.seed, spawn_key=(int(self.whole_matches),))
        return new_rng(int(sequence.generate_state(1, np.uint64)[0]))

    @property
    def compiled(self) -> bool:
        """Whether compiled code plays the chunk."""
        views = self.aivat or self.with_records or self.with_decisions
        return all_compiled(self.bots) and not views


class UnitSums(NamedTuple):
    """Sums over deals or matches, the units; ``bots`` has three sums for each bot.

    The sample of a unit is taken over all its rotations: for matches the shares won, in parts of
    ``FULL_WIN``; for deals ``seats`` times the bot's score less the scores of all seats, which is
    ``seats - 1`` times the difference of its score and the mean of the others. The three sums are
    those of its scores, of its samples and of their squares. They are Python's whole numbers, which
    unlike an array's cannot overflow. ``advantages`` are the sums of the advantages for the first
    bot, in parts of ``ADVANTAGE_UNIT`` of such samples, of their squares and of their products with
    its samples. ``forfeits`` has the number of deals or matches that each bot has forfeited.
    """

    units: int
    rounds: int
    decisions: int
    bots: tuple[tuple[int, int, int], ...]
    forfeits: tuple[int, ...]
    advantages: tuple[int, int, int] = (0, 0, 0)

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
                self.advantages[2] + other.advantages[2],
            ),
        )


def empty_sums(seats: int) -> UnitSums:
    """Return sums before the first unit."""
    return UnitSums(0, 0, 0, ((0, 0, 0),) * seats, (0,) * seats)


class UnitResult(NamedTuple):
    """Result of a chunk; ``records`` and ``decisions`` only if requested."""

    sums: UnitSums
    records: list[str]
    decisions: list[Decision]


def play_units(chunk: UnitChunk) -> UnitResult:
    """Play the deals or matches of a chunk and return the sums of their samples."""
    played = unit_values(chunk)
    values, counts = played.values, played.counts
    totals = values.sum(axis=2)
    seats = len(chunk.bots)
    rotations = np.arange(seats)
    bots = []
    products = 0
    for place in range(seats):
        own = values[:, rotations, (place + rotations) % seats]
        samples = (own if chunk.whole_matches else seats * own - totals).sum(axis=1)
        bots.append((int(own.sum()), int(samples.sum()), int((samples * samples).sum())))
        if place == 0:
            products = sum(map(mul, samples.tolist(), played.advantages))
    sums = UnitSums(
        len(values),
        int(counts[0]),
        int(counts[1]),
        tuple(bots),
        tuple(played.forfeits),
        (sum(played.advantages), sum(one * one for one in played.advantages), products),
    )
    return UnitResult(sums, played.transcript.records, played.transcript.decisions)


class PlayedUnits(NamedTuple):
    """Units of a chunk; ``values`` and ``counts`` are as ``play_rotations`` writes them.

    ``forfeits`` has the number of rounds or matches that each bot has forfeited, ``advantages``,
    with ``aivat``, those of each unit.
    """

    values: Values
    counts: Values
    forfeits: list[int]
    advantages: list[int]
    transcript: Transcript


def unit_values(chunk: UnitChunk) -> PlayedUnits:
    """Play the units of a chunk."""
    seats, number = len(chunk.bots), chunk.last - chunk.first + 1
    played = PlayedUnits(
        np.zeros((number, seats, seats), np.int64),
        np.zeros(2, np.int64),
        [0] * seats,
        [0] * number,
        Transcript(chunk.with_records, chunk.with_decisions, {"seed": chunk.seed}),
    )
    with np.errstate(over="ignore"):  # generators overflow, of which uncompiled NumPy warns
        if chunk.compiled:
            _play_compiled(chunk, played)
        else:
            _play_players(chunk, played)
    return played


def _play_compiled(chunk: UnitChunk, played: PlayedUnits) -> None:
    rounds = undealt_round(chunk.rules)
    play_rotations(
        rules_array(chunk.rules),
        policies_of(chunk.rules, [bot for bot in chunk.bots if isinstance(bot, str)]),
        rounds[0].pack.copy(),
        np.zeros(1, MATCH_DTYPE),
        rounds,
        chunk.seeds,
        empty_rngs(1),
        empty_rngs(len(chunk.bots)),
        chunk.first,
        chunk.whole_matches,
        played.values,
        played.counts,
    )


def _play_players(chunk: UnitChunk, played: PlayedUnits) -> None:
    baseline = baseline_of(chunk.bots) if chunk.aivat else None
    for unit, rotations in enumerate(played.values, chunk.first):
        for rotation, scores in enumerate(rotations):
            chance = _UnitRandom(chunk, unit, rotation)
            players = chance.players
            advantages: ViewAdvantages | OpenAdvantages | None = None
            watch = None
            if baseline and baseline.by_view:
                seat = (rotation + baseline.studied[0]) % len(players)
                advantages = players[seat] = ViewAdvantages(
                    players[seat], chunk.rules, baseline, chance.further_seed
                )
            elif baseline:
                advantages = OpenAdvantages(chunk.rules, baseline, rotation, chance.further_seed)
                watch = advantages.add
            losers: list[int] | None = None if chunk.aivat else []
            played.transcript.begin(
                chance.names, contest=chunk.contest, match=unit, seating=rotation
            )
            rows = play_player_rows(
                chunk.rules, players, unit, chunk.whole_matches, chance,
                losers, played.transcript, watch,
            )  # fmt: skip
            for loser in losers or ():
                played.forfeits[loser - rotation] += 1
            if advantages:
                played.advantages[unit - chunk.first] += round(ADVANTAGE_UNIT * advantages.total)
            played.counts[:] += len(rows), rows["decisions"].sum()
            if chunk.whole_matches:
                winners = int(rows[-1]["winners"])
                share = FULL_WIN // winners.bit_count()
                scores[:] = [share * (winners >> seat & 1) for seat in range(len(players))]
            else:
                scores[:] = rows[0]["scores"][: len(players)]


class _UnitRandom(Random):
    """Random generator of a deal or match, with the numbers that compiled code draws.

    ``players`` are those of the seats, ``names`` those of their bots. Compiled levels have new
    random numbers in every round.
    """

    def __init__(self, chunk: UnitChunk, unit: int, rotation: int) -> None:
        super().__init__(0)
        self._cards = chunk.rules.cards
        self._seeds = chunk.seeds
        self._unit = unit
        self._rounds = 0
        self._chance = empty_rngs(1)
        self._rngs = empty_rngs(len(chunk.bots) + 1)
        self._seed_round(0)
        *seeds, self.further_seed = map(int, self._rngs)
        bots = [chunk.bots[seat - rotation] for seat in range(len(chunk.bots))]
        self.players = [player_of(bot, seed) for bot, seed in zip(bots, seeds, strict=True)]
        self.names = [
            bot if isinstance(bot, str) else player.name
            for bot, player in zip(bots, self.players, strict=True)
        ]
        self._levels = [
            (seat, player)
            for seat, (bot, player) in enumerate(zip(bots, self.players, strict=True))
            if bot in COMPILED_LEVELS and isinstance(player, LevelPlayer)
        ]

    def sample(self, population: Sequence[Any], k: int, **_: Any) -> list[Any]:
        """Return the pack of the next round, or the reshuffled talon of the current one."""
        if population == self._cards:
            self._seed_round(self._rounds)
            for seat, player in self._levels:
                player.reseed(int(self._rngs[seat]))
            self._rounds += 1
        cards = np.array(population, np.int8)
        shuffle(self._chance, cards, k)
        order: list[int] = cards.tolist()
        return order

    def _seed_round(self, number: int) -> None:
        seed_round(self._seeds, self._unit, number, self._chance, self._rngs)
