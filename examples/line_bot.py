"""Bot in plain Python that speaks the engine protocol (docs/protocol.md), without the package.

schwimmen arena greedy --bot "python examples/line_bot.py" --deals 500

It exchanges the card that makes its hand best, and closes with 27 or more. It knows three cards in
hand and the card values of the preset ``pagat``: three of a kind 30.5, three aces 33.
"""

import sys
from itertools import groupby

CLOSE_FROM = 27


def value(hand: list[str]) -> float:
    """Return the value of three cards such as ``AC``."""
    ranks = [card[0] for card in hand]
    if len(set(ranks)) == 1:
        return 33 if ranks[0] == "A" else 30.5
    worth = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10}
    suits = groupby(sorted(hand, key=lambda card: card[1]), key=lambda card: card[1])
    return max(sum(worth.get(card[0]) or int(card[0]) for card in cards) for _, cards in suits)


def cards_in(text: str) -> list[str]:
    """Return the cards in a field of a position."""
    return [text[at : at + 2].upper() for at in range(0, len(text), 2)]


def hand_after(action: str, hand: list[str], table: list[str]) -> list[str] | None:
    """Return the hand after an action, or ``None`` if it depends on unseen cards."""
    name = action.rstrip("!")
    if name in ("pass", "close"):
        return hand
    if name == "all":
        return table
    if "x" in name:
        given, taken = name.split("x")
        return [card for card in hand if card != given] + [taken]
    return None


def choose(position: str, actions: list[str]) -> str:
    """Return the action whose hand is best; of equal ones one that closes with a good hand."""
    _, hands, table, _, _, turn, *_ = position.split()
    seat = int(turn.partition(":")[2])
    hand, cards = cards_in(hands.split("/")[seat].partition(":")[0]), cards_in(table)
    best, score = actions[0], (-1.0, False)
    for action in actions:
        after = hand_after(action, hand, cards)
        if after is not None:
            worth = value(after)
            closes = action.endswith("!") or action == "close"
            if (worth, closes == (worth >= CLOSE_FROM)) > score:
                best, score = action, (worth, closes == (worth >= CLOSE_FROM))
    return best


def main() -> None:
    """Answer the lines of the host until ``quit`` or the end of the input."""
    position = ""
    actions: list[str] = []
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "hello":
            print("id protocol schwimmen-engine/1")
            print("id name Line bot")
            print("rules pagat")
            print("ready", flush=True)
        elif command == "position":
            position = rest
        elif command == "actions":
            actions = rest.split()
        elif command == "go":
            print("best", choose(position, actions), flush=True)
        elif command == "quit":
            return


if __name__ == "__main__":
    main()
