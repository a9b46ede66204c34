"""Review of a match: moments one by one, and all of them with an account for every player."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

import numpy as np

from schwimmen.players.blueprint.policy_table import has_own_blueprint
from schwimmen.players.cpu_count import cpu_count
from schwimmen.players.policies import POLICY_KINDS
from schwimmen.records import Record
from schwimmen.rules import Match
from schwimmen.rules.core.state import rules_array
from schwimmen.rules.errors import whole_number
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.schema import Given, Kind, Row, Whole, decoder_of

from . import kernel
from .course import Estimator, check_course, course_of
from .efforts import DEFAULT_EFFORT, Effort, effort_of
from .frames import DEFAULT_ROWS, frame_of
from .grades import GRADES, Grade
from .likeness import NO_LEVEL
from .moments import ReviewedDecision, ReviewedMoment, Scale, reviewed_moment
from .records import ACCOUNT_DTYPE, MOMENT_DTYPE, SWINGS

if TYPE_CHECKING:
    from .frames import Rows

A = TypeVar("A")
R = TypeVar("R")

FORMAT: Final = "schwimmen-review/3"
"""Format that the field ``format`` of a review names."""

_RATE: Final = Kind("rateOrNull", "0 without decisions.", "{} if decisions else None")
_GRADE_COUNTS: Final = Kind(
    "gradeCounts",
    "Number of decisions by the code of their grade.",
    "{grade: count for grade, count in zip(GRADES, map(int, {})) if grade}",
    names={"GRADES": GRADES},
)
_AHEAD: Final = 4  # moments submitted for each thread


@dataclass(frozen=True, slots=True)
class Account:
    """Account of a player: ``luck + errors + others`` is ``result - before``, up to rounding.

    ``before`` is the chance before the match, ``result`` the one at the end: 1 for a win alone, a
    part of it for a shared one. ``Change`` describes the parts.
    """

    before: float
    result: float
    luck: float
    errors: float
    others: float


@dataclass(frozen=True, slots=True)
class Swing:
    """Change of a player's chance by luck alone, at the moment of this number."""

    moment: int
    change: float


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """Review of a player: how well it decided, and how lucky it was.

    ``loss`` is the sum of the points that its decisions lost, ``squares`` that of their squares,
    and ``error_rate`` how many it lost in 100 decisions, ``None`` without any. ``luckiest`` and
    ``unluckiest`` are the moments at which luck changed its chance most, the largest first; what
    its own actions show of its hand counts at the end of the round.
    """

    seat: Given[int]
    name: Given[str]
    decisions: int
    loss: float
    squares: float
    error_rate: Annotated[float | None, _RATE]
    grades: Annotated[Mapping[Grade, int], _GRADE_COUNTS]
    account: Whole[Account]
    luckiest: Annotated[tuple[Swing, ...], Row(SWINGS, "lucky")]
    unluckiest: Annotated[tuple[Swing, ...], Row(SWINGS, "unlucky")]


_player_review = decoder_of(PlayerReview, ACCOUNT_DTYPE, ("seat", "name"))


@dataclass(frozen=True, slots=True)
class LevelRange:
    """Levels between which a player plays, by its decisions in reviewed matches of one kind."""

    weakest: str
    strongest: str
    decisions: int


def level_range(rules: RuleSet, players: int, reviews: Iterable[PlayerReview]) -> LevelRange | None:
    """Return the levels between which a player plays, ``None`` with fewer than 100 decisions.

    ``reviews`` are those of the player in matches by these rules with this number of ``players``.
    In at least four of five cases the levels include that of a bot.
    """
    numbers = [(one.decisions, one.loss, one.squares) for one in reviews]
    accounts = np.zeros(len(numbers), ACCOUNT_DTYPE)
    for account, (decisions, loss, squares) in zip(accounts, numbers, strict=True):
        account["decisions"], account["loss"], account["squares"] = decisions, loss, squares
    weakest, strongest = kernel.compare_with_levels(rules_array(rules), players, accounts)
    if weakest == NO_LEVEL:
        return None
    names = [*POLICY_KINDS]
    return LevelRange(names[weakest], names[strongest], int(accounts["decisions"].sum()))


@dataclass(frozen=True, slots=True)
class Review:
    """Review of a match; ``Scale`` describes the units.

    ``complete`` is whether the match is over. ``rougher`` is true for rules without a blueprint of
    their own: values are then estimated by that of similar rules. ``players`` is empty in a graph.
    """

    rules: RuleSet
    names: tuple[str, ...]
    seed: int
    complete: bool
    rougher: bool
    moments: tuple[ReviewedMoment, ...]
    players: tuple[PlayerReview, ...]

    @property
    def scale(self) -> Scale:
        """Units of values and losses."""
        return Scale.of(self.rules)

    @property
    def decisions(self) -> tuple[ReviewedDecision, ...]:
        """Decisions in order."""
        found = (moment.decision for moment in self.moments)
        return tuple(decision for decision in found if decision is not None)

    def graph(self, seat: int) -> tuple[float, ...]:
        """Return the chance of a seat at every moment.

        >>> from schwimmen.rules import Match
        >>> graph = review(Match("pagat", players=2, seed=1), "graph").graph(0)
        >>> len(graph), 0 < graph[1] < 1
        (2, True)
        """
        return tuple(moment.chances[seat].value for moment in self.moments)

    def of_seat(self, seat: int) -> Review:
        """Return the review with the player and the decisions of one seat alone."""
        return replace(
            self,
            players=tuple(player for player in self.players if player.seat == seat),
            moments=tuple(
                moment
                if moment.decision is None or moment.decision.seat == seat
                else replace(moment, decision=None)
                for moment in self.moments
            ),
        )

    def to_dict(self, *, with_moments: bool = True) -> dict[str, Any]:
        """Return the review as plain data, as ``schwimmen review --json`` prints it."""
        plain = {
            "format": FORMAT,
            "rules": {"preset": self.rules.preset, "options": dict(self.rules.changed)},
            "names": list(self.names),
            "seed": self.seed,
            "complete": self.complete,
            "rougher": self.rougher,
            "players": [asdict(player) for player in self.players],
        }
        if with_moments:
            plain["moments"] = [moment.to_dict() for moment in self.moments]
        return plain

    def to_dataframe(self, rows: Rows = DEFAULT_ROWS) -> Any:
        """Return a data frame of pandas or, without it, of polars.

        It has a row for each decision, for each action of each decision (``actions``), or for each
        seat at each moment (``moments``). Raises ``MissingExtra`` if neither is installed.
        """
        return frame_of(self, rows)


def review(
    match: Match | Record | Mapping[str, Any] | str,
    effort: str | Effort = DEFAULT_EFFORT,
    *,
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Review:
    """Return the review of a match, or of its record as an object or a text of JSON.

    Every decision is valued from what the seat to act knew. An unfinished match is reviewed as far
    as it goes. ``effort`` is one of ``EFFORTS`` or an ``Effort``; ``graph`` has chances alone.
    Equal seeds give equal reviews, whatever the number of ``workers``: threads, by default one for
    each core, with 1 that of the caller. ``progress`` is called with the number of moments done, of
    ``number_of_moments``.

    Raises ``RecordError`` for a record that cannot be played, and ``SchwimmenError`` for a match
    that was set up from a position, an unknown effort and an invalid number.

    >>> from schwimmen.players import make_player, play_match
    >>> from schwimmen.rules import Match
    >>> match = Match("pagat", players=2, seed=4, lives=1)
    >>> reviewed = review(play_match(match, [make_player("greedy"), make_player("random", 1)]))
    >>> greedy, random = reviewed.players
    >>> greedy.error_rate < random.error_rate
    True
    >>> account = random.account
    >>> change = account.luck + account.errors + account.others
    >>> abs(account.result - account.before - change) < 1e-9
    True
    """
    with closing(review_moments(match, effort, seed=seed, workers=workers)) as moments:
        while True:
            try:
                moment = next(moments)
            except StopIteration as end:
                reviewed: Review = end.value
                return reviewed
            if progress is not None:
                progress(moment.number + 1)


def review_moments(
    match: Match | Record | Mapping[str, Any] | str,
    effort: str | Effort = DEFAULT_EFFORT,
    *,
    seed: int = 0,
    workers: int | None = None,
) -> Generator[ReviewedMoment, None, Review]:
    """Yield the moments of a match in order, each as soon as it has been reviewed.

    The generator returns the whole review at its end. ``review`` describes the arguments and
    errors. Closing the generator stops the work.
    """
    return _Run.of(match, effort, seed, workers).moments()


class _Run:
    """Run of a review through all moments of a match."""

    def __init__(self, match: Match, effort: Effort, seed: int, threads: int) -> None:
        self.match = match
        self._effort = effort
        self._seed = seed
        self._threads = threads
        self._accounts = np.zeros(len(match.players), ACCOUNT_DTYPE)

    @classmethod
    def of(
        cls,
        match: Match | Record | Mapping[str, Any] | str,
        effort: str | Effort,
        seed: int,
        workers: int | None,
    ) -> _Run:
        """Return a new run; ``review`` describes the arguments and errors."""
        match = _match_of(match)
        chosen = effort_of(effort)
        seed = whole_number("seed", seed)
        threads = cpu_count() if workers is None else whole_number("workers", workers, 1)
        return cls(match, chosen, seed, threads)

    def moments(self) -> Generator[ReviewedMoment, None, Review]:
        """Yield the moments in order, and return the review."""
        moments = []
        with_decisions = self._has_decisions
        estimator = Estimator(self._effort, self._seed)
        before = np.zeros(1, MOMENT_DTYPE)  # none before the first
        with closing(
            _in_order(estimator, course_of(self.match, with_decisions), self._threads)
        ) as pairs:
            for moment, record in pairs:
                if with_decisions:
                    kernel.add_to_accounts(before, record, moment.number, self._accounts)
                moments.append(reviewed_moment(moment, record))
                yield moments[-1]
                before = record
        return Review(
            rules=self.match.rules,
            names=self.match.players,
            seed=self._seed,
            complete=self.match.over,
            rougher=_is_rougher(self.match),
            moments=tuple(moments),
            players=self._players(),
        )

    def _players(self) -> tuple[PlayerReview, ...]:
        """Return the players' reviews after the last moment."""
        if not self._has_decisions:
            return ()
        accounts = self._accounts.tolist()
        names = self.match.players
        return tuple(_player_review(seat, name, *accounts[seat]) for seat, name in enumerate(names))

    @property
    def _has_decisions(self) -> bool:
        return self._effort.decision is not None


def _match_of(match: Match | Record | Mapping[str, Any] | str) -> Match:
    if not isinstance(match, Match):
        return Match.from_record(dict(match) if isinstance(match, Mapping) else match)
    check_course(match)
    return match


def _is_rougher(match: Match) -> bool:
    """Return whether a round was played without a blueprint for its rules."""
    counts = {int(round_.arrays[1]["active"][0]).bit_count() for round_ in match.rounds}
    return not all(has_own_blueprint(match.rules, count) for count in counts)


def _in_order(
    function: Callable[[A], R], arguments: Iterable[A], threads: int
) -> Generator[tuple[A, R], None, None]:
    """Yield arguments with their results in order, computed by threads a few ahead.

    A single thread is that of the caller.
    """
    if threads == 1:
        for argument in arguments:
            yield argument, function(argument)
        return
    waiting: deque[tuple[A, Future[R]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for argument in arguments:
                waiting.append((argument, pool.submit(function, argument)))
                if len(waiting) > _AHEAD * threads:
                    first, future = waiting.popleft()
                    yield first, future.result()
            for first, future in waiting:
                yield first, future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
