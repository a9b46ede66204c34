"""What is counted over many rounds: whole numbers only, so that sums are exact in any order."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.bits import count
from schwimmen.rules.compiled import compiled
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.state import CAP, Records

Counts = NDArray[np.int64]

VALUES: Final = 2 * 41 + 1  # no hand is worth more (R15, R30)

# What is counted of a group of seats, over the units that are independent of each other: rounds,
# or matches if those were played.
LOST: Final = 0  # rounds lost
SCORE: Final = 1  # lives lost, or doubled points
WON: Final = 2  # shares of matches won, in parts of ``WHOLE``
MEASURES: Final = 3
WHOLE: Final = 2520  # any number of winners up to ten can share it
# The sums that a mean and its standard error need: ``s`` is what a group scored in one unit, ``n``
# how often it was counted there.
SUM_N, SUM_S, SUM_NN, SUM_NS, SUM_SS = range(5)
SUMS: Final = 5


class Tallies(NamedTuple):
    """Counts over rounds; they add up. ``bots`` are kinds of players, each at one seat or more.

    ``rounds``, ``decisions`` and ``matches`` are one number each; ``lengths`` is the sum of the
    squared lengths of matches in rounds. ``turns[t]`` rounds had ``t`` turns. ``ends[code, dealt]``
    rounds ended so. ``values[bot, v]`` hands were worth ``v / 2`` at the showdown.
    ``closings[bot, t, paid]`` rounds were closed in the player's own turn ``t``; those that paid
    were not lost. ``groups[group, measure, sum]``: the groups are the bots, then the places in the
    order of play.
    """

    rounds: Counts
    decisions: Counts
    matches: Counts
    lengths: Counts
    turns: Counts
    ends: Counts
    values: Counts
    closings: Counts
    groups: Counts

    def plus(self, other: Tallies) -> Tallies:
        """Both together."""
        return Tallies(*(mine + its for mine, its in zip(self, other, strict=True)))


def no_tallies(rules: RuleSet, seats: int, bots: int) -> Tallies:
    """Nothing counted yet."""
    longest = rules.turn_cap * seats + 1

    def zeros(*shape: int) -> Counts:
        return np.zeros(shape, np.int64)

    return Tallies(
        rounds=zeros(1),
        decisions=zeros(1),
        matches=zeros(1),
        lengths=zeros(1),
        turns=zeros(longest),
        ends=zeros(CAP + 1, 2),
        values=zeros(bots, VALUES),
        closings=zeros(bots, longest, 2),
        groups=zeros(bots + seats, MEASURES, SUMS),
    )


def no_unit(seats: int, bots: int) -> Counts:
    """Room for what the groups scored in one unit."""
    return np.zeros((bots + seats, MEASURES, 2), np.int64)


@compiled
def tally(
    rules: Records, rows: Records, bot_of: Any, tallies: Any, unit: Any, whole_matches: bool
) -> None:
    """Count rows. ``bot_of`` has the bot of every seat, ``unit`` what was left by rows before."""
    bots = len(tallies.values)
    for place in range(len(rows)):
        row = rows[place]
        tallies.rounds[0] += 1
        tallies.decisions[0] += row.decisions
        tallies.turns[row.turns] += 1
        tallies.ends[row.end, row.dealt] += 1
        seat = int(row.leader)
        for order in range(count(int(row.active))):
            while not int(row.active) >> seat & 1:
                seat = (seat + 1) % len(bot_of)
            bot = bot_of[seat]
            score = int(row.scores[seat])
            lost = int(score <= 0 if rules[0].points else score > 0)
            tallies.values[bot, row.values[seat]] += 1
            if int(row.closed) >> seat & 1:
                tallies.closings[bot, row.turns_of[seat], 1 - lost] += 1
            for group in (bot, bots + order):
                unit[group, LOST, 0] += 1
                unit[group, LOST, 1] += lost
                unit[group, SCORE, 0] += 1
                unit[group, SCORE, 1] += score
            seat = (seat + 1) % len(bot_of)
        if whole_matches and row.winners:
            tallies.matches[0] += 1
            tallies.lengths[0] += int(row.number) * int(row.number)
            share = WHOLE // count(int(row.winners))
            for winner in range(len(bot_of)):
                unit[bot_of[winner], WON, 0] += 1
                unit[bot_of[winner], WON, 1] += share * (int(row.winners) >> winner & 1)
        if row.winners or not whole_matches:
            _close_unit(tallies.groups, unit)


@compiled
def _close_unit(groups: Any, unit: Any) -> None:
    for group in range(len(unit)):
        for measure in range(MEASURES):
            n = unit[group, measure, 0]
            s = unit[group, measure, 1]
            groups[group, measure, SUM_N] += n
            groups[group, measure, SUM_S] += s
            groups[group, measure, SUM_NN] += n * n
            groups[group, measure, SUM_NS] += n * s
            groups[group, measure, SUM_SS] += s * s
            unit[group, measure, 0] = 0
            unit[group, measure, 1] = 0
