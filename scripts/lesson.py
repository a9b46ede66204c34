"""The tutorial's round of play, made by the rules themselves: the page only shows what they say.

python scripts/lesson.py         write frontend/src/learn/lesson.generated.ts anew
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from schwimmen.rules import Match, RuleSet, View, cards_of, hand_value, parse_cards
from schwimmen.rules.cards import mask_of
from schwimmen.server.wire import encode

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "frontend" / "src" / "learn" / "lesson.generated.ts"

RULES = RuleSet("pagat")
YOU, MIA, TOM = 0, 1, 2
PLAYERS = ("", "Ida", "Max")

QUIZZES = {"suit": ("7H 9H KC", "8D 9H JS"), "points": ("KC QD JS", "AH 8H 9C")}
"""Two hands each; the page asks which is worth more."""

SUMMARY = ("AC AD AH", "AS KS QS", "9C 9D 9H", "KD TD 9D", "7H 9H KC")
"""Hands to remember, the best first."""


def frame(before: View | None, view: View) -> dict[str, Any]:
    """What the learner sees, and what has happened since ``before`` in the same round."""
    told = len(before.history) if before is not None and before.number == view.number else 0
    shown = encode.view(view).model_dump(mode="json")
    return {"view": shown | {"history": []}, "happened": shown["history"][told:]}


class Lesson:
    """Plays a match with dealt packs, and keeps what the learner sees after every action."""

    def __init__(self) -> None:
        self.match = Match(RULES, PLAYERS, dealer=TOM, deal=False)
        self.steps: list[dict[str, Any]] = []
        self.seen: View | None = None

    def deal(self, hands: dict[int, str], extra: str) -> None:
        """Deal the next round: these hands, the extra hand, then the other cards in order."""
        dealer = self.match.dealer
        seats = [(dealer + step) % len(PLAYERS) for step in range(1, len(PLAYERS) + 1)]
        named = [card for seat in seats for card in parse_cards(hands[seat])]
        named += parse_cards(extra)
        others = mask_of(RULES.cards) & ~mask_of(named)
        self.match.deal([*named, *cards_of(others)])

    def play(self, *actions: str) -> list[dict[str, Any]]:
        """Play these; a frame after each of them."""
        frames = []
        for action in actions:
            self.match.play(action)
            frames.append(self.look())
        return frames

    def look(self) -> dict[str, Any]:
        """A frame of how things are now."""
        view = self.match.view(YOU)
        seen, self.seen = self.seen, view
        return frame(seen, view)

    def do(self, step: str, action: str) -> None:
        """A step in which the learner finds an action: before it, and after it."""
        assert self.match.to_act == YOU
        self.steps.append({"id": step, "action": action, "frames": [self.look()]})
        self.steps[-1]["frames"] += self.play(action)

    def choose(self, step: str, action: str) -> None:
        """A step in which the learner finds the cards of an action, but does not play it yet."""
        assert action in self.match.round.legal_actions
        self.steps.append({"id": step, "action": action, "frames": [self.look()]})

    def watch(self, step: str, frames: Sequence[dict[str, Any]]) -> None:
        """A step in which the learner sees what happens."""
        self.steps.append({"id": step, "action": None, "frames": list(frames)})


def valued_hand(hand: str) -> dict[str, Any]:
    """A hand with its value and the suit that counts."""
    value, suit = hand_value(RULES, hand)
    return {"cards": hand.split(" "), "value": value, "suit": suit}


def quiz(hands: Sequence[str]) -> dict[str, Any]:
    """Hands with their values, and which is worth the most."""
    valued = [valued_hand(hand) for hand in hands]
    values = [hand["value"] for hand in valued]
    return {
        "hands": valued,
        "best": values.index(max(values)),
    }


def lesson() -> dict[str, Any]:
    """The whole lesson."""
    told = Lesson()
    match = told.match

    told.deal({YOU: "9H 9D 7S", MIA: "QC 8S 7D", TOM: "9C AS 8D"}, "TH 8C KC")
    match.play("keep")
    told.do("exchange", "7SxTH")
    told.watch("watch", [told.look(), *told.play("7DxKC", "8Dx7S")])
    told.do("pass", "pass")
    told.watch("lay", [told.look(), *told.play("8Sx8C", "9Cx8S")])
    told.choose("three", "THx9C")
    told.do("close", "THx9C!")
    told.watch("lastTurns", [told.look(), *told.play("pass")])
    told.watch("showdown", told.play("pass"))

    told.deal({YOU: "AS KS 7D", MIA: "QS 8C 7H", TOM: "TC 9C 7S"}, "KD JD 8D")
    told.do("dealer", "keep")
    told.watch("all", told.play("all", "7Sx8C"))
    told.do("thirtyOne", "7DxQS")

    told.deal({YOU: "AC AD 8H", MIA: "KC JC 9D", TOM: "TH QH 7C"}, "AS JH 9C")
    match.play("keep")
    match.play("7CxJH")
    told.do("fire", "8HxAS")
    told.watch("swim", [told.look()])

    return {
        "players": list(PLAYERS),
        "options": dict(RULES.options),
        "quizzes": {name: quiz(hands) for name, hands in QUIZZES.items()},
        "summary": [valued_hand(hand) for hand in SUMMARY],
        "steps": told.steps,
    }


def written(made: dict[str, Any]) -> str:
    """The lesson as the module that the page imports, one line a frame."""
    lines = ["/** Made by scripts/lesson.py from the rules themselves; not to be edited. */"]
    lines += ['import type { Lesson } from "./lesson";', "", "export const lesson: Lesson = {"]
    for key in ("players", "options", "quizzes", "summary"):
        lines.append(f"  {key}: {json.dumps(made[key])},")
    lines.append("  steps: [")
    for step in made["steps"]:
        head = ", ".join(f"{key}: {json.dumps(step[key])}" for key in ("id", "action"))
        lines.append(f"    {{ {head}, frames: [")
        lines += [f"      {json.dumps(frame)}," for frame in step["frames"]]
        lines.append("    ] },")
    return "\n".join([*lines, "  ],", "};", ""])


def text() -> str:
    """What the file should hold."""
    return written(lesson())


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
