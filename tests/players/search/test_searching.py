"""What a search says of every legal action."""

from __future__ import annotations

from itertools import combinations
from math import comb, isfinite
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.players.search.player import Effort, SearchPlayer
from schwimmen.rules import (
    PRESETS,
    Card,
    Choice,
    Match,
    Round,
    RuleSet,
    View,
    hand_rank,
    parse_cards,
)
from tests.strategies import BENTS, any_games, deals, examples, play_round

TINY = Effort(candidates=4, worlds=6, rollouts=20)
MORE = Effort(candidates=30, worlds=200, rollouts=3000)
TWO_CARDS: Final[dict[str, Any]] = {
    "hand_size": 2, "max_players": 2, "three_of_a_kind": False, "fire": False
}  # fmt: skip


def reasons(view: View, seed: int = 1, effort: Effort = TINY) -> dict[str, float]:
    return dict(SearchPlayer("expert", seed, effort).reasons(view))


def left(view: View, choice: Choice) -> tuple[Card, ...]:
    """The hand that a choice leaves."""
    return tuple({*view.hand} - {*choice.given} | {*choice.taken})


@pytest.mark.parametrize("bent", ["anything", "grace", "recycling", "seven_eight_nine", "closers"])
@given(data=st.data())
@examples(8)
def test_every_legal_action_by_any_rules_is_worth_something(bent: str, data: st.DataObject) -> None:
    deal = data.draw(deals(any_games(BENTS[bent])))
    round_ = deal.round()
    for _ in play_round(round_, deal.game, deal.game.chance()):
        if round_.to_act is not None:
            view = round_.view(round_.to_act)
            worth = reasons(view)
            assert tuple(worth) == view.legal_actions
            assert all(map(isfinite, worth.values()))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", ["two", "most"])
def test_whole_matches_of_every_preset_can_be_played(preset: str, players: str) -> None:
    rules = RuleSet(preset)
    short: dict[str, Any] = {"rounds": 2} if rules.scoring == "points" else {"lives": 1}
    seats = 2 if players == "two" else rules.max_players
    match = Match(RuleSet(preset, **short), players=seats, seed=3)
    table = [SearchPlayer("expert", seat, TINY) for seat in range(seats)]
    chance = Random(preset)
    while not match.over:
        seat = match.to_act
        if seat is None:
            match.deal()
            continue
        view = match.view(seat)
        worth = table[seat].reasons(view)
        assert tuple(worth) == view.legal_actions
        if rules.scoring == "lives":
            assert all(0 <= chances <= 1 + 1e-9 for chances in worth.values())
        closing = [action for action in worth if action == "close" or action.endswith("!")]
        match.play(chance.choice(closing or view.legal_actions))


@given(data=st.data())
@examples(40)
def test_the_last_to_act_takes_the_best_hand(data: st.DataObject) -> None:
    deal = data.draw(deals(any_games(BENTS["closers"])))
    round_ = deal.round()
    for _ in play_round(round_, deal.game, deal.game.chance()):
        if round_.to_act is None:
            continue
        view = round_.view(round_.to_act)
        if view.last_turns and sum(seat.playing for seat in view.seats) == 1:
            worth = reasons(view)
            best = max(view.choices, key=lambda choice: hand_rank(view.rules, left(view, choice)))
            assert worth[best.action] == pytest.approx(max(worth.values()))


def test_closing_heads_up_is_worth_what_all_hands_of_the_other_say() -> None:
    rules = RuleSet.study("AC KC 9C 8C AS QS 9S 7S TH 8H 7H 7D", dealer_choice=False, **TWO_CARDS)
    dealt = Round(rules, 2, "KC 8C 9C QS 7S TH AC AS 9S 8H 7H 7D", dealer=1)
    view = dealt.view(0)
    unseen = [card for card in rules.cards if card not in (*view.hand, *view.table)]
    worth = []
    for hand in combinations(unseen, 2):
        rest = [card for card in unseen if card not in hand]
        round_ = Round(rules, 2, [*view.hand, *hand, *view.table, *rest], dealer=1)
        if round_.over:  # dealt 21
            continue
        round_.play("close")
        last = round_.view(1)
        best = max(last.choices, key=lambda choice: hand_rank(rules, left(last, choice)))
        round_.play(best.action)
        assert round_.result is not None
        assert round_.result.lost is not None
        mine, others = round_.result.lost
        assert mine is not None
        assert others is not None
        worth.append(others - mine)
    assert 0 < len(worth) < comb(len(unseen), 2)
    assert reasons(view)["close"] == pytest.approx(sum(worth) / len(worth))
    assert reasons(view, seed=2)["close"] == pytest.approx(sum(worth) / len(worth))


def test_taking_an_unseen_hand_is_worth_the_same_whatever_hand_is_imagined_first() -> None:
    """Some imagined hands are special, and the round would be over with them."""
    rules = RuleSet.study("AC KC AS KS AH KH TH QH 7D 8D 9D 7S", **TWO_CARDS)
    view = Round(rules, 2, "TH 9D 7D 8D AC KC AS KS AH KH QH 7S", dealer=1).view(1)
    worth = [reasons(view, seed, MORE)["take"] for seed in range(25)]
    assert max(worth) - min(worth) < 0.5


def test_a_good_table_is_taken_and_a_good_hand_is_kept() -> None:
    def leader(hand: str, table: str) -> View:
        rules = RuleSet("pagat", dealer_choice=False)
        wanted = parse_cards(f"{hand} 7H QD JC {table}")
        rest = [card for card in rules.cards if card not in wanted]
        return Round(rules, 2, [*wanted, *rest], dealer=1).view(0)

    bad, good = leader("7C 8S 9D", "AH KH 8C"), leader("AC KC 9C", "7S 8H 9D")
    assert SearchPlayer("expert", 1, MORE).choose(bad) in ("all", "all!")
    assert SearchPlayer("expert", 1, MORE).choose(good) in ("close", "pass")
    assert reasons(bad, effort=MORE)["close"] < 0 < reasons(good, effort=MORE)["close"]


def test_the_same_seed_says_the_same_and_chooses_what_is_worth_most() -> None:
    match = Match("pagat", players=3, seed=4)
    match.play("keep")
    view = match.view(match.to_act)
    assert reasons(view) == reasons(view) != reasons(view, seed=2)
    assert reasons(view)[SearchPlayer("expert", 1, TINY).choose(view)] == max(
        SearchPlayer("expert", 1, TINY).reasons(view).values()
    )
