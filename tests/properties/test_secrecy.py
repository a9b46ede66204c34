"""A view holds what its seat has seen and nothing else (R33)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.rules import Card, Round, RoundEvent, RuleSet, View, card_names, parse_card
from tests.properties.reference_round import ReferenceRound, reference_round
from tests.strategies import (
    BIASES,
    GAMES,
    Deal,
    Game,
    Step,
    any_games,
    deals,
    examples,
    games,
    play_match,
    play_round,
    replay_steps,
)

CARDS = {"hand", "table", "aside", "known", "shown", "given", "taken", "hands", "cards"}
NUMBERS = {"winners", "values", "lost", "lives", "points", "totals", "status", "suits"}


@pytest.mark.parametrize(("preset", "players"), GAMES)
@examples(3)
@given(data=st.data())
def test_views_tell_what_was_seen_by_every_preset(
    preset: str, players: int, data: st.DataObject
) -> None:
    check_views(data.draw(deals(games(RuleSet(preset), players))))


@pytest.mark.parametrize("bent", BIASES)
@examples(16)
@given(data=st.data())
def test_views_tell_what_was_seen_by_any_rules(bent: str, data: st.DataObject) -> None:
    check_views(data.draw(deals(any_games(BIASES[bent]))))


@pytest.mark.parametrize(("preset", "players"), GAMES)
@examples(3)
@given(data=st.data())
def test_hidden_cards_make_no_difference_by_every_preset(
    preset: str, players: int, data: st.DataObject
) -> None:
    check_hidden_cards(data.draw(deals(games(RuleSet(preset), players))))


@pytest.mark.parametrize("bent", BIASES)
@examples(25)
@given(data=st.data())
def test_hidden_cards_make_no_difference_by_any_rules(bent: str, data: st.DataObject) -> None:
    check_hidden_cards(data.draw(deals(any_games(BIASES[bent]))))


@examples(20)
@given(any_games())
def test_a_match_adds_only_its_standing(game: Game) -> None:
    for match, _ in play_match(game, most_rounds=4):
        for seat in (*range(game.players), None):
            view = match.view(seat)
            assert view.result is None or match.round.over
            seats = tuple(replace(one, lives=None, status=None, total=None) for one in view.seats)
            alone = match.round.view(seat)
            assert alone == replace(
                view,
                seats=seats,
                number=1,
                over=match.round.over,
                winners=(),
                result=alone.result,
            )


def check_views(deal: Deal) -> None:
    """Compare what is told to every seat and to a spectator with what they have seen."""
    witness, round_ = reference_round(deal), deal.round()
    assert_told(witness, round_)
    for step in play_round(round_, deal.game, deal.game.chance()):
        follow(witness, step)
        assert_told(witness, round_)


def follow(witness: ReferenceRound, step: Step) -> None:
    if step.seat is None:
        witness.shuffle(step.shuffle)
    else:
        assert step.seat == witness.to_act
        witness.act(step.action)


def assert_told(witness: ReferenceRound, round_: Round) -> None:
    views = {seat: round_.view(seat) for seat in (*range(witness.players), None)}
    spectator = views[None]
    assert spectator.hand == ()
    for seat, view in views.items():
        held = witness.hands.get(-1 if seat is None else seat, set())
        assert view.hand == tuple(sorted(held))
        assert cards_in(view) <= witness.may_know(seat) | held
        for field in fields(View):  # all else is known to all
            if field.name not in {"seat", "hand", "value", "suit", "choices", "refused"}:
                assert getattr(view, field.name) == getattr(spectator, field.name)
    assert_public(witness, spectator)
    assert round_.needs_shuffle == witness.needs_shuffle


def assert_public(witness: ReferenceRound, view: View) -> None:
    assert view.phase == witness.phase
    assert view.to_act == (None if witness.needs_shuffle else witness.to_act)
    assert view.table == tuple(sorted(witness.table))
    assert view.talon == len(witness.talon)
    assert view.aside == tuple(witness.aside)
    assert view.turns == sum(witness.turns.values())
    assert view.last_turns == (witness.last_turns and not witness.over)
    for seat, told in enumerate(view.seats):
        lies_open = seat in witness.active and (witness.over or seat in witness.shown)
        assert told.known == tuple(sorted(witness.known[seat]))
        assert told.shown == (tuple(sorted(witness.hands[seat])) if lies_open else None)
        assert (told.value is not None) == lies_open
        assert told.turns == witness.turns.get(seat, 0)
        assert told.playing == (seat in witness.playing and not witness.over)
        assert told.closed == (seat in witness.active - witness.open)
    with_cards = [
        (told.kind, told.seat if told.kind != "table" else None, *groups(told))
        for told in view.history
        if any(groups(told)) or told.kind in ("pass", "close", "renew", "dealt")
    ]
    assert with_cards == witness.history


def groups(told: RoundEvent) -> tuple[tuple[Card, ...], ...]:
    return told.cards, told.given, told.taken


def cards_in(told: object, name: str = "") -> set[Card]:
    """Every card that stands anywhere in a view, as a number or within a text."""
    if isinstance(told, str):
        return set(map(parse_card, re.findall("[2-9TJQKA][CSHD]", told)))
    if isinstance(told, tuple):
        if name in CARDS and all(isinstance(item, int) for item in told):
            return set(told)
        assert name not in CARDS or not any(isinstance(item, int) for item in told)
        assert name in CARDS | NUMBERS or not any(isinstance(item, int) for item in told), name
        return set().union(*(cards_in(item, name) for item in told))
    if is_dataclass(told):
        parts = ((field.name, getattr(told, field.name)) for field in fields(told))
        return set().union(*(cards_in(part, name) for name, part in parts))
    return set()


def check_hidden_cards(deal: Deal) -> None:
    """At some moment, exchange the cards that a seat has not seen for one another.

    Played as before, the seat must see the same. When the cards in another's hand would have had
    to be shown (R12, R28), it would have noticed, and other cards are exchanged.
    """
    chance = deal.game.chance()
    round_ = deal.round()
    steps = list(play_round(round_, deal.game, chance))
    steps = steps[: chance.randrange(len(steps) + 1)]
    witness = reference_round(deal)
    for step in steps:
        follow(witness, step)
    for seat in (*range(deal.game.players), None):
        view = played(deal, steps).view(seat)
        unseen = [card for card in deal.pack if card not in witness.may_know(seat)]
        for _ in range(3):
            other = exchanged(deal, unseen, chance)
            other_steps = reshuffled(steps, len(witness.talon), chance)
            if noticed(other, other_steps) == noticed(deal, steps):
                assert played(other, other_steps).view(seat) == view
                break


def played(deal: Deal, steps: Sequence[Step]) -> Round:
    round_ = deal.round()
    replay_steps(round_, steps)
    return round_


def exchanged(deal: Deal, unseen: Sequence[Card], chance: Random) -> Deal:
    """The deal with all the unseen cards in other places."""
    new = dict(zip(unseen, chance.sample(unseen, len(unseen)), strict=True))
    return replace(deal, order=card_names(new.get(card, card) for card in deal.pack))


def reshuffled(steps: Sequence[Step], talon: int, chance: Random) -> list[Step]:
    """The steps with what is left of the last shuffle in another order."""
    steps = list(steps)
    for place in reversed(range(len(steps))):
        order = steps[place].shuffle
        if order:
            seen, unseen = order[: len(order) - talon], order[len(order) - talon :]
            shuffle = (*seen, *chance.sample(unseen, len(unseen)))
            steps[place] = steps[place]._replace(shuffle=shuffle)
            break
    return steps


def noticed(deal: Deal, steps: Sequence[Step]) -> list[tuple[str, int | None, set[int]]]:
    """After every step what all can see of hands having been shown or not."""

    def seen(witness: ReferenceRound) -> Iterator[tuple[str, int | None, set[int]]]:
        yield witness.phase, witness.to_act, set(witness.shown)
        for step in steps:
            if step.seat != witness.to_act and step.seat is not None:
                return
            follow(witness, step)
            yield witness.phase, witness.to_act, set(witness.shown)

    return list(seen(reference_round(deal)))
