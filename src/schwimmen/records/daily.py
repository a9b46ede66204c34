"""Deal of the day: the same cards, seats and opponents for all players of a server on a date.

The seed of a date and variant is an HMAC of the server's secret. The server publishes a commitment
to it before the day and the seed on the day after, when ``DailyDeal`` recomputes every pack and
``check_daily_match`` checks a match (docs/daily.md).
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date
from datetime import timedelta
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from schwimmen.rules.cards import Card
from schwimmen.rules.errors import SchwimmenError, quote, suggest
from schwimmen.rules.options import OptionValue
from schwimmen.rules.ruleset import RuleSet

from .fairness import Draws, FairChance

if TYPE_CHECKING:
    from schwimmen.rules import Match, RoundResult

VERSION: Final = "schwimmen-daily/1"
"""Name of the algorithm, with its version."""


class DailyError(SchwimmenError):
    """Invalid date, variant or shared line of a deal of the day, or a match that deviates."""


@dataclass(frozen=True, slots=True)
class DailyVariant:
    """Options of a daily variant, and the levels of the bots at seats 1, 2, ..., beside seat 0."""

    options: Mapping[str, OptionValue]
    levels: tuple[str, ...]

    @property
    def players(self) -> int:
        """Number of seats."""
        return 1 + len(self.levels)


VARIANTS: Final[Mapping[str, DailyVariant]] = MappingProxyType(
    {
        "pagat": DailyVariant({"lives": 3}, ("casual", "club", "beginner")),
        "dutch": DailyVariant({"lives": 3}, ("club", "beginner", "casual")),
        "choy": DailyVariant({"rounds": 5}, ("casual", "club")),
    }
)
"""Daily variants by preset."""


def check_variant(variant: str) -> DailyVariant:
    """Return a daily variant. Raises ``DailyError`` for an unknown name."""
    if variant not in VARIANTS:
        raise DailyError(
            f"no deal of the day has the variant {quote(variant)}: {suggest(variant, VARIANTS)}",
            "daily_variant",
            variant=variant,
        )
    return VARIANTS[variant]


def check_date(text: str) -> str:
    """Return an ISO date. Raises ``DailyError`` unless the text is one, such as 2026-11-25."""
    try:
        if Date.fromisoformat(text).isoformat() == text:
            return text
    except ValueError:
        pass
    line = f"{quote(text)} is not a date such as 2026-11-25"
    raise DailyError(line, "daily_bad_date", date=text)


def next_date(date: str, days: int = 1) -> str:
    """Return the ISO date ``days`` days after another.

    >>> next_date("2026-12-31"), next_date("2026-03-01", -1)
    ('2027-01-01', '2026-02-28')
    """
    return (Date.fromisoformat(date) + timedelta(days)).isoformat()


@dataclass(frozen=True, slots=True)
class DailyCards:
    """Cards of a round before any seat is out: the hand of each seat, the extra hand, the talon."""

    hands: tuple[tuple[Card, ...], ...]
    extra: tuple[Card, ...]
    talon: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """Deal of a date and variant: all its random draws, which follow from the seed alone.

    ``seed`` is 64 hexadecimal digits; it is secret until the day is over.

    >>> deal = DailyDeal("2026-11-25", "pagat", "00" * 32)
    >>> deal.dealer
    0
    >>> deal.cards(1).hands[0] == deal.pack(1, dealer=3, active=range(4))[:3]
    True
    """

    date: str
    variant: str
    seed: str

    @property
    def rules(self) -> RuleSet:
        """Rule set of the match."""
        return RuleSet(self.variant, VARIANTS[self.variant].options)

    @property
    def commitment(self) -> str:
        """Hash of the seed and the terms, published before the day."""
        terms = VARIANTS[self.variant]
        options = dict(sorted(terms.options.items()))
        parts = [VERSION, "commitment", self.date, self.variant, options, terms.levels, self.seed]
        return sha256(json.dumps(parts, separators=(",", ":")).encode()).hexdigest()

    @property
    def dealer(self) -> int:
        """First dealer (R7)."""
        return FairChance(self.seed).for_dealer().randrange(VARIANTS[self.variant].players)

    def cards(self, round: int) -> DailyCards:
        """Return the cards of a round, counted from 1."""
        rules, players = self.rules, VARIANTS[self.variant].players
        order = list(rules.cards)
        FairChance(self.seed).for_pack(round).shuffle(order)
        size = rules.hand_size
        hands = [tuple(order[size * seat : size * (seat + 1)]) for seat in range(players + 1)]
        return DailyCards(tuple(hands[:-1]), hands[-1], tuple(order[size * (players + 1) :]))

    def pack(self, round: int, dealer: int, active: Collection[int]) -> tuple[Card, ...]:
        """Return the pack of a round in the order of the deal to the active seats (R4).

        The cards of the other seats go under the talon, so each seat's cards are always the same.
        """
        cards = self.cards(round)
        players = len(cards.hands)
        order = [(dealer + step) % players for step in range(1, players + 1)]
        dealt = [seat for seat in order if seat in active]
        idle = [seat for seat in range(players) if seat not in active]
        hands = [cards.hands[seat] for seat in dealt]
        under = [cards.hands[seat] for seat in idle]
        groups = [*hands, cards.extra, cards.talon, *under]
        return tuple(card for group in groups for card in group)

    def shuffle(self, round: int, number: int) -> Draws:
        """Return the draws for recycling ``number`` of a round (R32), both counted from 1."""
        return FairChance(self.seed).for_shuffle(round, number)

    def names(self) -> Draws:
        """Return the draws for the names of the bots."""
        return Draws(bytes.fromhex(self.seed), "names")

    def bot_seed(self, round: int, seat: int, turn: int) -> int:
        """Return the 64-bit seed of a bot's choice, by round from 1 and its own turn from 0."""
        text = f"bot {round} {seat} {turn}".encode()
        return int.from_bytes(hmac.digest(bytes.fromhex(self.seed), text, "sha256")[:8], "big")


def check_daily_match(match: Match, deal: DailyDeal) -> None:
    """Raise ``DailyError`` unless rules, first dealer and all packs of a match are the deal's."""
    if match.rules != deal.rules or len(match.players) != VARIANTS[deal.variant].players:
        raise DailyError("the match has other rules or seats than the deal", "daily_other_rules")
    if match.first_dealer != deal.dealer:
        raise DailyError("the first dealer is not the deal's", "daily_other_dealer")
    active: Sequence[int] = range(len(match.players))
    for number, round_ in enumerate(match.rounds, 1):
        if tuple(round_.pack) != deal.pack(number, round_.dealer, active):
            line = f"the pack of round {number} is not the deal's"
            raise DailyError(line, "daily_other_pack", round=number)
        status = match.results[number - 1].status if number <= len(match.results) else None
        if status is not None:
            active = [seat for seat, one in enumerate(status) if one not in (None, "out")]


KEPT: Final = "🟩"
LOST: Final = "🟥"
SWIMS: Final = "🌊"
OUT: Final = "⬛"


@dataclass(frozen=True, slots=True)
class DailyResult:
    """Result of a player: place of ``players``, from 1, and a sign for each round played.

    The signs show no card: 🟩 nothing lost (for points: the round won), 🟥 a life lost (the round
    not won), 🌊 swimming from now on, ⬛ out.
    """

    date: str
    variant: str
    place: int
    players: int
    signs: str


def signs_of(results: Iterable[RoundResult], seat: int) -> str:
    """Return a sign for each round that the seat played, as ``DailyResult`` explains them."""
    signs, swam = [], False
    for result in results:
        if result.hands[seat] is None:
            break
        if result.points is not None:
            signs.append(KEPT if result.points[seat] == max(result.points) else LOST)
            continue
        status = None if result.status is None else result.status[seat]
        swims = status == "swimming"
        lost = bool(result.lost and result.lost[seat])
        if status == "out":
            signs.append(OUT)
        elif swims and not swam:
            signs.append(SWIMS)
        else:
            signs.append(LOST if lost else KEPT)
        swam = swims
    return "".join(signs)


_LINE: Final = re.compile(
    rf"Schwimmen (\d{{4}}-\d\d-\d\d) ([a-z]+) ([1-9])/([1-9]) ([{KEPT}{LOST}{SWIMS}{OUT}]+)"
    r" ([0-9a-f]{12})",
    re.ASCII,
)
MAX_LINE: Final = 400
"""Maximum length of a shared line, in characters."""


class DailySecret:
    """Key of a server from which all its deals of the day follow; derived from its secret."""

    def __init__(self, secret: bytes) -> None:
        self._key = hmac.digest(secret, VERSION.encode(), "sha256")

    def deal(self, date: str, variant: str) -> DailyDeal:
        """Return the deal of a date. Raises ``DailyError`` for a bad date or variant."""
        check_date(date)
        check_variant(variant)
        seed = hmac.digest(self._key, f"seed {date} {variant}".encode(), "sha256").hex()
        return DailyDeal(date, variant, seed)

    def share_line(self, result: DailyResult) -> str:
        """Return the line that shares a result: it shows no card, and only this server signs it."""
        place = f"{result.place}/{result.players}"
        text = f"Schwimmen {result.date} {result.variant} {place} {result.signs}"
        return f"{text} {self._mark(text)}"

    def read_share_line(self, line: str) -> DailyResult:
        """Return the result of a shared line.

        Raises ``DailyError`` unless the line is, to the letter, one that this server has made.
        """
        found = _LINE.fullmatch(line.strip()) if len(line) <= MAX_LINE else None
        if found is not None:
            date, variant, place, players, signs, mark = found.groups()
            text = line.strip().rpartition(" ")[0]
            if hmac.compare_digest(mark, self._mark(text)):
                return DailyResult(date, variant, int(place), int(players), signs)
        message = "this is not a line that this server has made; copy the whole line, unchanged"
        raise DailyError(message, "daily_bad_line")

    def _mark(self, text: str) -> str:
        return hmac.digest(self._key, f"line {text}".encode(), "sha256").hex()[:12]


def streak(dates: Collection[str], today: str) -> int:
    """Return the number of days in a row with a result, up to today or, without one, yesterday.

    >>> streak({"2026-11-22", "2026-11-24", "2026-11-25"}, "2026-11-26")
    2
    """
    day = today if today in dates else next_date(today, -1)
    days = 0
    while day in dates:
        day, days = next_date(day, -1), days + 1
    return days


def distribution(places: Sequence[int], players: int) -> list[int]:
    """Return the number of results at each place, from the first to the last.

    >>> distribution([1, 1, 4], 4)
    [2, 0, 0, 1]
    """
    return [places.count(place) for place in range(1, players + 1)]
