"""Scripted matches of four players, with all views, for a server without rules."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.load_clients import CLOSING, PEOPLE
from schwimmen.rules import Match, RuleSet, View
from schwimmen.server.wire import encode
from schwimmen.server.wire.base import Fields
from schwimmen.server.wire.declared import card_list


def played_match(number: int) -> list[dict[str, Any]]:
    """Return the states of a match: the ``views`` by seat, then a spectator's, and the next move.

    Between rounds all players request the next one. The moves are chosen as our server's clients
    choose theirs.
    """
    rng = random.Random(number)
    rules = RuleSet("pagat")
    match = Match(rules, players=[f"Person {n}" for n in range(PEOPLE)], dealer=0, deal=False)
    states: list[dict[str, Any]] = []

    def add(seat: int | None, action: str | None) -> None:
        views = [_whole_view(match.view(viewer)) for viewer in (*range(PEOPLE), None)]
        states.append({"views": views, "seat": seat, "action": action})

    while not match.over:
        match.deal(pack=rng.sample(rules.cards, len(rules.cards)))
        while (seat := match.to_act) is not None:
            action = chosen(match.view(seat), rng)
            add(seat, action)
            match.play(action)
        if not match.over:
            assert match.status is not None
            for next_seat in range(PEOPLE):
                if match.status[next_seat] != "out":
                    add(next_seat, "deal")
    add(None, None)
    return states


def chosen(view: View, rng: random.Random) -> str:
    """Return a random legal action, seldom one that closes."""
    open_still = [choice.action for choice in view.choices if not choice.closes]
    closes = not open_still or rng.random() < CLOSING
    return rng.choice(view.legal_actions if closes else open_still)


def _whole_view(view: View) -> Fields:
    """Return all fields of a view, with the history of its round."""
    history = [encode.round_event(one) for one in view.history]
    return _own_view(view) | encode.public_view(view) | {"history": history}


def _own_view(view: View) -> Fields:
    """Return the private fields of a seat's view."""
    return {
        "seat": view.seat,
        "hand": card_list(view.hand),
        "value": view.value,
        "suit": view.suit,
        "choices": [
            {
                "action": choice.action,
                "number": choice.number,
                "given": card_list(choice.given),
                "taken": card_list(choice.taken),
                "value": choice.value,
                "suit": choice.suit,
                "closes": choice.closes,
            }
            for choice in view.choices
        ],
        "legal_actions": view.legal_actions,
        "refused": dict(view.refused),
    }
