"""Why a round costs whom what, told from its result (R16 to R20, R31)."""

from __future__ import annotations

from collections.abc import Iterator

from .hands import hand_rank
from .ruleset import RuleSet
from .view import Decided, Loss, RoundResult


def losses_of(rules: RuleSet, result: RoundResult) -> tuple[Loss, ...]:
    """What each seat loses, one entry for each reason, in the order of the seats.

    ``result`` is that of the round by itself, before its match says that it does not count (R24).
    """
    showdown = _Showdown(rules, result)
    found = showdown.differences() if result.lost is None else showdown.lives(result.lost)
    return tuple(sorted(found, key=lambda loss: loss.seat))


class _Showdown:
    """The hands of a round that is over, compared."""

    def __init__(self, rules: RuleSet, result: RoundResult) -> None:
        self._rules = rules
        self._result = result
        seats = range(len(result.hands))
        self._ranks: dict[int, int] = {}  # in turn order
        for seat in (*seats[result.leader :], *seats[: result.leader]):
            hand = result.hands[seat]
            if hand is not None:
                self._ranks[seat] = hand_rank(rules, hand)
        self._best = max(self._ranks, key=self._ranks.__getitem__)
        self._worst = min(self._ranks.values())

    def differences(self) -> Iterator[Loss]:
        """What the losers of a game for points lose to the winner (R31)."""
        for seat, rank in self._ranks.items():
            if rank != self._ranks[self._best]:
                behind = self._value(self._best) - self._value(seat)
                decided = self._decided(seat, self._best)
                yield Loss(seat, behind, "R31", "difference", self._best, decided)

    def lives(self, lost: tuple[int | None, ...]) -> Iterator[Loss]:
        """The lives lost, those beyond what the hands cost for having closed (R20)."""
        for seat in self._ranks:
            loss = self._by_hand(seat)
            if loss is not None:
                yield loss
            more = (lost[seat] or 0) - (loss.amount if loss else 0)
            if more:
                decided = self._decided(seat, self._best)
                yield Loss(seat, more, "R20", "closer", self._best, decided)

    def _by_hand(self, seat: int) -> Loss | None:
        rules, end, by = self._rules, self._result.end, self._result.by
        if end in ("31", "fire") and not self._result.turns and rules.dealt_penalty == "harsh":
            has_31 = self._value(seat) == 10 * rules.hand_size + 1
            if end == "31":
                return None if has_31 else Loss(seat, 1, "R19", "dealt_31", by)
            return None if seat == by else Loss(seat, 1 if has_31 else 2, "R19", "dealt_fire", by)
        if end == "fire" and rules.fire_penalty == "all_others":
            return None if seat == by else Loss(seat, 1, "R18", "fire", by)
        if self._ranks[seat] != self._worst:
            return None
        rule = "R18" if end == "fire" else "R17"
        tied = [other for other, rank in self._ranks.items() if rank == self._worst]
        if len(tied) > 1:
            against = tied[(tied.index(seat) + 1) % len(tied)]
            return Loss(seat, 1, rule, "tied_worst", against, "tie")
        above = {other: rank for other, rank in self._ranks.items() if other != seat}
        against = min(above, key=above.__getitem__)
        return Loss(seat, 1, rule, "worst", against, self._decided(seat, against))

    def _decided(self, lower: int, higher: int) -> Decided:
        if self._value(lower) != self._value(higher):
            return "value"
        suit = self._result.suits[lower]
        if suit is None:
            return "trips_rank"
        return "high_card" if suit == self._result.suits[higher] else "suit"

    def _value(self, seat: int) -> int | float:
        value = self._result.values[seat]
        assert value is not None
        return value
