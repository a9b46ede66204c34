"""Which rule of RULES.md stands behind what has happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final, TypeAlias

import numpy as np

from .actions import action_name
from .cards import Card, cards_of
from .core import kernel
from .core.legal import ACTION_KINDS, CLOSE, EXCHANGE_ALL_CLOSE, EXCHANGE_CLOSE, KEEP, PASS, RENEW
from .core.state import (
    CAP,
    CLOSED,
    FIRE,
    KEYED_ROUND_DTYPE,
    NO_SEAT,
    OVER,
    SHORT_RECYCLE,
    SHUFFLE,
    SPECIAL_GRACE,
    TALON,
    THIRTY_ONE,
    UNTIL_ONE_OPEN,
    RecordArray,
    copy_array,
)
from .view import End, RoundEvent

_BY_KIND: Final = {"dealt": "R4", "choice": "R5", "pass": "R8", "renew": "R30", "recycled": "R32"}
_OF_NEW_TABLE: Final = {"all_pass": "R9", "renew": "R30", "seven_eight_nine": "R34"}
_OF_END: Final = {"fire": "R12", "talon": "R9", "cap": "R13"}


def rule_of(rules: Any, kind: str, reason: str | None, closes: bool) -> str:
    """The number of the rule behind a happening, by a rule set in numbers.

    ``closes`` if the seat is no longer open afterwards; in a last turn nothing closes (R27).
    """
    match kind, reason:
        case "exchange", _ if not closes:
            return "R8"
        case "close", _ if not closes:
            return "R27"
        case (("exchange" | "close"), _):
            return "R26" if rules.close_effect == UNTIL_ONE_OPEN else "R10"
        case "table", str():
            return _OF_NEW_TABLE[reason]
        case "stays", _:
            return "R32" if rules.talon_short == SHORT_RECYCLE else "R9"
        case ("shown", _) | ("end", "31"):
            return "R28" if rules.special == SPECIAL_GRACE else "R12"
        case "end", "close":
            return "R27" if rules.close_effect == UNTIL_ONE_OPEN else "R11"
        case "end", str():
            return _OF_END[reason]
        case _:
            return _BY_KIND[kind]


LogEntry: TypeAlias = int | tuple[Card, ...]
"""An action by its number, or the order in which chance put the cards laid aside (R32)."""

END_NAMES: dict[int, End] = {
    CLOSED: "close",
    THIRTY_ONE: "31",
    FIRE: "fire",
    TALON: "talon",
    CAP: "cap",
}


class History:
    """The happenings and the canonical action names of a round, from its deal on.

    ``dealt`` is the round just dealt.
    """

    def __init__(self, rules: RecordArray, dealt: RecordArray) -> None:
        self._rules = rules
        self._size = int(rules[0].hand_size)
        self._rounds = copy_array(dealt)  # on which the log is played again
        self._told = 0
        self.actions: list[str] = []
        self._last: dict[int, str] = {}
        self.happenings: list[RoundEvent] = []
        self._tell_deal()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_state"}

    @cached_property
    def _state(self) -> Any:
        return _plain(self._rounds)

    def catch_up(self, log: Sequence[LogEntry]) -> None:
        """Tell what the log holds beyond what has been told."""
        for entry in log[self._told :]:
            before = _plain(copy_array(self._rounds))
            if isinstance(entry, tuple):
                self._state["aside"][: len(entry)] = entry
                kernel.recycle(self._rules, self._rounds, 0)
                self._tell_tables(before, "all_pass" if before["passes"] else "renew")
            else:
                kernel.play(self._rules, self._rounds, 0, entry)
                self._tell_action(before, entry)
            self._tell_shown_and_end(before)
            self._told += 1

    def last_action(self, seat: int) -> str | None:
        """The last action of a seat in this round, as in a record."""
        return self._last.get(seat)

    def _tell(
        self,
        kind: str,
        seat: int | None = None,
        action: str | None = None,
        cards: tuple[Card, ...] = (),
        *,
        given: tuple[Card, ...] = (),
        taken: tuple[Card, ...] = (),
        reason: str | None = None,
        closes: bool = False,
    ) -> None:
        rule = rule_of(self._rules[0], kind, reason, closes)
        self.happenings.append(
            RoundEvent(kind, seat, action, cards, given, taken, reason, closes, rule=rule)
        )

    def _tell_deal(self) -> None:
        state = self._state
        tables = list(self._tables_since(0))
        first = tables[0] if tables else cards_of(state["table"])
        self._tell("dealt", int(state["dealer"]), cards=first)
        empty = _plain(np.zeros_like(self._rounds))
        self._tell_shown(empty)
        self._tell_replacements(tables, "seven_eight_nine")
        self._tell_end()

    def _tell_action(self, before: Any, number: int) -> None:
        was, state = before, self._state
        seat = int(was["to_act"])
        kind = int(kernel.kind(self._rules, number))
        hand, table = cards_of(was["hands"][seat]), cards_of(was["table"])
        if state["phase"] == OVER and state["end"] in (THIRTY_ONE, FIRE):  # then nobody has closed
            if kind == EXCHANGE_CLOSE:
                number -= self._size * self._size
            elif kind == EXCHANGE_ALL_CLOSE:
                number -= 1
        name = action_name(number, hand, table)
        self.actions.append(name)
        self._last[seat] = name
        closes = bool(was["open"] & ~int(state["open"]))
        if kind >= KEEP:
            turned_up = hand if name == "take" else cards_of(was["extra"])
            self._tell("choice", seat, name, turned_up)
        elif kind in (PASS, CLOSE, RENEW):
            self._tell(ACTION_KINDS[kind], seat, name, closes=closes)
        else:
            now = int(state["hands"][seat])
            given = cards_of(was["hands"][seat] & ~now)
            taken = cards_of(now & ~int(was["hands"][seat]))
            self._tell("exchange", seat, name, given=given, taken=taken, closes=closes)
        if kind == RENEW:
            self._tell_tables(before, "renew")
        else:
            passes = kind == PASS and not was["last_turns"]
            all_pass = passes and was["passes"] + 1 == was["active"].bit_count()
            self._tell_tables(before, "all_pass" if all_pass else "seven_eight_nine")

    def _tell_tables(self, before: Any, reason: str) -> None:
        was, state = before, self._state
        recycled = state["recyclings"] > was["recyclings"]
        if recycled:
            self._tell("recycled")
        tables = list(self._tables_since(0 if recycled else int(was["aside_count"])))
        stays = not tables and state["phase"] != SHUFFLE and state["end"] != TALON
        if reason == "all_pass" and stays:
            self._tell("stays")
        self._tell_replacements(tables, reason)

    def _tables_since(self, start: int) -> Iterator[tuple[Card, ...]]:
        """The tables laid aside from some place on, in order."""
        state = self._state
        for place in range(start, int(state["aside_count"]), self._size):
            yield tuple(int(card) for card in state["aside"][place : place + self._size])

    def _tell_replacements(self, tables: Sequence[tuple[Card, ...]], reason: str) -> None:
        turned_up = [*tables[1:], cards_of(self._state["table"])]
        for given, cards in zip(tables, turned_up, strict=False):
            self._tell("table", cards=cards, given=given, reason=reason)
            reason = "seven_eight_nine"

    def _tell_shown_and_end(self, before: Any) -> None:
        self._tell_shown(before)
        self._tell_end()

    def _tell_shown(self, before: Any) -> None:
        state = self._state
        for seat in cards_of(state["shown"] & ~int(before["shown"])):
            hand = int(state["hands"][seat])
            reason = END_NAMES[int(kernel.special_hand(self._rules, hand))]
            self._tell("shown", seat, cards=cards_of(hand), reason=reason)

    def _tell_end(self) -> None:
        state = self._state
        if state["phase"] == OVER:
            by = None if state["by"] == NO_SEAT else int(state["by"])
            self._tell("end", by, reason=END_NAMES[int(state["end"])])


def _plain(rounds: RecordArray) -> Any:
    """The round of an array of one, with fields by key."""
    return rounds.view(KEYED_ROUND_DTYPE)[0]
