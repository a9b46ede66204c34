"""Comparison of bots by duplicate deals and matches."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any, Final

from schwimmen.players.policies import all_compiled
from schwimmen.rules.errors import SchwimmenError, whole_number
from schwimmen.rules.ruleset import RuleSet
from schwimmen.simulation.bots import Bot, check_opponents, names_of
from schwimmen.simulation.decisions import EachDecision
from schwimmen.simulation.statistics import FULL_WIN
from schwimmen.simulation.transcript import check_writable
from schwimmen.simulation.workers import Workers, run_chunks, workers_of

from .advantages import Baseline, baseline_of
from .confidence import (
    ControlledMean,
    Interval,
    SprtBounds,
    SprtResult,
    interval_of_mean,
    interval_of_share,
    sprt_result,
)
from .duplicate_deals import ADVANTAGE_UNIT, UnitChunk, UnitSums, empty_sums, play_units

FORMAT: Final = "schwimmen-arena/1"


@dataclass(frozen=True, slots=True)
class Contender:
    """Result of one bot in a contest; a field is ``None`` if its deals or matches were not played.

    ``score`` is the number of lives it lost a round, or of points it made (R31), ``others`` the
    mean of all other seats, and ``diff`` the difference ``score - others``: below 0 is better with
    lives, above 0 with points. ``aivat`` is another estimate of this difference, with less
    variance. ``won`` is the share of matches it won: with ``n`` players, a bot as good as the
    others wins ``1 / n``.
    """

    bot: str
    score: float | None
    others: float | None
    diff: Interval | None
    aivat: Interval | None
    won: Interval | None


@dataclass(frozen=True, slots=True)
class Contest:
    """Result for bots at one table: one against another at all other seats, or all together.

    ``deals`` and ``matches`` were each played once from every seat, in ``rounds`` rounds with
    ``decisions`` in total. ``contenders`` has the bot at the single seat, or all bots. ``test`` is
    the sequential test of the difference, if any, and ``course`` its log-likelihood ratio after
    numbers of deals, at most a thousand of them. ``corrected`` are the kinds of luck that AIVAT
    leaves out, empty without it: of the ``cards``, of ``hidden hands``, and of the ``choices of`` a
    level. ``forfeits`` has the number of rounds and matches that bots have forfeited, by their
    names.
    """

    bots: tuple[str, ...]
    deals: int
    matches: int
    rounds: int
    decisions: int
    contenders: tuple[Contender, ...]
    test: SprtResult | None
    course: tuple[tuple[int, float], ...]
    corrected: tuple[str, ...]
    forfeits: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Result of ``compare``.

    ``interrupted`` is true if Ctrl-C ended it before all deals and matches were played.
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
        """Number of rounds in all contests."""
        return sum(contest.rounds for contest in self.contests)

    @property
    def decisions(self) -> int:
        """Number of decisions of all players, including dealer's choices and renewals."""
        return sum(contest.decisions for contest in self.contests)

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as plain data, as ``schwimmen arena --format json`` prints it.

        The keys are described in ``docs/arena.md``.
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
                    "aivat": contender.aivat and contender.aivat.to_dict(),
                    "won": contender.won and contender.won.to_dict(),
                }
                for contender in contest.contenders
            ],
            "test": contest.test and _test(contest.test),
            "course": [list(point) for point in contest.course],
            "corrected": list(contest.corrected),
            "forfeits": dict(contest.forfeits),
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


def sample_scale(rules: RuleSet, seats: int) -> int:
    """Return the divisor that turns the sample of a deal into a difference of scores."""
    return (2 if rules.scoring == "points" else 1) * seats * (seats - 1)


def sprt_of_deals(
    bounds: SprtBounds, rules: RuleSet, deals: UnitSums, aivat: Interval | None
) -> SprtResult:
    """Return the state of the sequential test of the first bot's difference.

    With ``aivat``, its estimate by AIVAT, that is tested.
    """
    if not deals.units:
        return sprt_result(bounds, 0, 0.0, 0.0)
    if aivat is not None:
        variance = deals.units * (aivat.error or 0.0) ** 2
        return sprt_result(bounds, deals.units, aivat.mean, variance)
    _, total, squares = deals.bots[0]
    unit = sample_scale(rules, len(deals.bots))
    mean = total / deals.units
    variance = (squares * deals.units - total * total) / deals.units**2 / unit**2
    return sprt_result(bounds, deals.units, mean / unit, variance)


def add_to_aivat(aivat: ControlledMean, rules: RuleSet, deals: UnitSums) -> None:
    """Add deals of the first bot, whose luck is the difference without the advantages.

    The luck has the mean of the baseline's difference.
    """
    scale = sample_scale(rules, len(deals.bots))
    _, total, squares = (float(one) for one in deals.bots[0])
    gained, gained_squares, products = (
        one / ADVANTAGE_UNIT**power for one, power in zip(deals.advantages, (1, 2, 1), strict=True)
    )
    aivat.add(
        deals.units,
        total / scale,
        (total - gained) / scale,
        squares / scale**2,
        (squares - 2 * products + gained_squares) / scale**2,
        (squares - products) / scale**2,
    )


def contender_of(
    rules: RuleSet,
    bot: str,
    place: int,
    deals: UnitSums,
    matches: UnitSums,
    aivat: Interval | None = None,
) -> Contender:
    """Return the result of a bot by its place in a contest.

    ``aivat`` is the difference of the first bot by AIVAT, if any.
    """
    seats = len(deals.bots)
    score = others = diff = won = None
    if deals.units:
        own, total, squares = deals.bots[place]
        diff = interval_of_mean(deals.units, total, squares, sample_scale(rules, seats))
        score = own / (deals.units * seats * (2 if rules.scoring == "points" else 1))
        others = score - diff.mean
    if matches.units:
        _, total, squares = matches.bots[place]
        won = interval_of_share(matches.units, total, squares, FULL_WIN * seats, 1 / seats)
    return Contender(bot, score, others, diff, aivat, won)


# Deals and matches in a chunk; the sequential test is evaluated after each chunk.
_COMPILED_CHUNK: Final = (500, 50)
_PLAYER_CHUNK: Final = (4, 1)

_POLICY_DEALS: Final = 500  # of the policy for each of a contest, so that its noise is negligible
_MOST_POLICY_DEALS: Final = 1_000_000

_MOST_POINTS: Final = 1000  # of the course of a test


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a comparison; ``partial`` is the comparison so far."""

    def __init__(self, partial: Comparison) -> None:
        super().__init__()
        self.partial = partial


def compare(
    rules: RuleSet | str = "pagat",
    players: int = 2,
    bots: Sequence[Bot] = ("greedy", "random"),
    deals: int | None = None,
    *,
    matches: int | None = None,
    together: bool = False,
    test: SprtBounds | None = None,
    aivat: bool = False,
    seed: int | None = None,
    workers: int | Executor | Workers | None = None,
    progress: Callable[[int], object] | None = None,
    each_record: Callable[[str], object] | None = None,
    each_decision: EachDecision | None = None,
    **options: Any,
) -> Comparison:
    """Play bots against each other and estimate the differences of their scores.

    ``rules`` is a rule set or the name of a preset, whose options keyword arguments change.
    ``bots`` are two or more levels by name or factories that make a ``Player`` from a seed. With
    two bots the first takes one seat and the second all others. With more, each plays each other in
    this way (once with two players, both ways with more), or all play ``together`` at one table,
    one at each seat.

    ``deals`` is a number of single rounds, ``matches`` one of whole matches; give either or both.
    Each is played from every seat: the bots move on by one seat, while the dealer, each pack and
    the order of a recycled talon stay the same. The mean of a deal over all seats is one sample of
    the difference, that of a match one sample of the share won, so the luck of cards and seats
    cancels out. The random numbers of bots stay with the seats.

    With a ``test`` the deals of a contest end as soon as it has decided about the difference.

    With ``aivat`` the difference is also estimated from the advantages of actions over those of
    ``blueprint``, which leaves out the luck of the cards and of bots whose policies are known
    (``Contest.corrected``), so that fewer deals are needed for the same interval. It is unbiased
    for any bots, and saves most if the others are ``random``, ``greedy`` or one of its baselines.
    A ``test`` is then that of this estimate.

    The result depends only on the rules, bots, numbers and ``seed`` (an integer from 0 on; by
    default it is drawn, see ``Comparison.seed``), not on ``workers``: a number of threads (by
    default one for each core), an executor of ``concurrent.futures``, or ``Workers``. ``progress``
    is called with the number of deals and matches done. ``each_record`` is called with the record
    of each match, or of the round of each deal, from every seat as a line of JSON, and
    ``each_decision`` with each ``Decision``, both in order. The result is the same with them, but
    levels choose from views, which takes a thousand times as long.

    Raises ``RuleSetError`` for invalid rules or a wrong number of players, ``SchwimmenError`` for
    invalid bots, numbers and seeds, and for records or decisions with a study pack, ``WorkersLost``
    when no workers are left, and ``Interrupted`` on Ctrl-C.

    >>> comparison = compare("pagat", 2, ["greedy", "random"], deals=2000, matches=50, seed=1)
    >>> greedy = comparison.contests[0].contenders[0]
    >>> greedy.diff.high < 0, greedy.won.low > 0.5
    (True, True)
    """
    rules = RuleSet.of(rules, **options)
    rules.check_players(whole_number("players", players, 2))
    if each_record or each_decision:
        check_writable(rules)
    given_bots = (bots,) if isinstance(bots, str) else tuple(bots)
    tables = _tables(given_bots, players, together)
    if deals is None and matches is None:
        raise SchwimmenError("give a number of deals, of matches, or both")
    if test is not None and deals is None:
        raise SchwimmenError("a test needs a number of deals as its maximum")
    if test is not None and together:
        raise SchwimmenError("a test compares one bot with another, not all together")
    if aivat:
        _check_aivat(deals, together)
    numbers = (
        0 if deals is None else whole_number("deals", deals, 1),
        0 if matches is None else whole_number("matches", matches, 1),
    )
    seed = random.SystemRandom().getrandbits(32) if seed is None else whole_number("seed", seed, 0)
    logs = (each_record is not None, each_decision is not None)
    contests = [
        _RunningContest(rules, table, place, numbers, seed, test, aivat, logs)
        for place, table in enumerate(tables)
    ]

    def comparison(interrupted: bool) -> Comparison:
        return Comparison(
            rules=rules,
            players=players,
            bots=names_of(given_bots),
            together=together,
            seed=seed,
            interrupted=interrupted,
            contests=tuple(one.contest(together) for one in contests),
        )

    submitted: deque[tuple[_RunningContest, UnitChunk]] = deque()

    def chunks() -> Iterator[UnitChunk]:
        for contest in contests:
            for chunk in contest.chunks():
                submitted.append((contest, chunk))
                yield chunk

    try:
        with closing(run_chunks(play_units, chunks(), workers_of(workers))) as results:
            for sums, records, decisions in results:
                contest, chunk = submitted.popleft()
                if contest.add(chunk, sums):
                    if each_record:
                        for record in records:
                            each_record(record)
                    if each_decision:
                        for decision in decisions:
                            each_decision(decision)
                if progress:
                    progress(sum(each.done for each in contests))
    except KeyboardInterrupt:
        raise Interrupted(comparison(interrupted=True)) from None
    return comparison(interrupted=False)


def _check_aivat(deals: int | None, together: bool) -> None:
    if together:
        raise SchwimmenError("AIVAT compares one bot with another, not all together")
    if deals is None:
        raise SchwimmenError("AIVAT needs a number of deals")


def number_of_contests(bots: int, players: int, together: bool) -> int:
    """Return the number of contests in a comparison of ``bots`` bots."""
    return len(_pairings(bots, players, together))


def _pairings(bots: int, players: int, together: bool) -> list[tuple[int, ...]]:
    if together:
        return [tuple(range(bots))]
    if bots == 2 or players == 2:
        return list(combinations(range(bots), 2))
    return list(permutations(range(bots), 2))


def _tables(bots: Sequence[Bot], players: int, together: bool) -> list[tuple[Bot, ...]]:
    """Return the contests of a comparison, each with one bot for every seat."""
    check_opponents(bots, players, together)
    tables = [tuple(bots[place] for place in at) for at in _pairings(len(bots), players, together)]
    return [(table[0], *table[1:] * (players - 1)) if not together else table for table in tables]


class _Course:
    """Course of a test; of a long one, points at equal distances and the last one."""

    def __init__(self) -> None:
        self._kept: list[tuple[int, float]] = []
        self._last: tuple[int, float] | None = None
        self._number = 0
        self._distance = 1

    def add(self, deals: int, ratio: float) -> None:
        """Add the log-likelihood ratio after a number of deals."""
        self._last = deals, ratio
        self._number += 1
        if self._number % self._distance == 0:
            self._kept.append(self._last)
        if len(self._kept) == _MOST_POINTS:
            del self._kept[::2]
            self._distance *= 2

    @property
    def points(self) -> tuple[tuple[int, float], ...]:
        """Points so far, in order."""
        last = [self._last] if self._last and self._kept[-1:] != [self._last] else []
        return (*self._kept, *last)


class _RunningContest:
    """Contest in progress."""

    def __init__(
        self,
        rules: RuleSet,
        table: tuple[Bot, ...],
        place: int,
        numbers: tuple[int, int],
        seed: int,
        bounds: SprtBounds | None,
        aivat: bool,
        logs: tuple[bool, bool],
    ) -> None:
        self._rules = rules
        self._table = table
        self._place = place
        self._with_records, self._with_decisions = logs
        self._numbers = numbers
        self._seed = seed
        self._sums = [empty_sums(len(table)), empty_sums(len(table))]
        self._baseline = baseline_of(table) if aivat else None
        self._of_policy = empty_sums(len(table))
        self._controlled = ControlledMean()
        self._bounds = bounds
        self._test = self._test_of_deals()
        self._course = _Course()

    def chunks(self) -> Iterator[UnitChunk]:
        """Yield the chunks of work, deals only until the test has decided."""
        if self._baseline:
            yield from self._policy_chunks(self._baseline)
        for whole_matches in (False, True):
            views = self._baseline is not None and not whole_matches
            compiled = all_compiled(self._table) and not views
            sizes = _COMPILED_CHUNK if compiled else _PLAYER_CHUNK
            number, size = self._numbers[whole_matches], sizes[whole_matches]
            for first in range(0, number, size):
                if self._decided and not whole_matches:
                    break
                yield UnitChunk(
                    rules=self._rules,
                    bots=self._table,
                    whole_matches=whole_matches,
                    seed=self._seed,
                    first=first,
                    last=min(number, first + size) - 1,
                    aivat=views,
                    contest=self._place,
                    with_records=self._with_records,
                    with_decisions=self._with_decisions,
                )

    def _policy_chunks(self, baseline: Baseline) -> Iterator[UnitChunk]:
        """Yield the chunks of the baseline, with deals of their own."""
        number = min(_POLICY_DEALS * self._numbers[False], _MOST_POLICY_DEALS)
        if len(set(baseline.policies)) == 1:
            number = 2  # a policy against itself scores 0 in each deal
        for first in range(0, number, _COMPILED_CHUNK[False]):
            yield UnitChunk(
                rules=self._rules,
                bots=baseline.policies,
                whole_matches=False,
                seed=self._seed + 1,
                first=first,
                last=min(number, first + _COMPILED_CHUNK[False]) - 1,
            )

    def add(self, chunk: UnitChunk, sums: UnitSums) -> bool:
        """Add the sums of a chunk, unless it has deals and the test has already decided.

        Returns whether they have been added to those of the contest's own deals or matches.
        """
        if self._baseline and not chunk.aivat and not chunk.whole_matches:
            self._of_policy = self._of_policy.plus(sums)
            return False
        if self._decided and not chunk.whole_matches:
            return False
        self._sums[chunk.whole_matches] = self._sums[chunk.whole_matches].plus(sums)
        if not chunk.whole_matches:
            if chunk.aivat:
                add_to_aivat(self._controlled, self._rules, sums)
            self._test = self._test_of_deals()
            if self._test:
                self._course.add(self._sums[False].units, self._test.ratio)
        return True

    def _test_of_deals(self) -> SprtResult | None:
        if self._bounds is None:
            return None
        return sprt_of_deals(self._bounds, self._rules, self._sums[False], self._aivat)

    @property
    def _aivat(self) -> Interval | None:
        """Difference of the first bot by AIVAT, once both it and the baseline have played."""
        if not self._controlled.samples or not self._of_policy.units:
            return None
        _, total, squares = self._of_policy.bots[0]
        scale = sample_scale(self._rules, len(self._table))
        return self._controlled.interval(
            interval_of_mean(self._of_policy.units, total, squares, scale)
        )

    @property
    def done(self) -> int:
        """Number of deals and matches played, or not needed since the test has decided."""
        deals, matches = self._sums
        return (self._numbers[False] if self._decided else deals.units) + matches.units

    def contest(self, together: bool) -> Contest:
        """Return the result so far."""
        names = names_of(self._table)
        deals, matches = self._sums
        forfeits = Counter[str]()
        for name, lost in zip(names, deals.plus(matches).forfeits, strict=True):
            forfeits[name] += lost
        return Contest(
            bots=names if together else names[:2],
            deals=deals.units,
            matches=matches.units,
            rounds=deals.rounds + matches.rounds,
            decisions=deals.decisions + matches.decisions,
            contenders=tuple(
                contender_of(self._rules, name, place, deals, matches, self._aivat)
                for place, name in enumerate(names if together else names[:1])
            ),
            test=self._test,
            course=self._course.points,
            corrected=self._baseline.corrected if self._baseline else (),
            forfeits=+forfeits,
        )

    @property
    def _decided(self) -> bool:
        return self._test is not None and self._test.accepted is not None
