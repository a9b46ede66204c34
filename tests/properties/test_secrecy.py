"""Views contain the cards that their seat has seen, and no others (R33)."""

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
    shuffled_deals,
)

CARDS = {"hand", "table", "aside", "known", "shown", "given", "taken", "hands", "cards"}
NUMBERS = {"winners", "closers", "values", "lost", "lives", "points", "totals", "status", "suits"}


@pytest.mark.parametrize(("preset", "players"), GAMES)
@examples(3)
@given(data=st.data())
def test_views_hold_the_cards_seen_by_every_preset(
    preset: str, players: int, data: st.DataObject
) -> None:
    check_views(data.draw(deals(games(RuleSet(preset), players))))


@pytest.mark.parametrize("bias", BIASES)
@examples(16)
@given(data=st.data())
def test_views_hold_the_cards_seen_by_any_rules(bias: str, data: st.DataObject) -> None:
    check_views(data.draw(deals(any_games(BIASES[bias]))))


@pytest.mark.parametrize(("preset", "players"), GAMES)
@examples(3)
@given(data=st.data())
def test_hidden_cards_make_no_difference_by_every_preset(
    preset: str, players: int, data: st.DataObject
) -> None:
    check_hidden_cards(data.draw(deals(games(RuleSet(preset), players))))


@pytest.mark.parametrize("bias", BIASES)
@examples(25)
@given(data=st.data())
def test_hidden_cards_make_no_difference_by_any_rules(bias: str, data: st.DataObject) -> None:
    check_hidden_cards(data.draw(deals(any_games(BIASES[bias]))))


@pytest.mark.parametrize("renew", [True, False])
def test_shuffles_are_as_secret(renew: bool) -> None:
    for deal in shuffled_deals(6, renew=renew):
        check_views(deal)
        check_hidden_cards(deal)


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
    """Compare all views with the cards that their seats, or a spectator, have seen."""
    reference, round_ = reference_round(deal), deal.round()
    assert_views(reference, round_)
    for step in play_round(round_, deal.game, deal.game.chance()):
        follow(reference, step)
        assert_views(reference, round_)


def follow(reference: ReferenceRound, step: Step) -> None:
    if step.seat is None:
        reference.shuffle(step.shuffle)
    else:
        assert step.seat == reference.to_act
        reference.act(step.action)


def assert_views(reference: ReferenceRound, round_: Round) -> None:
    views = {seat: round_.view(seat) for seat in (*range(reference.players), None)}
    spectator = views[None]
    assert spectator.hand == ()
    for seat, view in views.items():
        held = reference.hands.get(-1 if seat is None else seat, set())
        assert view.hand == tuple(sorted(held))
        assert cards_in(view) <= reference.may_know(seat) | held
        for field in fields(View):  # all else is known to all
            if field.name not in {"seat", "hand", "value", "suit", "choices", "refused"}:
                assert getattr(view, field.name) == getattr(spectator, field.name)
    assert_public(reference, spectator)
    assert round_.needs_shuffle == reference.needs_shuffle


def assert_public(reference: ReferenceRound, view: View) -> None:
    assert view.phase == reference.phase
    assert view.to_act == (None if reference.needs_shuffle else reference.to_act)
    assert view.table == tuple(sorted(reference.table))
    assert view.talon == len(reference.talon)
    assert view.aside == tuple(reference.aside)
    assert view.turns == sum(reference.turns.values())
    assert view.last_turns == (reference.last_turns and not reference.over)
    assert view.closers == tuple(sorted(reference.closed))
    assert view.passes == reference.passes or reference.over or reference.needs_shuffle
    assert (view.end is not None) == (reference.last_turns or reference.over)
    for seat, seat_view in enumerate(view.seats):
        lies_open = seat in reference.active and (reference.over or seat in reference.shown)
        assert seat_view.known == tuple(sorted(reference.known[seat]))
        assert seat_view.shown == (tuple(sorted(reference.hands[seat])) if lies_open else None)
        assert (seat_view.value is not None) == lies_open
        assert seat_view.turns == reference.turns.get(seat, 0)
        assert seat_view.playing == (seat in reference.playing and not reference.over)
        assert seat_view.closed == (seat in reference.active - reference.open)
    with_cards = [
        (event.kind, event.seat if event.kind != "table" else None, *groups(event))
        for event in view.history
        if any(groups(event)) or event.kind in ("pass", "close", "renew", "dealt")
    ]
    assert with_cards == reference.history


def groups(event: RoundEvent) -> tuple[tuple[Card, ...], ...]:
    return event.cards, event.given, event.taken


def cards_in(value: object, name: str = "") -> set[Card]:
    """Return all cards anywhere in a view, as numbers or in texts."""
    if isinstance(value, str):
        return set(map(parse_card, re.findall("[2-9TJQKA][CSHD]", value)))
    if isinstance(value, tuple):
        if name in CARDS and all(isinstance(item, int) for item in value):
            return set(value)
        assert name not in CARDS or not any(isinstance(item, int) for item in value)
        assert name in CARDS | NUMBERS or not any(isinstance(item, int) for item in value), name
        return set().union(*(cards_in(item, name) for item in value))
    if is_dataclass(value):
        parts = ((field.name, getattr(value, field.name)) for field in fields(value))
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
    reference = reference_round(deal)
    for step in steps:
        follow(reference, step)
    for seat in (*range(deal.game.players), None):
        view = played(deal, steps).view(seat)
        unseen = [card for card in deal.pack if card not in reference.may_know(seat)]
        for _ in range(3):
            other = exchanged(deal, unseen, chance)
            other_steps = reshuffled(steps, len(reference.talon), chance)
            if noticed(other, other_steps) == noticed(deal, steps):
                assert played(other, other_steps).view(seat) == view
                break


def played(deal: Deal, steps: Sequence[Step]) -> Round:
    round_ = deal.round()
    replay_steps(round_, steps)
    return round_


def exchanged(deal: Deal, unseen: Sequence[Card], chance: Random) -> Deal:
    """Return the deal with all unseen cards moved."""
    new = dict(zip(unseen, chance.sample(unseen, len(unseen)), strict=True))
    return replace(deal, order=card_names(new.get(card, card) for card in deal.pack))


def reshuffled(steps: Sequence[Step], talon: int, chance: Random) -> list[Step]:
    """Return the steps with the unseen rest of the last shuffle in another order."""
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
    """Yield, after each step, which hands are shown."""

    def seen(reference: ReferenceRound) -> Iterator[tuple[str, int | None, set[int]]]:
        yield reference.phase, reference.to_act, set(reference.shown)
        for step in steps:
            if step.seat != reference.to_act and step.seat is not None:
                return
            follow(reference, step)
            yield reference.phase, reference.to_act, set(reference.shown)

    return list(seen(reference_round(deal)))
