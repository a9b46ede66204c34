"""What was seen of a round, as text: the public part, from step to step, and the seat's own."""

from __future__ import annotations

from schwimmen.rules.actions import action_name
from schwimmen.rules.cards import Card, card_names, cards_of
from schwimmen.rules.state import OVER, Records


def hand_and_table(rounds: Records) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The hand of the seat to act, and the table."""
    seat = int(rounds["to_act"][0])
    return cards_of(rounds["hands"][0, seat]), cards_of(rounds["table"][0])


def name_of(rounds: Records, action: int) -> str:
    """The name of an action of the seat to act, as a record has it."""
    return action_name(action, *hand_and_table(rounds))


def deal_text(rounds: Records) -> str:
    """What all see of a deal."""
    dealer, leader = int(rounds["dealer"][0]), int(rounds["leader"][0])
    return f"dealer {dealer} leader {leader}{_seen(rounds, 0, 0, 0)}"


def step_text(before: Records, action: int, after: Records) -> str:
    """What all see of an action and of what came of it."""
    made_anew = after["recyclings"][0] != before["recyclings"][0]
    aside = 0 if made_anew else int(before["aside_count"][0])
    told = _seen(after, int(before["table"][0]), aside, int(before["shown"][0]))
    return f"; {name_of(before, action)}{' recycled' * bool(made_anew)}{told}"


def own_text(dealt: Records, seat: int, took: bool) -> str:
    """What only a seat has seen: the hand it was dealt, and the extra hand it took (R5).

    ``dealt`` is the round just dealt, ``took`` whether the dealer took the extra hand.
    """
    hand = int(dealt["hands"][0, seat])
    if not hand:
        return ""
    told = f" hand {card_names(cards_of(hand))}"
    if took and seat == dealt["dealer"][0]:
        told += f" took {card_names(cards_of(dealt['extra'][0]))}"
    return told


def hands_text(rounds: Records, seats: int) -> str:
    """The hands of a set of seats."""
    return "".join(
        f", {seat} has {card_names(cards_of(rounds['hands'][0, seat]))}" for seat in cards_of(seats)
    )


def _seen(rounds: Records, table: int, aside: int, shown: int) -> str:
    """What is new: the table, the cards laid aside, and hands that lie open (R12, R28, R33)."""
    told = ""
    now = int(rounds["table"][0])
    if now != table:
        told += f", table {card_names(cards_of(now))}"
    count = int(rounds["aside_count"][0])
    if count > aside:
        told += f", aside {card_names(rounds['aside'][0, aside:count].tolist())}"
    if rounds["phase"][0] == OVER:
        return told + hands_text(rounds, int(rounds["active"][0]))
    return told + hands_text(rounds, int(rounds["shown"][0]) & ~shown)
