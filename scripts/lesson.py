"""The tutorial's match, played by the rules and encoded like any table; the page only shows it.

python scripts/lesson.py         rewrite frontend/src/learn/lesson.generated.ts
"""

import json
from pathlib import Path
from typing import Any

from schwimmen.rules import RuleSet, cards_of, hand_value, parse_cards
from schwimmen.rules.cards import card_names, mask_of
from schwimmen.server.wire.people import Presence
from schwimmen.server.wire.state import HistoryJson, StateEncoder, TableState
from schwimmen.tables import ActionEvent, CreatedEvent, DealEvent, Seat, Table

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "frontend" / "src" / "learn" / "lesson.generated.ts"

RULES = RuleSet("pagat")
YOU, IDA, MAX = 0, 1, 2
SEATS = (
    Seat(name="You", player="learner"),
    Seat(name="Ida", level="beginner"),
    Seat(name="Max", level="beginner"),
)
AT = "2026-01-01T00:00:00Z"

SUMMARY = ("AC AD AH", "AS KS QS", "9C 9D 9H", "KD TD 9D", "7H 9H KC")
"""Hands to remember, from best to worst."""


class Lesson:
    """Recorder of a table with stacked packs: the messages that the learner's page would get."""

    def __init__(self) -> None:
        created = CreatedEvent(
            seq=1, at=AT, rules_version="1", preset="pagat", seats=SEATS, dealer=IDA
        )
        self.table = Table.replay([created])
        self.messages: list[dict[str, Any]] = []
        self.steps: list[dict[str, Any]] = []
        self._history = HistoryJson()
        self._sent: TableState | None = None

    def deal(self, dealer: int, hands: dict[int, str], extra: str) -> None:
        """Deal the next round: the hands, the extra hand, then the other cards in order."""
        seats = [(dealer + step) % len(SEATS) for step in range(1, len(SEATS) + 1)]
        named = [card for seat in seats for card in parse_cards(hands[seat])]
        named += parse_cards(extra)
        pack = card_names([*named, *cards_of(mask_of(RULES.cards) & ~mask_of(named))])
        self.table.apply(DealEvent(seq=self.table.seq + 1, at=AT, dealer=dealer, pack=pack))

    def play(self, action: str) -> None:
        """Play an action for the seat whose turn it is."""
        seat = self.table.to_act
        assert seat is not None
        self.table.apply(ActionEvent(seq=self.table.seq + 1, at=AT, seat=seat, action=action))

    def send(self) -> None:
        """Record the message with everything that has happened since the last one."""
        state = TableState("lesson", self.table, self._sent)
        encoder = StateEncoder(state, AT, self._history)
        if self._sent is None:
            presence = Presence(seats=[YOU], spectators=0)
            text = encoder.welcome_for(YOU, 0, "changes")(presence, [], 0)
        else:
            text = encoder.changes_for(YOU, self._sent.seq, self._sent)
        state.own(YOU)
        self._sent = state
        self.messages.append(json.loads(text))

    def follow(self, *actions: str) -> None:
        """Play actions and send each of them."""
        for action in actions:
            self.play(action)
            self.send()

    def step(self, name: str, action: str | None = None) -> None:
        """Add a step of the tutorial at the last message.

        It ends with the learner's ``action``, with ``deal`` for the next round, or, without an
        action, with the button that leads on.
        """
        view = self.table.view(YOU)
        playable = () if view is None else view.legal_actions
        assert action is None or action in playable or (action == "deal" and not playable), action
        self.steps.append({"id": name, "message": len(self.messages) - 1, "action": action})


def valued_hand(hand: str) -> dict[str, Any]:
    """Return a hand with its value and its counting suit."""
    value, suit = hand_value(RULES, hand)
    return {"cards": hand.split(" "), "value": value, "suit": suit}


def build_lesson() -> dict[str, Any]:
    """Build the whole lesson."""
    lesson = Lesson()

    # The lesson begins with the end of a round.
    lesson.deal(IDA, {YOU: "TS 9S 8H", IDA: "KD QD 8D", MAX: "8C 7D JH"}, "AC KS 7H")
    for action in ("keep", "JHxAC", "8HxKS", "close", "pass", "pass"):
        lesson.play(action)
    lesson.send()
    lesson.step("aim", "deal")

    lesson.deal(MAX, {YOU: "9H 9D 7S", IDA: "QC 8S 7D", MAX: "9C AS 8D"}, "TH 8C KC")
    lesson.send()
    lesson.follow("keep")
    lesson.step("worth")
    lesson.step("exchange", "7SxTH")
    lesson.follow("7SxTH", "7DxKC", "9Cx7S")
    lesson.step("watch")
    lesson.step("close", "THx9C!")
    lesson.follow("THx9C!", "8Sx8C")
    lesson.step("lastTurns")
    lesson.follow("8Dx8S")
    lesson.step("showdown", "deal")

    lesson.deal(YOU, {YOU: "AS KS 7D", IDA: "QS 8C 7H", MAX: "TC 9C 7S"}, "KD JD 8D")
    lesson.send()
    lesson.step("dealer", "keep")
    lesson.follow("keep", "all", "7Sx8C")
    lesson.step("all")
    lesson.step("thirtyOne", "7DxQS")
    lesson.follow("7DxQS")
    lesson.step("swim", "deal")

    return {
        "summary": [valued_hand(hand) for hand in SUMMARY],
        "steps": lesson.steps,
        "messages": lesson.messages,
    }


def typescript(lesson: dict[str, Any]) -> str:
    """Return the lesson as the TypeScript module that the page imports."""
    lines = ["/** Generated by scripts/lesson.py from the rules; do not edit. */"]
    lines += ['import type { Lesson } from "./lesson";', "", "export const lesson: Lesson = {"]
    lines.append(f"  summary: {json.dumps(lesson['summary'])},")
    lines.append("  steps: [")
    lines += [f"    {json.dumps(step)}," for step in lesson["steps"]]
    lines.append("  ],")
    welcome, *events = (json.dumps(message) for message in lesson["messages"])
    lines += [f"  welcome: {welcome},", "  events: ["]
    lines += [f"    {message}," for message in events]
    return "\n".join([*lines, "  ],", "};", ""])


def generated_module() -> str:
    """Return the expected content of the generated file."""
    return typescript(build_lesson())


if __name__ == "__main__":
    TARGET.write_text(generated_module(), encoding="utf-8")
