"""What a comparison of bots found out, in figures derived from its sums."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any, Final

from schwimmen.players.policies import all_compiled
from schwimmen.rules.core.jit import source_digest
from schwimmen.rules.errors import SchwimmenError, whole_number
from schwimmen.rules.ruleset import RuleSet
from schwimmen.simulation.bots import Bot, check_opponents, names_of
from schwimmen.simulation.simulator import workers_of
from schwimmen.simulation.statistics import WHOLE
from schwimmen.simulation.workers import Workers, run_chunks

from .confidence import (
    Interval,
    SprtBounds,
    SprtResult,
    interval_of_mean,
    interval_of_share,
    sprt_result,
)
from .duplicate_deals import Sums, Units, no_sums, play_all

FORMAT: Final = "schwimmen-arena/1"


@dataclass(frozen=True, slots=True)
class Contender:
    """How a bot fared in a contest; ``None`` is what was not played.

    ``score`` are the lives it lost a round, or the points it made (R31), ``others`` the mean of all
    other seats, ``diff`` the one less the other: lives are lost, so below 0 is better; in a game
    for points above 0 is. ``won`` is the share of matches it won, of which its part is one in as
    many as there are players.
    """

    bot: str
    score: float | None
    others: float | None
    diff: Interval | None
    won: Interval | None


@dataclass(frozen=True, slots=True)
class Contest:
    """Bots at one table: the first alone against the second at all other seats, or all together.

    Every one of ``deals`` and ``matches`` was played once from every seat, in ``rounds`` rounds
    with ``decisions`` in all. ``contenders`` is the bot that sat alone, or all. ``test`` is that of
    the difference, if there was one.
    """

    bots: tuple[str, ...]
    deals: int
    matches: int
    rounds: int
    decisions: int
    contenders: tuple[Contender, ...]
    test: SprtResult | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of ``compare``.

    ``interrupted`` says that less was played than was asked for.
    """

    rules: RuleSet
    players: int
    bots: tuple[str, ...]
    together: bool
    seed: int
    interrupted: bool
    contests: tuple[Contest, ...]

    @property
    def for_points(self) -> bool:
        """Whether the game is for points (R31), not for lives."""
        return self.rules.scoring == "points"

    @property
    def rounds(self) -> int:
        """All that were played."""
        return sum(contest.rounds for contest in self.contests)

    @property
    def decisions(self) -> int:
        """Those of all players, dealer's choices and renewals included."""
        return sum(contest.decisions for contest in self.contests)

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data, as ``schwimmen arena --format json`` prints it.

        What every key means stands in ``docs/arena.md``.
        """
        return {
            "format": FORMAT,
            "rules": {"preset": self.rules.preset, "options": dict(self.rules.changed)},
            "players": self.players,
            "bots": list(self.bots),
            "together": self.together,
            "seed": self.seed,
            "better": "higher" if self.for_points else "lower",
            "interrupted": self.interrupted,
            "rounds": self.rounds,
            "decisions": self.decisions,
            "contests": [self._contest(contest) for contest in self.contests],
        }

    def _contest(self, contest: Contest) -> dict[str, Any]:
        score = "points" if self.for_points else "lives_lost"
        return {
            "bots": list(contest.bots),
            "deals": contest.deals,
            "matches": contest.matches,
            "contenders": [
                {
                    "bot": contender.bot,
                    score: contender.score,
                    "others": contender.others,
                    "diff": contender.diff and contender.diff.to_dict(),
                    "won": contender.won and contender.won.to_dict(),
                }
                for contender in contest.contenders
            ],
            "test": contest.test and _test(contest.test),
        }


def _test(decision: SprtResult) -> dict[str, Any]:
    bounds = decision.bounds
    return {
        "low": bounds.low,
        "high": bounds.high,
        "alpha": bounds.alpha,
        "beta": bounds.beta,
        "ratio": decision.ratio,
        "accepted": decision.accepted,
    }


def unit_of(rules: RuleSet, seats: int) -> int:
    """What a deal's sample is to be divided by, to be the difference that a contender made."""
    return (2 if rules.scoring == "points" else 1) * seats * (seats - 1)


def stands(bounds: SprtBounds, rules: RuleSet, deals: Sums) -> SprtResult:
    """Where the test of the first bot's difference stands."""
    if not deals.units:
        return sprt_result(bounds, 0, 0.0, 0.0)
    _, total, squares = deals.bots[0]
    unit = unit_of(rules, len(deals.bots))
    mean = total / deals.units
    variance = (squares * deals.units - total * total) / deals.units**2
    return sprt_result(bounds, deals.units, mean / unit, variance / unit**2)


def contender(rules: RuleSet, bot: str, place: int, deals: Sums, matches: Sums) -> Contender:
    """The figures of a bot by its place in a contest."""
    seats = len(deals.bots)
    score = others = diff = won = None
    if deals.units:
        own, total, squares = deals.bots[place]
        diff = interval_of_mean(deals.units, total, squares, unit_of(rules, seats))
        score = own / (deals.units * seats * (2 if rules.scoring == "points" else 1))
        others = score - diff.mean
    if matches.units:
        _, total, squares = matches.bots[place]
        won = interval_of_share(matches.units, total, squares, WHOLE * seats)
    return Contender(bot, score, others, diff, won)


# How many deals, and how many matches, are one piece of work; a test is looked at after each.
_COMPILED: Final = (500, 50)
_SLOW: Final = (4, 1)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a comparison; ``found`` is what was played so far."""

    def __init__(self, found: Comparison) -> None:
        super().__init__()
        self.found = found


def compare(
    rules: RuleSet | str = "pagat",
    players: int = 2,
    bots: Sequence[Bot] = ("greedy", "random"),
    deals: int | None = None,
    *,
    matches: int | None = None,
    together: bool = False,
    test: SprtBounds | None = None,
    seed: int | None = None,
    workers: int | Executor | Workers | None = None,
    progress: Callable[[int], object] | None = None,
    **options: Any,
) -> Comparison:
    """Play bots against each other, and say by how much one is better.

    ``rules`` is a rule set or the name of a preset, of which keyword arguments change options.
    ``bots`` are two or more levels by name or what makes a ``Player`` from a seed. Of two the first
    sits at one seat and the second at all others. Of more each plays so against each (of two
    players once, of more players both ways), or, ``together``, all sit at one table, one a seat.

    ``deals`` are rounds by themselves, ``matches`` are played to their end; either or both. Every
    one is played from every seat: the bots move on by one seat, while the deal, each pack and the
    order of a talon recycled stay the same. One deal's mean over all seats is one sample of the
    difference, one match's of the share won: what cards and seats are worth falls out of both. The
    chance of bots that choose at random stays with the seats.

    With a ``test`` the deals of a contest end as soon as it has decided about the difference.

    The result depends on the rules, bots, numbers and ``seed`` alone (an integer not below 0; if
    none is given one is drawn, see ``Comparison.seed``), and not on ``workers``: a number of
    threads (as many as there are cores), any executor of ``concurrent.futures``, or ``Workers``.
    ``progress`` is called with the number of deals and matches done.

    Raises ``RuleSetError`` for the rules or players, ``SchwimmenError`` for bots, numbers and seeds
    that cannot be, ``WorkersLost`` when nobody is left to do the work, and on Ctrl-C
    ``Interrupted`` with what was played so far.

    >>> found = compare("pagat", 2, ["greedy", "random"], deals=2000, matches=50, seed=1)
    >>> greedy = found.contests[0].contenders[0]
    >>> greedy.diff.high < 0, greedy.won.low > 0.5
    (True, True)
    """
    rules = RuleSet.of(rules, **options)
    rules.check_players(whole_number("players", players, 2))
    given = (bots,) if isinstance(bots, str) else tuple(bots)
    tables = _tables(given, players, together)
    if deals is None and matches is None:
        raise SchwimmenError("a number of deals or of matches is needed")
    if test is not None and deals is None:
        raise SchwimmenError("a test needs a number of deals, the most that it may take")
    if test is not None and together:
        raise SchwimmenError("a test is of one bot against another, not of all together")
    numbers = (
        0 if deals is None else whole_number("deals", deals, 1),
        0 if matches is None else whole_number("matches", matches, 1),
    )
    seed = random.SystemRandom().getrandbits(32) if seed is None else whole_number("seed", seed, 0)
    running = [_Running(rules, table, numbers, seed, test) for table in tables]

    def found(interrupted: bool) -> Comparison:
        return Comparison(
            rules=rules,
            players=players,
            bots=names_of(given),
            together=together,
            seed=seed,
            interrupted=interrupted,
            contests=tuple(one.contest(together) for one in running),
        )

    asked: deque[tuple[_Running, Units]] = deque()

    def pieces() -> Iterator[Units]:
        for one in running:
            for piece in one.pieces():
                asked.append((one, piece))
                yield piece

    try:
        with closing(run_chunks(play_all, pieces(), workers_of(workers))) as played:
            for sums in played:
                one, piece = asked.popleft()
                one.take(piece, sums)
                if progress:
                    progress(sum(each.done for each in running))
    except KeyboardInterrupt:
        raise Interrupted(found(interrupted=True)) from None
    return found(interrupted=False)


def number_of_contests(bots: int, players: int, together: bool) -> int:
    """How many contests a comparison of so many bots is made of."""
    return len(_places(bots, players, together))


def _places(bots: int, players: int, together: bool) -> list[tuple[int, ...]]:
    if together:
        return [tuple(range(bots))]
    if bots == 2 or players == 2:
        return list(combinations(range(bots), 2))
    return list(permutations(range(bots), 2))


def _tables(bots: Sequence[Bot], players: int, together: bool) -> list[tuple[Bot, ...]]:
    """Who sits with whom, one bot for every seat."""
    check_opponents(bots, players, together)
    tables = [tuple(bots[place] for place in at) for at in _places(len(bots), players, together)]
    return [(table[0], *table[1:] * (players - 1)) if not together else table for table in tables]


class _Running:
    """A contest while it is played."""

    def __init__(
        self,
        rules: RuleSet,
        table: tuple[Bot, ...],
        numbers: tuple[int, int],
        seed: int,
        bounds: SprtBounds | None,
    ) -> None:
        self._rules = rules
        self._table = table
        self._numbers = numbers
        self._seed = seed
        self._sums = [no_sums(len(table)), no_sums(len(table))]
        self._bounds = bounds
        self._test = None if bounds is None else stands(bounds, rules, self._sums[False])

    def pieces(self) -> Iterator[Units]:
        """The work there is, until the test has decided."""
        sizes = _COMPILED if all_compiled(self._table) else _SLOW
        for whole_matches in (False, True):
            number, size = self._numbers[whole_matches], sizes[whole_matches]
            for first in range(0, number, size):
                if self._decided and not whole_matches:
                    break
                yield Units(
                    rules=self._rules,
                    bots=self._table,
                    whole_matches=whole_matches,
                    seed=self._seed,
                    first=first,
                    last=min(number, first + size) - 1,
                    sources=source_digest("arena"),
                )

    def take(self, piece: Units, sums: Sums) -> None:
        """Count a piece that was played, unless the test has decided before it."""
        if self._decided and not piece.whole_matches:
            return
        self._sums[piece.whole_matches] = self._sums[piece.whole_matches].plus(sums)
        if self._bounds and not piece.whole_matches:
            self._test = stands(self._bounds, self._rules, self._sums[False])

    @property
    def done(self) -> int:
        """How many deals and matches need not be played any more."""
        deals, matches = self._sums
        return (self._numbers[False] if self._decided else deals.units) + matches.units

    def contest(self, together: bool) -> Contest:
        """What was played."""
        names = names_of(self._table)
        deals, matches = self._sums
        return Contest(
            bots=names if together else names[:2],
            deals=deals.units,
            matches=matches.units,
            rounds=deals.rounds + matches.rounds,
            decisions=deals.decisions + matches.decisions,
            contenders=tuple(
                contender(self._rules, name, place, deals, matches)
                for place, name in enumerate(names if together else names[:1])
            ),
            test=self._test,
        )

    @property
    def _decided(self) -> bool:
        return self._test is not None and self._test.accepted is not None
