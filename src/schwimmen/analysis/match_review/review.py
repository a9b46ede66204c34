"""Review of a match: moments one by one, and all of them with an account for every player."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from schwimmen.players.blueprint.policy_table import has_own_blueprint
from schwimmen.players.cpu_count import cpu_count
from schwimmen.players.search.value_function import Estimate
from schwimmen.records import Record
from schwimmen.rules import Match
from schwimmen.rules.errors import SchwimmenError, whole_number
from schwimmen.rules.ruleset import RuleSet

from .course import Estimates, Estimator, Moment, course_of
from .efforts import DEFAULT_EFFORT, Effort, effort_of
from .frames import DEFAULT_ROWS, frame_of
from .moments import Change, Grade, ReviewedDecision, ReviewedMoment, Scale, review_decision

if TYPE_CHECKING:
    from .frames import Rows

A = TypeVar("A")
R = TypeVar("R")

FORMAT: Final = "schwimmen-review/1"
"""Format that the field ``format`` of a review names."""

_SWINGS: Final = 3  # luckiest and unluckiest moments of a player
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

    ``error_rate`` is how many points it lost in 100 decisions, ``None`` without any. ``luckiest``
    and ``unluckiest`` are the moments at which luck changed its chance most, the largest first.
    """

    seat: int
    name: str
    decisions: int
    loss: float
    error_rate: float | None
    grades: Mapping[Grade, int]
    account: Account
    luckiest: tuple[Swing, ...]
    unluckiest: tuple[Swing, ...]


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
        return tuple(_decisions(self.moments))

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

    def to_dict(self) -> dict[str, Any]:
        """Return the review as plain data, as ``schwimmen review --json`` prints it."""
        moments = [asdict(moment) for moment in self.moments]
        for moment, plain in zip(self.moments, moments, strict=True):
            if moment.decision is not None:
                plain["decision"]["chosen"] = moment.decision.chosen.action
        return {
            "format": FORMAT,
            "rules": {"preset": self.rules.preset, "options": dict(self.rules.changed)},
            "names": list(self.names),
            "seed": self.seed,
            "complete": self.complete,
            "rougher": self.rougher,
            "players": [asdict(player) for player in self.players],
            "moments": moments,
        }

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
    each core. ``progress`` is called with the number of moments done, of ``number_of_moments``.

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
    match = _match_of(match)
    moments = []
    with closing(review_moments(match, effort, seed=seed, workers=workers)) as reviewed:
        for moment in reviewed:
            moments.append(moment)
            if progress is not None:
                progress(len(moments))
    with_decisions = effort_of(effort).decision is not None
    return Review(
        rules=match.rules,
        names=match.players,
        seed=seed,
        complete=match.over,
        rougher=_is_rougher(match),
        moments=tuple(moments),
        players=tuple(
            _review_player(seat, name, moments) for seat, name in enumerate(match.players)
        )
        if with_decisions
        else (),
    )


def review_moments(
    match: Match | Record | Mapping[str, Any] | str,
    effort: str | Effort = DEFAULT_EFFORT,
    *,
    seed: int = 0,
    workers: int | None = None,
) -> Generator[ReviewedMoment, None, None]:
    """Yield the moments of a match in order, each as soon as it has been reviewed.

    ``review`` describes the arguments and errors. Closing the iterator stops the work.
    """
    match = _match_of(match)
    chosen = effort_of(effort)
    seed = whole_number("seed", seed)
    threads = cpu_count() if workers is None else whole_number("workers", workers, 1)
    return _reviewed(match, chosen, Estimator(chosen, seed), threads)


def _match_of(match: Match | Record | Mapping[str, Any] | str) -> Match:
    if not isinstance(match, Match):
        return Match.from_record(dict(match) if isinstance(match, Mapping) else match)
    if any(round_.history[0].kind == "position" for round_ in match.rounds[:1]):
        raise SchwimmenError("a match set up from a position cannot be reviewed")
    return match


def _is_rougher(match: Match) -> bool:
    """Return whether a round was played without a blueprint for its rules."""
    counts = {int(round_.arrays[1]["active"][0]).bit_count() for round_ in match.rounds}
    return not all(has_own_blueprint(match.rules, count) for count in counts)


def _reviewed(
    match: Match, effort: Effort, estimator: Estimator, threads: int
) -> Generator[ReviewedMoment, None, None]:
    scale = Scale.of(match.rules)
    with_decisions = effort.decision is not None
    before: ReviewedMoment | None = None
    pairs = _in_order(estimator, course_of(match, with_decisions), threads)
    with closing(pairs):
        for moment, estimates in pairs:
            before = _review_moment(moment, estimates, before, scale, with_decisions)
            yield before


def _in_order(
    function: Callable[[A], R], arguments: Iterable[A], threads: int
) -> Generator[tuple[A, R], None, None]:
    """Yield arguments with their results in order, computed by threads a few ahead."""
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


def _review_moment(
    moment: Moment,
    estimates: Estimates,
    before: ReviewedMoment | None,
    scale: Scale,
    with_decisions: bool,
) -> ReviewedMoment:
    """Return the review of a moment after the one before it."""
    chances = tuple(_chances(moment, estimates.chances, scale))
    changes: tuple[Change, ...] = ()
    if with_decisions:
        announced = _chances(moment, estimates.announced, scale)
        changes = tuple(
            _change_of(seat, moment, before, chance.value, surprise.value, scale)
            for seat, (chance, surprise) in enumerate(zip(chances, announced, strict=True))
        )
    decision = None
    if estimates.actions and moment.chosen is not None:
        seat = next(view.seat for view in moment.views if view.choices)
        assert seat is not None
        decision = review_decision(seat, moment.chosen, estimates.actions, moment.base[seat], scale)
    event = moment.event
    action = None if event is None else event.action
    return ReviewedMoment(
        moment.number, moment.round, moment.seat, action, chances, changes, decision
    )


def _chances(moment: Moment, estimates: Mapping[int, Estimate], scale: Scale) -> Iterator[Estimate]:
    """Yield the chance of every seat, which is 0 for one that is out."""
    for seat, base in enumerate(moment.base):
        if moment.exact is not None and seat not in estimates:
            yield Estimate(moment.exact[seat], 0.0)
        elif seat in estimates:
            one = estimates[seat]
            yield Estimate(base + scale.value * one.value, scale.value * one.error)
        else:
            yield Estimate(0.0, 0.0)


def _change_of(
    seat: int,
    moment: Moment,
    before: ReviewedMoment | None,
    chance: float,
    surprise: float,
    scale: Scale,
) -> Change:
    """Return the change of a seat's chance since the moment before."""
    if before is None:
        return Change()
    change = chance - before.chances[seat].value
    if moment.seat is None:
        return Change(luck=change)
    if moment.seat == seat:
        decision = before.decision
        error = 0.0
        if decision is not None:
            error = decision.chosen.value - decision.best.value
        return Change(luck=change - error, error=error)
    if any(view.seat == seat for view in moment.before):
        return Change(luck=chance - surprise, others=surprise - before.chances[seat].value)
    return Change(others=change)


def _decisions(moments: Iterable[ReviewedMoment]) -> Iterator[ReviewedDecision]:
    return (moment.decision for moment in moments if moment.decision is not None)


def _review_player(seat: int, name: str, moments: Sequence[ReviewedMoment]) -> PlayerReview:
    decisions = [one for one in _decisions(moments) if one.seat == seat]
    loss = sum(decision.chosen.loss for decision in decisions)
    grades = Counter(decision.grade for decision in decisions)
    changes = [moment.changes[seat] for moment in moments]
    swings = [Swing(moment.number, moment.changes[seat].luck) for moment in moments]
    swings.sort(key=lambda swing: swing.change)
    return PlayerReview(
        seat=seat,
        name=name,
        decisions=len(decisions),
        loss=loss,
        error_rate=100 * loss / len(decisions) if decisions else None,
        grades={grade: grades[grade] for grade in ("inaccuracy", "mistake", "blunder")},
        account=Account(
            before=moments[0].chances[seat].value,
            result=moments[-1].chances[seat].value,
            luck=sum(change.luck for change in changes),
            errors=sum(change.error for change in changes),
            others=sum(change.others for change in changes),
        ),
        luckiest=tuple(swing for swing in swings[: -_SWINGS - 1 : -1] if swing.change > 0),
        unluckiest=tuple(swing for swing in swings[:_SWINGS] if swing.change < 0),
    )
