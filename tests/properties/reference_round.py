"""Reference implementation of a round in plain sets: hands, cards seen and legal actions.

Its inputs are the pack and each action and shuffle; it uses nothing of the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count

from schwimmen.rules import Card, RuleSet, card_name, parse_card
from tests.strategies import Deal

Seen = tuple[str, int | None, tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
"""Event with public cards: kind, seat, cards, cards given, cards taken."""


def reference_round(deal: Deal) -> ReferenceRound:
    """Return the reference for a dealt round."""
    return ReferenceRound(
        deal.game.rules, deal.game.players, deal.pack, deal.active, deal.dealer, deal.leader
    )


class ReferenceRound:
    """Round that also records the cards that each seat has seen (R33)."""

    def __init__(
        self,
        rules: RuleSet,
        players: int,
        pack: Sequence[Card],
        active: Iterable[int],
        dealer: int,
        leader: int,
    ) -> None:
        self.rules = rules
        self.players = players
        self.active = set(active)
        self.dealer = dealer
        self.talon = list(pack)
        self.hands: dict[int, set[Card]] = {}
        seat = dealer
        while not self.hands.get(dealer):
            seat = self._after(seat, self.active)
            self.hands[seat] = self._draw()
        self.extra = self._draw()
        self.table: set[Card] = set()
        self.leaving: set[Card] = set()
        self.aside: list[Card] = []
        self.known: dict[int, set[Card]] = {seat: set() for seat in range(players)}
        self.held = {seat: set(hand) for seat, hand in self.hands.items()}
        self.seen_by_all: set[Card] = set()
        self.history: list[Seen] = []
        self.turns = dict.fromkeys(self.active, 0)
        self.passes = 0
        self.open = set(self.active)
        self.playing = set(self.active)
        self.closed: set[int] = set()
        self.shown: set[int] = set()
        self.last_turns = False
        self.grace = False
        self.renewed = False
        self.over = False
        self.choosing = False
        self.to_act: int | None = None
        self._leader = leader
        self._deal()

    @property
    def phase(self) -> str:
        """Phase as in a view."""
        if self.over:
            return "over"
        if self.choosing:
            return "choice"
        return "renewed" if self.renewed and not self.needs_shuffle else "turn"

    @property
    def needs_shuffle(self) -> bool:
        """Whether the cards laid aside must be shuffled (R32)."""
        return bool(self.leaving)

    def may_know(self, seat: int | None) -> set[Card]:
        """Return the cards that a seat or a spectator has seen in this round."""
        return self.seen_by_all | self.held.get(-1 if seat is None else seat, set())

    def legal(self) -> set[str]:
        """Return the legal actions of the seat to act."""
        seat, rules = self.to_act, self.rules
        if seat is None:
            return set()
        if self.choosing:
            return {"keep", "take"}
        in_dutch = rules.close_effect == "until_one_open"
        early = self.turns[seat] + 1 < rules.close_from_turn
        marks = [""]
        if rules.close_timing == "end_of_turn" and not early and not self.last_turns:
            marks.append("!")
        exchanges = [
            f"{card_name(given)}x{card_name(taken)}"
            for given in self.hands[seat]
            for taken in self.table
        ]
        if self.renewed:
            return {exchange + mark for exchange in exchanges for mark in marks}
        if rules.exchange_all:
            exchanges.append("all")
        legal = {exchange + mark for exchange in exchanges for mark in marks}
        if self.last_turns:
            return legal | {"close" if in_dutch else "pass"}
        if rules.pass_:
            legal.add("pass")
        if not early:
            legal.add("close")
        if rules.renew and len(self.talon) + len(self.aside) >= rules.hand_size:
            legal.add("renew")
        return legal

    def act(self, action: str) -> None:
        """Play a legal action of the seat to act."""
        seat = self.to_act
        assert seat is not None
        if self.choosing:
            self._choose(seat, action)
        elif action == "renew":
            self._see("renew", seat)
            self.passes = 0
            self.renewed = True
            self._replace_table()
        else:
            self.renewed = False
            self.turns[seat] += 1
            self._turn(seat, action)

    def shuffle(self, order: Sequence[Card]) -> None:
        """Put the cards laid aside into a new order (R32)."""
        assert sorted(order) == sorted(self.aside)
        self.aside = list(order)
        self._complete_table()
        if not self.renewed:
            self.passes = 0
            self._next_turn()

    def _deal(self) -> None:
        self._see("dealt", self.dealer, *[self.extra] * (not self.rules.dealer_choice))
        self.shown = {seat for seat in self.active if self._special(seat)}
        for seat in sorted(self.shown):
            self._see("shown", seat, self.hands[seat])
        ends = bool(self.shown) and self.rules.special == "ends"
        if self.shown and not ends:
            self._last_turns_by_grace(self.active - self.shown)
        if self.rules.dealer_choice and not ends and self.dealer not in self.shown:
            self.choosing, self.to_act = True, self.dealer
            return
        if not (ends and self.rules.dealer_choice):
            self._turn_up_extra()
            if self.rules.dealer_choice:  # there was no choice (R28)
                kind, seat_, *_, given, taken = self.history[0]
                self.history[0] = (kind, seat_, tuple(sorted(self.table)), given, taken)
        self._begin(ends)

    def _choose(self, seat: int, action: str) -> None:
        self.choosing = False
        if action == "take":
            self.hands[seat], self.extra = self.extra, self.hands[seat]
            self.held[seat] |= self.hands[seat]
        self._see("choice", seat, self.extra)
        self._turn_up_extra()
        found = action == "take" and self._special(seat)
        if found:
            self.shown.add(seat)
            self._see("shown", seat, self.hands[seat])
        ends = found and self.rules.special == "ends"
        if found and not ends:
            self._last_turns_by_grace(self.active - self.shown)
        self._begin(ends)

    def _turn_up_extra(self) -> None:
        self.table, self.extra = self.extra, set()
        self.seen_by_all |= self.table

    def _begin(self, ends: bool) -> None:
        if ends or not self.playing:
            self._end()
        elif self._leader in self.playing:
            self._begin_turn(self._leader)
        else:
            self._begin_turn(self._after(self._leader, self.playing))

    def _turn(self, seat: int, action: str) -> None:
        self.to_act = seat
        plain = action.removesuffix("!")
        if self.last_turns:
            self.playing.discard(seat)
        if plain in ("pass", "close"):
            self._see(plain, seat)
            self.passes = self.passes + 1 if plain == "pass" else 0
        else:
            self.passes = 0
            self._exchange(seat, plain)
            if self._special(seat) and not self.grace:
                self.shown.add(seat)
                self._see("shown", seat, self.hands[seat])
                if self.rules.special == "ends":
                    self._end()
                    return
                unplayed = {other for other in self.active if self.turns[other] == 0}
                self._last_turns_by_grace(unplayed)
        if not self.last_turns:
            self._close(seat, action)
        if not self.over:
            self._after_turn()

    def _exchange(self, seat: int, action: str) -> None:
        hand = self.hands[seat]
        if action == "all":
            given, taken = set(hand), set(self.table)
        else:
            given, taken = ({parse_card(name)} for name in action.split("x"))
        assert given <= hand
        assert taken <= self.table
        self.hands[seat] = hand - given | taken
        self.table = self.table - taken | given
        self.known[seat] = self.known[seat] - given | taken
        self._see("exchange", seat, given=given, taken=taken)

    def _close(self, seat: int, action: str) -> None:
        closes = action == "close" or action.endswith("!")
        if closes:
            self.closed.add(seat)
        if not closes and (action != "all" or self.rules.close_effect != "until_one_open"):
            return
        self.open.discard(seat)
        self.playing.discard(seat)
        if self.rules.close_effect == "immediate":
            self._end()
        elif self.rules.close_effect == "one_turn_each" or len(self.open) == 1:
            self.last_turns = True

    def _after_turn(self) -> None:
        if self.last_turns and not self.playing:
            self._end()
            return
        if not self.last_turns and self.passes == len(self.active):
            moved = self._replace_table()
            if self.needs_shuffle:
                return
            self.passes = 0
            if not moved and self.rules.talon_short == "showdown":
                self._end()
                return
        self._next_turn()

    def _next_turn(self) -> None:
        if sum(self.turns.values()) >= self.rules.turn_cap * len(self.active):
            self._end()
            return
        assert self.to_act is not None
        self._begin_turn(self._after(self.to_act, self.playing))

    def _begin_turn(self, seat: int) -> None:
        self.to_act = seat
        while (
            self.rules.replace_789
            and not self.last_turns
            and sorted(card_name(card)[0] for card in self.table) == ["7", "8", "9"]
            and len(self.talon) >= 3
        ):
            self._lay_aside_for(self._draw())

    def _replace_table(self) -> bool:
        size = self.rules.hand_size
        if len(self.talon) >= size:
            self._lay_aside_for(self._draw())
            return True
        if self.rules.talon_short != "recycle" or len(self.talon) + len(self.aside) < size:
            return False
        self.leaving, self.table = self.table, set(self.talon)
        self.seen_by_all |= self.table
        self.talon = []
        if self.rules.recycle == "in_order":
            self._complete_table()
        return True

    def _complete_table(self) -> None:
        missing = self.rules.hand_size - len(self.table)
        self.talon, self.aside = self.aside, []
        new = self.table | self._draw(missing)
        self.table, self.leaving = self.leaving, set()
        self._lay_aside_for(new)

    def _lay_aside_for(self, new: set[Card]) -> None:
        old, self.table = self.table, new
        self.aside += sorted(old)
        self.seen_by_all |= new
        self._see("table", None, new, old)

    def _last_turns_by_grace(self, playing: set[int]) -> None:
        self.last_turns = self.grace = True
        self.playing = playing

    def _end(self) -> None:
        self.over = True
        self.to_act = None
        for hand in self.hands.values():
            self.seen_by_all |= hand

    def _special(self, seat: int) -> bool:
        """Return whether a hand is fire or 31: the ace of a suit and cards worth ten (R12)."""
        names = [card_name(card) for card in self.hands[seat]]
        ranks = sorted(name[0] for name in names)
        one_suit = len({name[1] for name in names}) == 1
        suited = one_suit and ranks[0] == "A" and set(ranks[1:]) <= set("KQJT")
        fire = self.rules.fire and ranks == ["A"] * 3
        return self.rules.special != "none" and (suited or fire)

    def _draw(self, number: int | None = None) -> set[Card]:
        number = self.rules.hand_size if number is None else number
        drawn, self.talon = set(self.talon[:number]), self.talon[number:]
        return drawn

    def _after(self, seat: int, among: set[int]) -> int:
        return next(
            other % self.players for other in count(seat + 1) if other % self.players in among
        )

    def _see(
        self,
        what: str,
        seat: int | None,
        cards: Iterable[Card] = (),
        given: Iterable[Card] = (),
        taken: Iterable[Card] = (),
    ) -> None:
        shown, down, up = (tuple(sorted(group)) for group in (cards, given, taken))
        self.seen_by_all.update(shown, down, up)
        self.history.append((what, seat, shown, down, up))
