"""Worlds sampled from a view: rounds that look like the real one to its seat."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.players import sample_worlds
from schwimmen.players.budget import SearchBudget
from schwimmen.players.search.determinization import determinize, first_position
from schwimmen.players.search_player import Search
from schwimmen.rules import (
    Card,
    Match,
    MissingShuffle,
    Position,
    Round,
    RuleSet,
    SchwimmenError,
    View,
    cards_of,
)
from schwimmen.rules.cards import as_cards
from schwimmen.rules.core.rng import new_rng
from tests.effort import count
from tests.strategies import BIASES, any_games, deals, examples, play_round, replay_steps

from .search_budgets import COMPILED, some


@pytest.mark.parametrize("bent", ["anything", "grace", "recycling", "seven_eight_nine", "threes"])
@given(data=st.data())
@examples(12)
def test_every_seat_and_spectators_have_an_equal_view_of_a_world(
    bent: str, data: st.DataObject
) -> None:
    deal = data.draw(deals(any_games(BIASES[bent])))
    round_, chance = deal.round(), deal.game.chance()
    for _ in play_round(round_, deal.game, Random(deal.game.seed)):
        seat = chance.choice([None, *range(round_.players)])
        view = round_.view(seat)
        (world,) = sample_worlds(view, chance=chance)
        assert type(world) is Round
        assert world.view(seat) == view
        assert world.legal_actions == round_.legal_actions or seat != round_.to_act


def test_all_deals_that_agree_with_a_view_are_equally_likely() -> None:
    """Six cards are unseen: the opponent's, the extra hand and the talon; no hand is special."""
    rules = RuleSet.study(
        "9C 8C 7C 9S 8S 7S", hand_size=2, max_players=2, dealer_choice=True,
        three_of_a_kind=False, fire=False,
    )  # fmt: skip
    view = Round(rules, 2, "9C 8C 7C 9S 8S 7S", dealer=1).view(1)
    number = 240
    drawn = Counter(
        (frozenset(world.pack[:2]), frozenset(world.pack[4:]))
        for world in sample_worlds(view, 6 * number, seed=1)
    )
    unseen = [card for card in rules.cards if card not in view.hand]
    wanted = {(frozenset(one[:2]), frozenset(one[2:])) for one in permutations(unseen)}
    assert drawn.keys() == wanted
    # Chi-square beyond this has a chance of less than one in ten thousand with 5 degrees.
    assert sum((count - number) ** 2 / number for count in drawn.values()) < 26


def test_equal_seeds_give_equal_worlds_which_can_be_played() -> None:
    match = Match("choy", players=4, seed=7)
    match.play(match.round.legal_actions[0])
    view = match.view(match.to_act)
    seeds: list[Any] = [5, np.int64(5)]
    one, other = (sample_worlds(view, 3, seed=seed) for seed in seeds)
    assert [world.pack for world in one] == [world.pack for world in other]
    assert len({world.pack for world in one}) == 3
    world = one[0]
    world.play(view.choices[0])
    assert world.turns_of != match.round.turns_of
    assert sample_worlds(view, 0) == []
    with pytest.raises(SchwimmenError, match="number: -1 is not a whole number from 0 on"):
        sample_worlds(view, -1)


def test_a_view_of_no_round_is_refused() -> None:
    view = Match("pagat", players=3, seed=7).view()
    assert view.to_act is not None
    wrong = replace(view, to_act=(view.to_act + 1) % 3)
    with pytest.raises(SchwimmenError, match="does not belong to any round"):
        sample_worlds(wrong)


WORLDS = count(1000, least=100) if COMPILED else 3


@st.composite
def moments(draw: st.DrawFn, bent: str) -> Round:
    """Draw rounds after some actions, played from the deal or from a position on the way."""
    deal = draw(deals(any_games(BIASES[bent])))
    steps = list(play_round(deal.round(), deal.game, deal.game.chance()))
    steps = steps[: draw(st.integers(0, len(steps)))]
    first = draw(st.integers(0, len(steps)))
    round_ = deal.round()
    replay_steps(round_, steps[:first])
    if not round_.needs_shuffle and draw(st.booleans()):
        round_ = Round.from_position(round_.position)
    replay_steps(round_, steps[first:])
    return round_


@pytest.mark.parametrize("bent", BIASES)
@given(data=st.data())
@some(40)
def test_every_sampled_world_agrees_with_its_view(bent: str, data: st.DataObject) -> None:
    round_ = data.draw(moments(bent))
    seat = data.draw(st.none() | st.sampled_from(range(round_.players)))
    view = round_.view(seat)
    for world in sample_worlds(view, WORLDS, seed=1):
        assert world.view(seat) == view


@pytest.mark.parametrize("bent", BIASES)
@given(data=st.data())
@some(40)
def test_every_world_of_a_search_agrees_with_its_view(bent: str, data: st.DataObject) -> None:
    round_ = data.draw(moments(bent))
    if round_.to_act is None:
        return
    view = round_.view(round_.to_act)
    search = Search(view, SearchBudget(36, WORLDS, WORLDS), new_rng(1))
    for world in search.worlds:
        assert played_again(view, world).view(view.seat) == view


def played_again(view: View, world: Any) -> Round:
    """Return the round of a world, played from its beginning.

    It is a determinized round with its hidden cards exchanged for those of the world.
    """
    determinization = determinize(view, Random(1))
    now, rounds = determinization.now[0], determinization.history.rounds
    cards: list[Card] = []
    held: list[Card] = []
    for number, hidden in enumerate(determinization.hidden):
        cards += cards_of(hidden)
        held += cards_of(int(world.hands[number]) & ~(int(now.hands[number]) & ~hidden))
    cards += [card for card in determinization.unseen if card not in cards]
    held += [card for card in determinization.unseen if card not in held]
    exchanged = {card: card for card in view.rules.cards} | dict(zip(cards, held, strict=True))
    round_, start = determinization.round, (rounds if len(rounds) else determinization.now)[0]
    position = first_position(view)
    if position is None:
        again = Round(
            view.rules,
            len(view.seats),
            [exchanged[card] for card in round_.pack],
            view.dealer,
            view.leader,
            [seat.seat for seat in view.seats if seat.active],
        )
    else:
        again = Round.from_position(_with_exchanged_cards(position, start, exchanged))
    shuffles = iter(round_.shuffles)
    for action in round_.actions:
        with suppress(MissingShuffle):
            again.play(action)
        if again.needs_shuffle:
            for shuffle in shuffles:
                again.recycle(shuffle)
                break
    for seat in view.seats:
        assert again.arrays[1][0].hands[seat.seat] == world.hands[seat.seat]
    return again


def _with_exchanged_cards(position: Position, start: Any, exchanged: dict[Card, Card]) -> Position:
    hands = [cards_of(int(start.hands[seat])) for seat in range(len(position.hands))]
    talon = as_cards(start.pack[int(start.talon_top) : int(start.talon_end)].tolist())
    return replace(
        position,
        hands=tuple(
            replace(hand, cards=tuple(exchanged[card] for card in cards))
            for hand, cards in zip(position.hands, hands, strict=True)
        ),
        extra=tuple(exchanged[card] for card in cards_of(int(start.extra))),
        talon=tuple(exchanged[card] for card in talon),
    )


def test_worlds_of_a_position_have_no_hand_that_would_have_ended_the_round() -> None:
    match = Match.from_position(
        "pagat ??????/AHKH7S/?????? QC9D8D 20 - turn:1 0 1 0 - 4 2/1/0", seed=1
    )
    view = match.view(1)
    for world in sample_worlds(view, 500, seed=1):
        assert world.view(1).position == view.position.removesuffix(" 4 2/1/0")


def test_a_search_among_many_players_deals_no_hand_that_would_have_ended_the_round() -> None:
    """Most hands there have cards of others, and are dealt from those that are left."""
    match = Match("pagat", players=8, seed=7)
    match.play("keep")
    assert match.to_act is not None
    view = match.view(match.to_act)
    search = Search(view, SearchBudget(36, 10 * WORLDS, WORLDS), new_rng(1))
    for world in search.worlds:
        assert played_again(view, world).to_act == view.to_act
