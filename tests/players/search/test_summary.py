"""Summaries of searches, from arrays made by hand."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from schwimmen.players.search.belief import CANDIDATE_DTYPE
from schwimmen.players.search.best_reply import REPLY_CANDIDATES
from schwimmen.players.search.situation import MAX_ENUMERATED, SEARCH_DTYPE
from schwimmen.players.search.summary import (
    POSSIBLE_HAND_DTYPE,
    RANKED_ACTION_DTYPE,
    rank_actions,
    write_errors,
    write_possible_hands,
)
from schwimmen.rules import Match, mask_of, parse_cards
from schwimmen.rules.core.state import MAX_ACTIONS
from schwimmen.rules.view_builder import record_of

WORLDS = 5


def test_actions_with_smaller_and_better_known_losses_come_first() -> None:
    searches = np.zeros(1, SEARCH_DTYPE)
    trials = searches["trials"][0]
    losses = {3: (0.2, 0.01), 5: (0.0, 0.0), 8: (0.1, 0.05), 9: (0.1, 0.02), 11: (0.1, 0.05)}
    for number, (loss, error) in losses.items():
        trials[number]["value"], trials[number]["error"] = 0.5 - loss, 0.03
        trials[number]["loss"], trials[number]["loss_error"] = loss, error
        for name, less in (("least_loss", 0.03), ("most_loss", -0.03), ("sure_loss", 0.05)):
            trials[number][name] = loss - less
    ranked = np.zeros(MAX_ACTIONS, RANKED_ACTION_DTYPE)
    count = rank_actions(searches, mask_of(losses), ranked)
    expected = [
        (one, 0.5 - loss, 0.03, loss, error, loss - 0.03, loss + 0.03, loss - 0.05)
        for one in (5, 9, 8, 11, 3)
        for loss, error in (losses[one],)
    ]
    assert ranked[:count].tolist() == expected


def test_errors_are_standard_errors_of_means_and_0_for_exact_values() -> None:
    searches = np.zeros(1, SEARCH_DTYPE)
    values = np.full(MAX_ACTIONS * WORLDS, 7.0)
    values[2 * WORLDS : 2 * WORLDS + 4] = (0.1, 0.4, 0.4, 0.5)
    searches["trials"][0]["played"][[2, 4, 6]] = (4, 1, 0)
    errors = np.full(MAX_ACTIONS, -1.0)
    write_errors(searches, values, mask_of((2, 4, 6)), errors)
    deviation = sqrt((0.25**2 + 2 * 0.05**2 + 0.15**2) / 3)
    assert errors[2] == pytest.approx(deviation / sqrt(4))
    assert errors[[4, 6]].tolist() == [0, 0]
    assert set(np.delete(errors, [2, 4, 6])) == {-1.0}


def test_possible_hands_have_the_known_cards_and_probabilities() -> None:
    match = Match("pagat", players=3, seed=7)
    match.play("keep")
    seat = match.to_act
    assert seat is not None
    exchange = next(one for one in match.view(seat).choices if len(one.taken) == 1)
    match.play(exchange.action)
    viewer = (seat + 1) % 3
    view = match.view(viewer)
    assert view.seats[seat].known == exchange.taken
    hidden = [mask_of(parse_cards(text)) for text in ("AC KC", "QD JD", "TS 9S")]
    searches = np.zeros(1, SEARCH_DTYPE)
    searches["hidden"][0][seat], searches["first"][0][seat] = hidden[0], 4
    searches["sizes"][0][seat] = 3
    candidates = np.zeros(MAX_ENUMERATED + REPLY_CANDIDATES, CANDIDATE_DTYPE)
    candidates["cards"][4:8] = [*hidden, 0]
    candidates["likelihood"][4:8] = (1.0, 0.0, 3.0, 9.0)
    hands = np.zeros(len(candidates), POSSIBLE_HAND_DTYPE)

    def found(other: int) -> list[tuple[int, float]]:
        record = record_of(view)
        count = write_possible_hands(record, viewer, searches, candidates, other, hands)
        return [(int(cards), float(one)) for cards, one in hands[:count].tolist()]

    known = mask_of(exchange.taken)
    assert found(seat) == [(hidden[0] | known, 0.25), (hidden[2] | known, 0.75)]
    assert found(viewer) == []
    assert found((seat + 2) % 3) == []  # nothing is weighed for this seat
