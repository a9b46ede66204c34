"""Reference implementation of scoring: values of hands, losses and matches."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from schwimmen.rules import Card, RoundResult, RuleSet, card_name

RANKS = "23456789TJQKA"
SUITS = "DHSC"


def worth(rules: RuleSet, hand: Sequence[Card]) -> tuple[float, str | None]:
    """Return the value of a hand and its counting suit (R14, R15)."""
    names = [card_name(card) for card in hand]
    if len(names) == 3 and len({name[0] for name in names}) == 1:
        if rules.fire and names[0][0] == "A":
            return 32, None
        if rules.three_of_a_kind:
            return 30.5, None
    sums = {suit: sum(points(name[0]) for name in names if name[1] == suit) for suit in SUITS}
    best = max(sums.values())
    return best, max((suit for suit in SUITS if sums[suit] == best), key=SUITS.index)


def points(rank: str) -> int:
    """Return the points of a rank: ace 11, court cards and ten 10, others their number (R1)."""
    return 11 if rank == "A" else 10 if rank in "TJQK" else int(rank)


def standing(rules: RuleSet, hand: Sequence[Card]) -> tuple[float, int, int]:
    """Return a key that orders hands (R16): higher is better, equal is tied."""
    value, suit = worth(rules, hand)
    names = [card_name(card) for card in hand]
    if suit is None:
        return value, RANKS.index(names[0][0]) if rules.tie_trips_rank else 0, 0
    if not rules.tie_suit:
        return value, 0, 0
    top = max(RANKS.index(name[0]) for name in names if name[1] == suit)
    return value, SUITS.index(suit), top if rules.tie_high_card else 0


def is_special(rules: RuleSet, hand: Sequence[Card]) -> str | None:
    """Return ``fire`` or ``31`` for a special hand (R12)."""
    value, suit = worth(rules, hand)
    if suit is None:
        return "fire" if value == 32 else None
    return "31" if value == 10 * rules.hand_size + 1 else None


def losses(
    rules: RuleSet,
    hands: Mapping[int, Sequence[Card]],
    result: RoundResult,
    closed: Collection[int],
) -> dict[int, int]:
    """Return the lives that a round costs each seat (R17 to R20, R35, R36)."""
    strengths = {seat: standing(rules, hand) for seat, hand in hands.items()}
    best, worst = max(strengths.values()), min(strengths.values())
    losers = {seat for seat, strength in strengths.items() if strength == worst}
    if rules.closer_tie == "closer_loses":
        losers = losers.intersection(closed) or losers
    elif rules.closer_tie == "closer_safe":
        losers = losers.difference(closed) or losers
    if rules.losers == "all_but_best":
        losers = {seat for seat, strength in strengths.items() if strength < best}
    lost = {seat: int(seat in losers) for seat in hands}
    if result.end == "fire" and rules.fire_penalty == "all_others":
        lost = {seat: int(seat != result.by) for seat in hands}
    if result.end in ("31", "fire") and not result.turns and rules.dealt_penalty == "harsh":
        for seat, hand in hands.items():
            if result.end == "31":
                lost[seat] = int(is_special(rules, hand) != "31")
            else:
                lost[seat] = {"fire": 0, "31": 1, None: 2}[is_special(rules, hand)]
    if rules.closer_penalty:
        for seat in closed:
            lost[seat] += strengths[seat] < best
    return lost


def scores(rules: RuleSet, hands: Mapping[int, Sequence[Card]]) -> dict[int, float]:
    """Return the points that each seat scores in a round (R31)."""
    strengths = {seat: standing(rules, hand) for seat, hand in hands.items()}
    best = max(strengths.values())
    value = best[0]
    return {
        seat: value if strength == best else strength[0] - value
        for seat, strength in strengths.items()
    }


class ReferenceMatch:
    """Match with the lives or points of each seat after each round."""

    def __init__(self, rules: RuleSet, players: int, dealer: int) -> None:
        self.rules = rules
        self.players = players
        seats = range(players)
        self.dealer = dealer
        self.leader = (self.dealer + 1) % self.players
        self.lives = dict.fromkeys(seats, self.rules.lives)
        self.out: set[int] = set()
        self.chicken_taken = False
        self.totals: dict[int, float] = dict.fromkeys(seats, 0)
        self.rounds = 0
        self.winners: set[int] = set()

    @property
    def left(self) -> list[int]:
        """Seats still in the game."""
        return [seat for seat in range(self.players) if seat not in self.out]

    def status(self, seat: int) -> str:
        """Return the status of a seat in a match for lives (R21)."""
        return "out" if seat in self.out else "in" if self.lives[seat] else "swimming"

    def add_points(self, gained: Mapping[int, float]) -> None:
        """Add a round for points, and set the next leader and the winners (R31)."""
        self.rounds += 1
        for seat, number in gained.items():
            self.totals[seat] += number
        highest = max(self.totals.values())
        target = self.rules.target
        if self.rounds == self.rules.rounds or (target is not None and highest >= target):
            self.winners = {seat for seat, total in self.totals.items() if total == highest}
        order = [(self.leader + step) % self.players for step in range(self.players)]
        losers = [seat for seat in order if gained[seat] <= 0]
        self.leader = min(losers, key=lambda seat: gained[seat]) if losers else order[1]
        self.dealer = self.next_left_of(self.dealer)

    def add_losses(self, lost: Mapping[int, int]) -> bool:
        """Add a round for lives, and set who is out and the winners (R21 to R24, R29).

        Returns false for a round that does not count.
        """
        swimmers = {seat for seat in self.left if self.lives[seat] == 0}
        run_out = {seat for seat in self.left if 0 < self.lives[seat] <= lost[seat]}
        saved = set(run_out)
        chicken = not self.chicken_taken and len(run_out) == 1
        if self.rules.last_chance == "none" or (self.rules.last_chance == "first" and not chicken):
            saved = set()
        out = (run_out - saved) | {seat for seat in swimmers if lost[seat]}
        counts = not (out == set(self.left) and self.rules.all_out == "replay")
        if counts:
            if out == set(self.left):
                self.winners = out
            for seat in self.left:
                self.lives[seat] = max(0, self.lives[seat] - lost[seat])
            self.chicken_taken = self.chicken_taken or bool(run_out)
            self.out |= out
            if len(self.left) == 1:
                self.winners = set(self.left)
        if not self.winners:
            self.dealer = self.next_left_of(self.dealer)
            self.leader = self.next_left_of(self.dealer)
        return counts

    def next_left_of(self, seat: int) -> int:
        """Return the next seat clockwise that is still in the game (R3)."""
        order = [(seat + step) % self.players for step in range(1, self.players + 1)]
        return next(other for other in order if other not in self.out)
