"""History of a round: its events, each with the number of its rule in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from .actions import action_name
from .cards import Card, as_cards, bits_of, cards_of
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
    RulesRecord,
    copy_array,
)
from .view import End, RoundEvent

_RULE_OF_KIND: Final = {
    "dealt": "R4",
    "choice": "R5",
    "pass": "R8",
    "renew": "R30",
    "recycled": "R32",
    "position": "R4",
}
_RULE_OF_NEW_TABLE: Final = {"all_pass": "R9", "renew": "R30", "seven_eight_nine": "R34"}
_RULE_OF_END: Final = {"fire": "R12", "talon": "R9", "cap": "R13"}


def rule_of(rules: RulesRecord, kind: str, reason: str | None, closes: bool) -> str:
    """Return the number of the rule of an event.

    ``closes`` is true if the event closes the seat; in a last turn nothing closes (R27).
    """
    match kind, reason:
        case "exchange", _ if not closes:
            return "R8"
        case "close", _ if not closes:
            return "R27"
        case (("exchange" | "close"), _):
            return "R26" if rules.close_effect == UNTIL_ONE_OPEN else "R10"
        case "table", str():
            return _RULE_OF_NEW_TABLE[reason]
        case "stays", _:
            return "R32" if rules.talon_short == SHORT_RECYCLE else "R9"
        case ("shown", _) | ("end", "31"):
            return "R28" if rules.special == SPECIAL_GRACE else "R12"
        case "end", "close":
            return "R27" if rules.close_effect == UNTIL_ONE_OPEN else "R11"
        case "end", str():
            return _RULE_OF_END[reason]
        case _:
            return _RULE_OF_KIND[kind]


LogEntry: TypeAlias = int | tuple[Card, ...]
"""Number of an action, or the order into which chance shuffled the cards laid aside (R32)."""

END_NAMES: dict[int, End] = {
    CLOSED: "close",
    THIRTY_ONE: "31",
    FIRE: "fire",
    TALON: "talon",
    CAP: "cap",
}


class Past(NamedTuple):
    """Events and actions of a round up to one moment, as the beginnings of growing lists."""

    growing_events: Sequence[RoundEvent]
    event_count: int
    actors: Sequence[int]
    actions: Sequence[str]
    action_count: int

    @property
    def events(self) -> tuple[RoundEvent, ...]:
        """Events, from the deal on."""
        return tuple(self.growing_events[: self.event_count])

    @property
    def last_actions(self) -> dict[int, str]:
        """Last action of each seat that has acted, as in a record."""
        return dict(zip(self.actors[: self.action_count], self.actions, strict=False))


class History:
    """Events and canonical action names of a round, derived by replaying its log.

    ``start`` is the round just dealt, or set up from a ``position``, of which only the public part
    is given.
    """

    def __init__(self, rules: RecordArray, start: RecordArray, position: str | None = None) -> None:
        self._rules = rules
        self._size = int(rules[0].hand_size)
        self._rounds = copy_array(start)  # replays the log
        self._replayed = 0
        self.actions: list[str] = []
        self._actors: list[int] = []
        self.events: list[RoundEvent] = []
        if position is None:
            self._add_deal()
        else:
            self._add("position", action="take" if start["took"][0] else None, reason=position)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_state"}

    @cached_property
    def _state(self) -> Any:
        return _keyed(self._rounds)

    def catch_up(self, log: Sequence[LogEntry]) -> None:
        """Add the events of new entries at the end of the log."""
        for entry in log[self._replayed :]:
            before = _keyed(copy_array(self._rounds))
            if isinstance(entry, tuple):
                self._state["aside"][: len(entry)] = entry
                kernel.recycle(self._rules, self._rounds, 0)
                self._add_table_changes(before, "all_pass" if before["passes"] else "renew")
            else:
                kernel.play(self._rules, self._rounds, 0, entry)
                self._add_action(before, entry)
            self._add_shown(before)
            self._add_end()
            self._replayed += 1

    def past(self) -> Past:
        """Return what has happened so far."""
        return Past(self.events, len(self.events), self._actors, self.actions, len(self.actions))

    def _add(
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
        self.events.append(
            RoundEvent(kind, seat, action, cards, given, taken, reason, closes, rule=rule)
        )

    def _add_deal(self) -> None:
        state = self._state
        tables = list(self._tables_since(0))
        first = tables[0] if tables else cards_of(state["table"])
        self._add("dealt", int(state["dealer"]), cards=first)
        empty = _keyed(np.zeros_like(self._rounds))
        self._add_shown(empty)
        self._add_replacements(tables, "seven_eight_nine")
        self._add_end()

    def _add_action(self, before: Any, number: int) -> None:
        state = self._state
        seat = int(before["to_act"])
        kind = int(kernel.kind(self._rules, number))
        hand, table = cards_of(before["hands"][seat]), cards_of(before["table"])
        special = state["end"] in (THIRTY_ONE, FIRE)
        if state["phase"] == OVER and special:  # the round ended before the seat could close
            if kind == EXCHANGE_CLOSE:
                number -= self._size * self._size
            elif kind == EXCHANGE_ALL_CLOSE:
                number -= 1
        name = action_name(number, hand, table)
        self.actions.append(name)
        self._actors.append(seat)
        closes = bool(before["open"] & ~int(state["open"]))
        if kind >= KEEP:
            turned_up = hand if name == "take" else cards_of(before["extra"])
            self._add("choice", seat, name, turned_up)
        elif kind in (PASS, CLOSE, RENEW):
            self._add(ACTION_KINDS[kind], seat, name, closes=closes)
        else:
            after = int(state["hands"][seat])
            given = cards_of(before["hands"][seat] & ~after)
            taken = cards_of(after & ~int(before["hands"][seat]))
            self._add("exchange", seat, name, given=given, taken=taken, closes=closes)
        if kind == RENEW:
            self._add_table_changes(before, "renew")
        else:
            passes = kind == PASS and not before["last_turns"]
            all_pass = passes and before["passes"] + 1 == before["active"].bit_count()
            self._add_table_changes(before, "all_pass" if all_pass else "seven_eight_nine")

    def _add_table_changes(self, before: Any, reason: str) -> None:
        state = self._state
        recycled = state["recyclings"] > before["recyclings"]
        if recycled:
            self._add("recycled")
        tables = list(self._tables_since(0 if recycled else int(before["aside_count"])))
        stays = not tables and state["phase"] != SHUFFLE and state["end"] != TALON
        if reason == "all_pass" and stays:
            self._add("stays")
        self._add_replacements(tables, reason)

    def _tables_since(self, start: int) -> Iterator[tuple[Card, ...]]:
        """Yield the table cards laid aside from a position on, in order."""
        state = self._state
        for first in range(start, int(state["aside_count"]), self._size):
            yield as_cards(state["aside"][first : first + self._size].tolist())

    def _add_replacements(self, tables: Sequence[tuple[Card, ...]], reason: str) -> None:
        turned_up = [*tables[1:], cards_of(self._state["table"])]
        for given, cards in zip(tables, turned_up, strict=False):
            self._add("table", cards=cards, given=given, reason=reason)
            reason = "seven_eight_nine"

    def _add_shown(self, before: Any) -> None:
        state = self._state
        for seat in bits_of(state["shown"] & ~int(before["shown"])):
            hand = int(state["hands"][seat])
            reason = END_NAMES[int(kernel.special_hand(self._rules, hand))]
            self._add("shown", seat, cards=cards_of(hand), reason=reason)

    def _add_end(self) -> None:
        state = self._state
        if state["phase"] == OVER:
            by = None if state["by"] == NO_SEAT else int(state["by"])
            self._add("end", by, reason=END_NAMES[int(state["end"])])


def _keyed(rounds: RecordArray) -> Any:
    """Return the round in an array of one, with fields by key."""
    return rounds.view(KEYED_ROUND_DTYPE)[0]
