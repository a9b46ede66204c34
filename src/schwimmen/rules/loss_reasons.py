"""Reasons for the losses of a round, derived from its result (R16 to R20, R31)."""

from __future__ import annotations

from collections.abc import Iterator

from .hands import hand_rank
from .ruleset import RuleSet
from .view import DecidedBy, Loss, RoundResult


def explain_losses(rules: RuleSet, result: RoundResult) -> tuple[Loss, ...]:
    """Return the losses of each seat, one entry for each reason, in seat order.

    ``result`` is the round's own result, before its match decides whether it counts (R24).
    """
    showdown = _Showdown(rules, result)
    losses = showdown.points() if result.lost is None else showdown.lives(result.lost)
    return tuple(sorted(losses, key=lambda loss: loss.seat))


class _Showdown:
    """Comparison of the hands of a round that is over."""

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

    def points(self) -> Iterator[Loss]:
        """Yield the points that each loser loses to the winner (R31)."""
        for seat, rank in self._ranks.items():
            if rank != self._ranks[self._best]:
                difference = self._value(self._best) - self._value(seat)
                decided = self._decided_by(seat, self._best)
                yield Loss(seat, difference, "R31", "difference", self._best, decided)

    def lives(self, lost: tuple[int | None, ...]) -> Iterator[Loss]:
        """Yield the lives lost by the hands, then those lost by closing (R20)."""
        for seat in self._ranks:
            loss = self._by_hand(seat)
            if loss is not None:
                yield loss
            penalty = (lost[seat] or 0) - (loss.amount if loss else 0)
            if penalty:
                decided = self._decided_by(seat, self._best)
                yield Loss(seat, penalty, "R20", "closer", self._best, decided)

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
        others = {other: rank for other, rank in self._ranks.items() if other != seat}
        against = min(others, key=others.__getitem__)
        return Loss(seat, 1, rule, "worst", against, self._decided_by(seat, against))

    def _decided_by(self, lower: int, higher: int) -> DecidedBy:
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
