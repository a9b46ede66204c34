"""Deals and matches between compiled policies, each played once from every seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.players.policies import Policies, all_compiled, policies_of
from schwimmen.players.random_play import undealt_round
from schwimmen.rules.core.bits import popcount
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.jit import jit, source_digest
from schwimmen.rules.core.rng import Rng, new_rng, shuffle, spawn
from schwimmen.rules.core.settlement import active_seats, begin_match, settle
from schwimmen.rules.core.state import MATCH_DTYPE, RecordArray, rules_array
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.ruleset import RuleSet
from schwimmen.simulation.bots import Bot, player_of
from schwimmen.simulation.rounds import play_one, play_round
from schwimmen.simulation.statistics import WHOLE


@jit
def draw_chance(seeds: Any, unit: int, number: int, chance: Any, streams: Any) -> None:
    """Begin the streams of a round, by its number, in a deal or match, the unit.

    They follow from ``seeds[0]``, unit and number alone, so that the round is dealt the same pack
    whoever sits where: ``chance`` is the stream of pack and talon, ``streams`` has one for what
    each seat chooses at random.
    """
    seed = spawn(spawn(seeds[0], unit), number)
    chance[0] = spawn(seed, 0)
    for seat in range(len(streams)):
        streams[seat] = spawn(seed, 1 + seat)


@jit
def play_units(
    rules: RecordArray,
    policies: Policies,
    cards: Any,
    matches: RecordArray,
    rounds: RecordArray,
    seeds: Rng,
    chance: Rng,
    streams: Rng,
    first: int,
    whole_matches: bool,
    values: Any,
    played: Any,
) -> None:
    """Play the deals, or matches, from number ``first`` on, as many as there is room for.

    ``values[unit, turned, seat]`` becomes what the seat lost (or made, in doubled points), or its
    share of the match won, when the first policy sits at seat ``turned``. ``played`` counts rounds
    and decisions.
    """
    match = matches[0]
    state = rounds[0]
    seats = len(policies.seats)
    for unit in range(len(values)):
        for turned in range(seats):
            begin_match(rules[0], match, seats, (first + unit) % seats)
            while not match.over:
                draw_chance(seeds, first + unit, match.rounds, chance, streams)
                for place in range(len(cards)):
                    state.pack[place] = cards[place]
                shuffle(chance, state.pack, rules[0].pack_size)
                deal(rules[0], state, seats, active_seats(match), match.dealer, match.leader)
                played[0] += 1
                played[1] += play_round(rules[0], policies, turned, state, chance, streams)
                if not whole_matches:
                    break
                settle(rules[0], match, state)
            for seat in range(seats):
                if whole_matches:
                    share = WHOLE // popcount(int(match.winners))
                    values[unit, turned, seat] = share * (int(match.winners) >> seat & 1)
                else:
                    values[unit, turned, seat] = state.score[seat]


def no_streams(number: int) -> Rng:
    """Room for streams."""
    return np.zeros(number, np.uint64)


Values = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Units:
    """Deals, or matches, number ``first`` to ``last``, between bots in clockwise order.

    All chance in each follows from the seed and its number, whoever plays. ``sources`` is a hash of
    the code that asked for it: other code may play otherwise.
    """

    rules: RuleSet
    bots: tuple[Bot, ...]
    whole_matches: bool
    seed: int
    first: int
    last: int
    sources: str

    @property
    def seeds(self) -> Rng:
        """What the chance of every unit branches off; deals and matches share none."""
        chance = np.random.SeedSequence(self.seed, spawn_key=(int(self.whole_matches),))
        return new_rng(int(chance.generate_state(1, np.uint64)[0]))


class Sums(NamedTuple):
    """What was counted over units; ``bots`` has by place three sums for each.

    A unit's sample is taken over all its rotations: of matches the shares won, in parts of
    ``WHOLE``; of deals ``seats`` times what the bot scored less what all scored together, that is
    ``seats - 1`` times its own score less the mean of the others. The sums are those of its own
    scores, of the samples and of their squares. They have no limit, as an array's would.
    """

    units: int
    rounds: int
    decisions: int
    bots: tuple[tuple[int, int, int], ...]

    def plus(self, other: Sums) -> Sums:
        """Both together."""
        return Sums(
            self.units + other.units,
            self.rounds + other.rounds,
            self.decisions + other.decisions,
            tuple(
                (mine[0] + its[0], mine[1] + its[1], mine[2] + its[2])
                for mine, its in zip(self.bots, other.bots, strict=True)
            ),
        )


def no_sums(seats: int) -> Sums:
    """Nothing played yet."""
    return Sums(0, 0, 0, ((0, 0, 0),) * seats)


def play_all(units: Units) -> Sums:
    """Play units and add up their samples.

    Raises ``SchwimmenError`` where the code is not that of whoever asked for it.
    """
    if units.sources != source_digest("arena"):
        raise SchwimmenError("the workers run another version of schwimmen than this one")
    values, played = values_of(units)
    seats = len(units.bots)
    totals = values.sum(axis=2)
    turned = np.arange(seats)
    bots = []
    for place in range(seats):
        own = values[:, turned, (place + turned) % seats]
        samples = (own if units.whole_matches else seats * own - totals).sum(axis=1)
        bots.append((int(own.sum()), int(samples.sum()), int((samples * samples).sum())))
    return Sums(len(values), int(played[0]), int(played[1]), tuple(bots))


def values_of(units: Units) -> tuple[Values, Values]:
    """What every seat scored in each rotation of each unit, as ``play_units`` writes it.

    And how many rounds and decisions that took.
    """
    with np.errstate(over="ignore"):  # streams wrap around, which NumPy tells if not compiled
        return _compiled(units) if all_compiled(units.bots) else _from_views(units)


def _compiled(units: Units) -> tuple[Values, Values]:
    seats = len(units.bots)
    values, played = _room(units)
    rounds = undealt_round(units.rules)
    play_units(
        rules_array(units.rules),
        policies_of(units.rules, [bot for bot in units.bots if isinstance(bot, str)]),
        rounds[0].pack.copy(),
        np.zeros(1, MATCH_DTYPE),
        rounds,
        units.seeds,
        no_streams(1),
        no_streams(seats),
        units.first,
        units.whole_matches,
        values,
        played,
    )
    return values, played


def _from_views(units: Units) -> tuple[Values, Values]:
    seats = len(units.bots)
    values, played = _room(units)
    for unit, rotations in enumerate(values, units.first):
        for turned, scores in enumerate(rotations):
            chance = _UnitChance(units, unit)
            players = [
                player_of(units.bots[seat - turned], seed)
                for seat, seed in enumerate(chance.of_seats)
            ]
            rows = play_one(units.rules, players, unit, units.whole_matches, chance)
            played += len(rows), rows["decisions"].sum()
            if units.whole_matches:
                winners = int(rows[-1]["winners"])
                share = WHOLE // winners.bit_count()
                scores[:] = [share * (winners >> seat & 1) for seat in range(seats)]
            else:
                scores[:] = rows[0]["scores"][:seats]
    return values, played


def _room(units: Units) -> tuple[Values, Values]:
    seats = len(units.bots)
    number = units.last - units.first + 1
    return np.zeros((number, seats, seats), np.int64), np.zeros(2, np.int64)


class _UnitChance(Random):
    """The chance of a unit, drawn as compiled code draws it."""

    def __init__(self, units: Units, unit: int) -> None:
        super().__init__(0)
        self._cards = units.rules.cards
        self._seeds = units.seeds
        self._unit = unit
        self._rounds = 0
        self._chance = no_streams(1)
        self._streams = no_streams(len(units.bots))
        self._begin_round(0)
        self.of_seats = [int(seed) for seed in self._streams]

    def sample(self, population: Sequence[Any], k: int, **_: Any) -> list[Any]:
        """The pack of the next round, or the order of the cards laid aside in the running one."""
        if population == self._cards:
            self._begin_round(self._rounds)
            self._rounds += 1
        cards = np.array(population, np.int8)
        shuffle(self._chance, cards, k)
        order: list[int] = cards.tolist()
        return order

    def _begin_round(self, number: int) -> None:
        draw_chance(self._seeds, self._unit, number, self._chance, self._streams)
