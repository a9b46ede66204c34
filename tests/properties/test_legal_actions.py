"""Legal actions are accepted, all others refused with a message (R8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.rules import (
    ACTION_KINDS,
    ILLEGAL_REASONS,
    PRESETS,
    Choice,
    IllegalAction,
    Round,
    RuleSet,
    View,
    card_name,
    hand_value,
    number_of_actions,
    parse_action,
)
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
    play_round,
    replay_steps,
    shuffled_deals,
    stacked_pack,
)

SIMPLE = ("all", "all!", "pass", "close", "renew", "keep", "take")
NONSENSE = (
    "",
    " ",
    "fold",
    "PASS",
    "pass ",
    "pass!",
    "close!",
    "renew!",
    "keep!",
    "all!!",
    "ACxAC!!",
    "acxkc",
    "ACXKC",
    "1CxAC",
    "10CxAC",
    "AC x KC",
    "ACxKC\n",
    "ACKC",
    "x",
    "!",
    "ACxKCxQC",
    "١CxAC",
    "\ud800",
)


@pytest.mark.parametrize(("preset", "players"), GAMES)
@examples(2)
@given(data=st.data())
def test_by_every_preset(preset: str, players: int, data: st.DataObject) -> None:
    check(data.draw(deals(games(RuleSet(preset), players))))


@pytest.mark.parametrize("bias", BIASES)
@examples(10)
@given(data=st.data())
def test_by_any_rules(bias: str, data: st.DataObject) -> None:
    check(data.draw(deals(any_games(BIASES[bias]))))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_kind_of_action_of_a_preset_comes_up(preset: str) -> None:
    """An action that is never legal is not among the game's actions."""
    rules, met = RuleSet(preset), set[str]()
    for seed in range(20):
        game = Game(rules, ("uniform",) * 3, patience=8, dealer=0, rare=0, seed=seed)
        round_ = Round(rules, 3, stacked_pack(game, 3, game.chance()))
        for _ in play_round(round_, game, game.chance()):
            met |= {kind_of(action) for action in round_.legal_actions}
    assert met - {"keep", "take"} == set(rules.actions)


@examples(8)
@given(deals(any_games()))
def test_no_exchange_but_of_a_hand_card_for_a_table_card(deal: Deal) -> None:
    """Only exchanges of a hand card for a table card are legal, among all pairs of cards."""
    chance = deal.game.chance()
    steps = list(play_round(deal.round(), deal.game, chance))
    round_ = played(deal, steps[: chance.randrange(len(steps) + 1)])
    if not round_.needs_shuffle:
        cards = [card_name(card) for card in range(52)]
        pairs = [f"{given}x{taken}" for given in cards for taken in cards]
        assert_refused(round_, [pair + mark for pair in pairs for mark in ("", "!")])


@pytest.mark.parametrize("renew", [True, False])
def test_through_shuffles(renew: bool) -> None:
    for deal in shuffled_deals(4, renew=renew):
        check(deal)


def check(deal: Deal) -> None:
    """Play a round, check the legal actions at each step and try them at some steps."""
    reference, round_ = reference_round(deal), deal.round()
    chance = deal.game.chance()
    steps: list[Step] = []
    assert_choices(round_, reference)
    for step in play_round(round_, deal.game, chance):
        steps.append(step)
        if step.seat is None:
            reference.shuffle(step.shuffle)
        else:
            reference.act(step.action)
        assert_choices(round_, reference)
        if not reference.needs_shuffle and chance.randrange(3) == 0:
            assert_refused(round_, thinkable(round_, deal, chance))
        if chance.randrange(8) == 0 or may_be_special(round_):
            assert_accepted(deal, steps)


def may_be_special(round_: Round) -> bool:
    """Return whether the seat to act could make a special hand (R12)."""
    best = 10 * round_.rules.hand_size + 1
    choices = () if round_.to_act is None else round_.view(round_.to_act).choices
    return any(choice.taken and (choice.value or 0) >= best for choice in choices)


def assert_choices(round_: Round, reference: ReferenceRound) -> None:
    """Check that only the seat to act has choices, and exactly the legal ones."""
    assert set(round_.legal_actions) == reference.legal() or reference.needs_shuffle
    to_act = round_.to_act
    all_closes = (
        round_.rules.exchange_all
        and round_.rules.close_effect == "until_one_open"
        and not (reference.last_turns or reference.over)
    )
    for seat in (*range(round_.players), None):
        view = round_.view(seat)
        assert view.all_closes == all_closes
        if seat is None or seat != to_act:
            assert view.choices == ()
            assert view.legal_actions == ()
            no_turn = "shuffle_awaited" if round_.needs_shuffle else "round_over"
            reason = no_turn if to_act is None else "not_your_turn"
            assert view.refused == dict.fromkeys(ACTION_KINDS, reason)
        else:
            assert view.legal_actions == round_.legal_actions
            numbers = [choice.number for choice in view.choices]
            assert numbers == sorted(set(numbers))
            legal = {kind_of(action) for action in view.legal_actions}
            assert legal - {"keep", "take"} <= set(view.rules.actions)
            closing = [choice.closes for choice in view.choices if choice.action == "all"]
            assert closing in ([], [view.all_closes])
            assert view.refused.keys() == set(ACTION_KINDS) - legal
            assert set(view.refused.values()) <= set(ILLEGAL_REASONS[1:])


def kind_of(action: str) -> str:
    """Return the kind of an action, as in ``View.refused``."""
    return "exchange" + "!" * action.endswith("!") if "x" in action else action


def thinkable(round_: Round, deal: Deal, chance: Random) -> list[str]:
    """Return names similar to legal actions, and unrelated ones."""
    cards = deal.game.rules.cards
    hands = [hand for seat in deal.active for hand in round_.view(seat).hand]
    givens = {*chance.sample(hands, 4), *chance.sample(cards, 2)}
    takens = {*round_.view().table, *chance.sample(cards, 2)}
    exchanges = [f"{card_name(one)}x{card_name(other)}" for one in givens for other in takens]
    exchanges += [exchange + "!" for exchange in exchanges]
    return [*exchanges, *SIMPLE, *chance.sample(NONSENSE, 3)]


def reason_for(view: View, action: str) -> str:
    """Return the reason for which an action is illegal, from the view of the seat to act."""
    parsed = parse_action(action)
    if parsed is None:
        return "unknown_action"
    missing = "legal"
    if not isinstance(parsed, str):
        missing = "card_not_on_table" if parsed[0] in view.hand else "card_not_in_hand"
    return view.refused.get(kind_of(action), missing)


def assert_refused(round_: Round, actions: Iterable[str]) -> None:
    """Check that illegal actions are refused by name or number and change nothing."""
    before = views(round_)
    legal = round_.legal_actions
    view = round_.view(round_.to_act)
    for action in set(actions) - set(legal):
        with pytest.raises(IllegalAction) as caught:
            round_.play(action)
        error = caught.value
        message = str(error)
        assert error.action == action
        assert error.reason == reason_for(view, action)
        assert error.legal == legal
        assert message.endswith(": " + (", ".join(legal) or "none"))
        assert error.reason.replace("_", " ") in message
        assert "\n" not in message
    seat = round_.to_act
    numbers = () if seat is None else [choice.number for choice in round_.view(seat).choices]
    for number in {*range(-1, number_of_actions(round_.rules.hand_size) + 2)} - {*numbers}:
        with pytest.raises(IllegalAction):
            round_.play(number)
    assert views(round_) == before


def views(round_: Round) -> list[View]:
    return [round_.view(seat) for seat in (*range(round_.players), None)]


def assert_accepted(deal: Deal, steps: Sequence[Step]) -> None:
    """Check that each choice, played in a copy, leaves the hand that it names."""
    now = played(deal, steps)
    seat = now.to_act
    if seat is None:
        return
    view = now.view(seat)
    for choice in view.choices:
        copy = played(deal, steps)
        copy.play(choice.number if len(steps) % 2 else choice.action)
        assert_kept(view, choice, copy.view(seat))
        if choice.action.endswith("!") and copy.result and copy.result.end in ("31", "fire"):
            plain = played(deal, steps)
            plain.play(choice.action.removesuffix("!"))
            assert views(plain) == views(copy)


def played(deal: Deal, steps: Sequence[Step]) -> Round:
    round_ = deal.round()
    replay_steps(round_, steps)
    return round_


def assert_kept(view: View, choice: Choice, after: View) -> None:
    """Check a choice against the round after it."""
    assert set(choice.given) <= set(view.hand)
    assert set(choice.taken) <= set(view.table)
    in_dutch = view.rules.close_effect == "until_one_open"
    closing = choice.action in ("close", *["all"] * in_dutch) or choice.action.endswith("!")
    assert choice.closes == (closing and not view.last_turns)
    if choice.action in ("take", "renew"):
        assert (choice.value, choice.suit) == (None, None)
        assert (choice.given, choice.taken) == ((), ())
    else:
        hand = tuple(sorted({*view.hand} - {*choice.given} | {*choice.taken}))
        assert after.hand == hand
        assert (after.value, after.suit) == (choice.value, choice.suit)
        assert hand_value(view.rules, hand) == (choice.value, choice.suit)
    if choice.action != "keep":
        assert after.turns == view.turns + (choice.action not in ("take", "renew"))
    last = [event.action for event in after.history if event.action is not None][-1]
    unclosed = after.result is not None and after.result.end in ("31", "fire")
    assert last == (choice.action.removesuffix("!") if unclosed else choice.action)
