"""Bounds of the exploitability of a blueprint in the full game; see ``exploitability.py``.

Roots are drawn at random: a hand of the leader with the table, or a hand of the dealer with samples
of the extra hand. One more own turn is estimated by the change that it makes on fewer roots, and
changes are added up (multilevel Monte Carlo: Giles, Multilevel Monte Carlo path simulation, 2008).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from benchmarks.harness import print_table
from schwimmen.analysis.solving.response_bounds import BlueprintResponder, Bounds
from schwimmen.arena.confidence import Interval, interval_of_mean
from schwimmen.players.blueprint.policy_table import blueprint_for
from schwimmen.rules import RuleSet, mask_of

FOLDS = 2
EXTRA_HANDS = 2  # of each fold
DEALERS_SHARE = 0.75  # of the time: a root of the dealer takes longer
SEED = 31
_UNIT = 1_000_000

Respond = Callable[[BlueprintResponder, Random], Bounds]


@dataclass(frozen=True)
class Level:
    """Changes of the bounds by the last of the searched turns, one for each root."""

    changes: Sequence[Bounds]
    states: float
    """Information states a root."""
    seconds: float
    """Processor time a root."""

    def interval(self, bound: int, parts: int = 1) -> Interval:
        """Return the mean change of the lower (0) or upper bound (1), divided by ``parts``."""
        whole = [round(_UNIT * change[bound]) for change in self.changes]
        squares = sum(change * change for change in whole)
        return interval_of_mean(len(whole), sum(whole), squares, _UNIT * parts)


def as_leader(responder: BlueprintResponder, chance: Random) -> Bounds:
    cards = chance.sample(responder.rules.cards, 6)
    return responder.as_leader(mask_of(cards[:3]), mask_of(cards[3:]))


def as_dealer(responder: BlueprintResponder, chance: Random) -> Bounds:
    cards = responder.rules.cards
    hand = chance.sample(cards, 3)
    rest = [card for card in cards if card not in hand]
    folds = [[mask_of(chance.sample(rest, 3)) for _ in range(EXTRA_HANDS)] for _ in range(FOLDS)]
    return responder.as_dealer(mask_of(hand), folds)


def change_of(rules: RuleSet, turns: int, respond: Respond, seconds: float) -> Level:
    """Return the changes of the bounds by the last of some turns, as many as the time allows."""
    blueprint = blueprint_for(rules, 2)
    responder, before = (
        BlueprintResponder(rules, blueprint, number, SEED) for number in (turns, max(0, turns - 1))
    )
    changes: list[Bounds] = []
    taken = 0.0
    begin = time.process_time()
    while len(changes) < 2 or time.process_time() - begin < seconds:
        root = f"{SEED} {turns} {len(changes)}"
        responder.seed = before.seed = len(changes)
        start = time.process_time()
        lower, upper = respond(responder, Random(root))
        taken += time.process_time() - start
        if turns:
            less, more = respond(before, Random(root))
            lower, upper = lower - less, upper - more
        changes.append(Bounds(lower, upper))
    return Level(changes, responder.visited / len(changes), taken / len(changes))


def rows(turns: int, seconds: float, levels: list[tuple[Level, Level]]) -> Iterator[list[str]]:
    """Yield a row for each number of own turns up to ``turns``; append its levels, by seat."""
    rules = RuleSet("pagat")
    totals: list[Interval] = []
    for number in range(turns + 1):
        share = seconds / (turns + 1)
        leader = change_of(rules, number, as_leader, (1 - DEALERS_SHARE) * share)
        dealer = change_of(rules, number, as_dealer, DEALERS_SHARE * share)
        levels.append((leader, dealer))
        found = [level.interval(bound) for level in (leader, dealer) for bound in (0, 1)]
        found += [leader.interval(bound, 2).plus(dealer.interval(bound, 2)) for bound in (0, 1)]
        totals = list(map(Interval.plus, totals, found)) or found
        yield [
            f"{number}",
            *map(text, totals),
            f"{len(leader.changes):,} / {len(dealer.changes):,}",
            f"{leader.states:,.0f} / {dealer.states:,.0f}",
            f"{leader.seconds:.2f} / {dealer.seconds:.2f}",
        ]


def text(interval: Interval) -> str:
    assert interval.high is not None
    return f"{interval.mean:.3f} ± {interval.high - interval.mean:.3f}"


def bound(turns: int, seconds: float) -> None:
    """Print the bounds of the blueprint's exploitability, for more and more searched turns."""
    head = ["own turns searched"]
    for gain in ("leader gains", "dealer gains", "exploitability"):
        head += [f"{gain}, at least", "at most"]
    head += ["roots, leader / dealer", "information states a root", "seconds a root"]
    levels: list[tuple[Level, Level]] = []
    print("in lives a round, with 95 % confidence intervals; seconds of processor time\n")
    print_table(head, rows(turns, seconds, levels))
    if turns:
        states, taken = (
            " and ".join(
                f"{getattr(now, cost) ** 2 / getattr(before, cost):,.0f}"
                for before, now in zip(levels[-2], levels[-1], strict=True)
            )
            for cost in ("states", "seconds")
        )
        print(f"\nOne turn more: about {states} information states, {taken} seconds a root.")
