"""What a comparison of bots found out, in figures derived from its sums."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from schwimmen.rules.ruleset import RuleSet

from .interval import Interval, interval_of_mean, interval_of_share
from .sequential import Bounds, Decision, decide
from .tallies import WHOLE
from .units import Sums

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
    test: Decision | None


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


def _test(decision: Decision) -> dict[str, Any]:
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


def stands(bounds: Bounds, rules: RuleSet, deals: Sums) -> Decision:
    """Where the test of the first bot's difference stands."""
    if not deals.units:
        return decide(bounds, 0, 0.0, 0.0)
    _, total, squares = deals.bots[0]
    unit = unit_of(rules, len(deals.bots))
    mean = total / deals.units
    variance = (squares * deals.units - total * total) / deals.units**2
    return decide(bounds, deals.units, mean / unit, variance / unit**2)


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
