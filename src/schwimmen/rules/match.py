"""A match: rounds until somebody has won (R7, R21 to R24, R31)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NoReturn, TypeVar

import numpy as np

from .cards import Card, cards_of
from .core import kernel
from .core.state import KEYED_MATCH_DTYPE, MATCH_DTYPE, RecordArray, rules_array
from .errors import MissingShuffle, RuleSetError, SchwimmenError, quote, whole_number
from .round import Action, Round, chance_from
from .ruleset import RuleSet
from .view import OwnView, Points, RoundResult, Status, View
from .view_builder import MatchContext, points_of

T = TypeVar("T")

_STATUS: tuple[Status, ...] = ("in", "swimming", "out")


class MatchRound(Round):
    """A round of a match: its match moves it, so that the match knows how it goes on."""

    def play(self, action: Action, shuffle: str | Sequence[Card] | None = None) -> NoReturn:
        """Raise ``SchwimmenError``."""
        raise SchwimmenError("a round of a match is played through it: match.play, not round.play")

    def recycle(self, order: str | Sequence[Card]) -> NoReturn:
        """Raise ``SchwimmenError``."""
        raise SchwimmenError(
            "a round of a match is played through it: match.recycle, not round.recycle"
        )


class Match:
    """A whole match; the first round is dealt at once.

    ``rules`` is a rule set or the name of a preset, of which keyword arguments change options.
    ``players`` is a number or the names. Chance comes from ``seed``, from ``chance`` (any
    ``random.Random``), or else from the system. With ``deal=False`` the first round is not dealt,
    and without ``seed`` or ``chance`` there is then no chance but what is handed in: the first
    ``dealer``, a pack for every ``deal``, and a shuffle for ``play`` where one is needed.

    Raises ``RuleSetError`` for invalid rules, a wrong number of players, names that are not a list
    of text, a dealer who is not a seat or is missing, and for both ``seed`` and ``chance``;
    ``SchwimmenError`` for an argument that is not a whole number where one is needed.

    >>> match = Match("pagat", players=3, seed=7)
    >>> match.view(match.to_act).legal_actions
    ('keep', 'take')
    >>> match.play("keep")
    >>> while not match.over:
    ...     if match.round.over:
    ...         match.deal()
    ...     else:
    ...         match.play(match.round.legal_actions[0])
    >>> len(match.winners)
    1
    """

    def __init__(
        self,
        rules: RuleSet | str = "pagat",
        players: int | Sequence[str] = 3,
        *,
        seed: int | None = None,
        dealer: int | None = None,
        chance: random.Random | None = None,
        deal: bool = True,
        **options: Any,
    ) -> None:
        self.rules = RuleSet.of(rules, **options)
        self.players = _names(self.rules, players)
        seats = len(self.players)
        self._chance = chance = chance_from(seed, chance, needed=deal)
        if dealer is None:
            if chance is None:
                raise RuleSetError("without chance the first dealer must be given", "dealer")
            dealer = chance.randrange(seats)
        dealer = whole_number("dealer", dealer)
        if not 0 <= dealer < seats:
            raise RuleSetError(f"dealer {dealer} is not a seat (0 to {seats - 1})", "dealer")
        self._numbers = rules_array(self.rules)
        self._matches: RecordArray = np.zeros(1, MATCH_DTYPE)
        self._match = self._matches.view(KEYED_MATCH_DTYPE)[0]
        kernel.start_match(self._numbers, self._matches, 0, seats, dealer)
        self.first_dealer = dealer
        self._rounds: list[Round] = []
        self._results: list[RoundResult] = []
        self._standing: tuple[object, MatchContext] | None = None
        if deal:
            self.deal()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_match"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._match = self._matches.view(KEYED_MATCH_DTYPE)[0]

    @property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds dealt so far, the running one last."""
        return tuple(self._rounds)

    @property
    def round(self) -> Round:
        """The running round, or the last one played; ``SchwimmenError`` before the first deal.

        It is there to be looked at, and refuses to be moved except through its match. To try
        something out, play on in a copy of the match (``copy.deepcopy``).
        """
        if not self._rounds:
            raise SchwimmenError("no round has been dealt yet")
        return self._rounds[-1]

    @property
    def arrays(self) -> tuple[RecordArray, RecordArray, RecordArray]:
        """Rules, round and match as compiled functions take them, with index 0; to be read only.

        Raises ``SchwimmenError`` before the first deal.
        """
        return *self.round.arrays, self._matches

    @property
    def results(self) -> tuple[RoundResult, ...]:
        """The results of the rounds played, as RECORD.md has them."""
        return tuple(self._results)

    @property
    def over(self) -> bool:
        """Whether the match has been decided."""
        return bool(self._match["over"])

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won (R23, R24, R31); empty while the match goes on."""
        return cards_of(self._match["winners"])

    @property
    def to_act(self) -> int | None:
        """The seat to act; nobody between rounds, after the end, or while a shuffle is awaited."""
        return self._rounds[-1].to_act if self._rounds else None

    @property
    def dealer(self) -> int:
        """Who deals: this round while one is played, else the next."""
        return self.round.dealer if self._running else int(self._match["dealer"])

    @property
    def leader(self) -> int:
        """Who leads: this round while one is played, else the next."""
        return self.round.leader if self._running else int(self._match["leader"])

    @property
    def lives(self) -> tuple[int, ...] | None:
        """The chips of every seat (R21), or ``None`` in a game for points."""
        return None if self._for_points else tuple(self._of_seats("lives"))

    @property
    def status(self) -> tuple[Status, ...] | None:
        """The standing of every seat, or ``None`` in a game for points."""
        return (
            None if self._for_points else tuple(_STATUS[code] for code in self._of_seats("status"))
        )

    @property
    def totals(self) -> tuple[Points, ...] | None:
        """The points of every seat (R31), or ``None`` in a game for lives."""
        return tuple(map(points_of, self._of_seats("totals"))) if self._for_points else None

    def deal(self, pack: str | Sequence[Card] | None = None) -> None:
        """Deal the next round, from ``pack`` in the order of the deal (R4) or by chance.

        Raises ``SchwimmenError`` while a round is played, after the end, and without pack and
        chance; ``CardError`` for a pack that is not exactly the rule set's.
        """
        if self._running:
            raise SchwimmenError("the round is not over yet")
        if self.over:
            raise SchwimmenError("the match is over")
        if pack is None and self._chance is None:
            raise SchwimmenError("a match without chance needs the pack to be handed in")
        active = cards_of(kernel.active(self._matches, 0))
        dealer, leader = int(self._match["dealer"]), int(self._match["leader"])
        dealt = MatchRound(
            self.rules, len(self.players), pack, dealer, leader, active, chance=self._chance
        )
        self._rounds.append(dealt)
        self._settle_if_over()

    def play(self, action: Action, shuffle: str | Sequence[Card] | None = None) -> None:
        """Play an action for the seat to act: by its name (RECORD.md), its number, or a ``Choice``.

        When it makes the talon be recycled (R32), the order of the cards laid aside is ``shuffle``
        or drawn by chance. With neither the action is played and ``MissingShuffle`` raised:
        ``recycle`` must come next.

        Raises ``IllegalAction`` with the reason and all legal actions; ``CardError`` for a shuffle
        that is not exactly of those cards; ``SchwimmenError`` for one where none is needed, for an
        action of another type, and before the first deal. Then everything is as it was before.
        """
        running = self.round
        Round.play(running, action, shuffle)
        if running.needs_shuffle:
            raise MissingShuffle("a shuffle of the cards laid aside is missing (R32)")
        self._settle_if_over()

    def recycle(self, order: str | Sequence[Card]) -> None:
        """Hand in the order of the cards laid aside that the running round waits for (R32).

        Raises ``CardError`` unless it is an order of exactly those cards, and ``SchwimmenError``
        when no shuffle is needed or no round has been dealt.
        """
        Round.recycle(self.round, order)
        self._settle_if_over()

    def view(self, seat: int | None = None) -> View:
        """What a seat, or with ``None`` a spectator, may know (R33).

        Raises ``RuleSetError`` for a seat that is not at the table, and ``SchwimmenError`` before
        the first deal.
        """
        view = self.round.view(seat, self._standing_now())
        return view if view.result is None else replace(view, result=self._results[-1])

    def own_view(self, seat: int) -> OwnView:
        """Of the view of a seat what all others may not know; much faster. Raises the same."""
        return self.round.own_view(seat, self._standing_now())

    def _standing_now(self) -> MatchContext:
        """The match around the running round, made once for all who look at the same."""
        key = self._matches.tobytes(), len(self._rounds)
        if self._standing is None or self._standing[0] != key:
            standing = MatchContext(
                number=len(self._rounds),
                lives=self.lives,
                status=self.status,
                totals=self.totals,
                over=self.over,
                winners=self.winners,
            )
            self._standing = key, standing
        return self._standing[1]

    @property
    def _running(self) -> bool:
        return bool(self._rounds) and not self._rounds[-1].over

    @property
    def _for_points(self) -> bool:
        return self.rules.scoring == "points"

    def _of_seats(self, field: str) -> list[int]:
        values: list[int] = self._match[field][: len(self.players)].tolist()
        return values

    def _settle_if_over(self) -> None:
        played = self.round
        if not played.over:
            return
        played.settle_into(self._matches)
        result = played.result
        assert result is not None
        there = [hand is not None for hand in result.hands]
        self._results.append(
            replace(
                result,
                lives=_of_active(self.lives, there),
                status=_of_active(self.status, there),
                totals=self.totals,
            )
        )


def _names(rules: RuleSet, players: int | Iterable[str]) -> tuple[str, ...]:
    """The names of the players; of a mere number "Player 1" and so on."""
    if isinstance(players, str | bytes):
        raise RuleSetError(
            f"players: a number or a list of names, such as [{quote(players)}, ...]", "players"
        )
    if not isinstance(players, Iterable):
        rules.check_players(players)
        return tuple(f"Player {seat + 1}" for seat in range(players))
    names = tuple(players)
    for name in names:
        if not isinstance(name, str):
            raise RuleSetError(f"players: {quote(name)} is not a name", "players")
    rules.check_players(len(names))
    return names


def _of_active(values: tuple[T, ...] | None, there: list[bool]) -> tuple[T | None, ...] | None:
    if values is None:
        return None
    return tuple(value if active else None for value, active in zip(values, there, strict=True))
