"""The greedy player takes the best hand in a last turn, and closes at its threshold."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.players import (
    GREEDY_BASELINES,
    GreedyPlayer,
    RandomPlayer,
    average_hand_value,
    make_player,
    play_match,
)
from schwimmen.players.greedy import best_hand_action, hand_after
from schwimmen.rules import Choice, Match, RuleSet, View, hand_rank, hand_value, mask_of
from schwimmen.rules.core.state import rules_array
from tests.effort import count, sample
from tests.stacked_deals import play, stacked_match
from tests.strategies import (
    BIASES,
    VARIANTS,
    Deal,
    any_games,
    deals,
    examples,
    play_round,
    rule_sets,
)


def left(view: View, choice: Choice) -> tuple[int, ...]:
    """Return the hand after a choice, by the rules."""
    return tuple({*view.hand} - {*choice.given} | {*choice.taken})


@given(deals(any_games()))
@examples(40)
def test_the_hand_after_an_action_agrees_with_the_rules(deal: Deal) -> None:
    round_ = deal.round()
    for _ in play_round(round_, deal.game, deal.game.chance()):
        if round_.to_act is None:
            continue
        view = round_.view(round_.to_act)
        hand, table = mask_of(view.hand), mask_of(view.table)
        for choice in view.choices:
            if choice.value is not None:
                after = hand_after(rules_array(view.rules)[0], hand, table, choice.number)
                assert after == mask_of(left(view, choice))


@given(deals(any_games(BIASES["closers"])))
@examples(80)
def test_in_a_last_turn_the_best_hand_is_taken(deal: Deal) -> None:
    round_ = deal.round()
    for _ in play_round(round_, deal.game, deal.game.chance()):
        if round_.to_act is None:
            continue
        view = round_.view(round_.to_act)
        if not view.last_turns:
            continue
        legal = mask_of(choice.number for choice in view.choices)
        hand, table = mask_of(view.hand), mask_of(view.table)
        number = best_hand_action(rules_array(view.rules)[0], legal, hand, table)
        best = max(hand_rank(view.rules, left(view, choice)) for choice in view.choices)
        as_good = [
            choice.number
            for choice in view.choices
            if hand_rank(view.rules, left(view, choice)) == best
        ]
        still = [
            choice.number
            for choice in view.choices
            if choice.number in as_good and not choice.given
        ]
        assert number == min(still or as_good)


def chosen(match: Match) -> str:
    return GreedyPlayer().choose(match.view(match.to_act))


def in_play(hands: dict[int, str], extra: str, preset: str = "pagat", **options: object) -> Match:
    """Return a match of three after the dealer, seat 2, has kept; the table cards are ``extra``."""
    match = stacked_match(RuleSet(preset, options), hands, extra)
    if match.view(2).phase == "choice":
        play(match, "keep")
    return match


def test_takes_the_best_hand_and_closes_when_it_is_good() -> None:
    hands = {0: "AC KC 7D", 1: "7H 8D 9S", 2: "7S 8C 9D"}
    assert chosen(in_play(hands, "QC 8S 9H")) == "7DxQC!"
    assert chosen(in_play(hands, "QC 8S 9H", "app")) == "7DxQC"
    # All three are worth 29, one exchange no more than 21.
    assert chosen(in_play({0: "7C 8S 9H"} | {1: "7H 8D 9S", 2: "7S 8C 9D"}, "AH KH 8H")) == "all!"


@pytest.mark.parametrize(
    ("table", "closing"),
    [("KC 8S 9H", {"greedy", "greedy-20", "greedy-27"}), ("8C 8S 9H", {"greedy", "greedy-20"})],
)
def test_a_given_close_threshold_decides(table: str, closing: set[str]) -> None:
    match = in_play({0: "AC 7C 7D", 1: "7H 8D 9S", 2: "7S TC 9D"}, table)  # 28 points, or 26
    names = ("greedy", *GREEDY_BASELINES)
    actions = {name: make_player(name).choose(match.view(0)) for name in names}
    assert {name for name in names if actions[name].endswith("!")} == closing


def test_passes_rather_than_exchange_for_nothing() -> None:
    assert chosen(in_play({0: "QC JC 7D", 1: "7H AD 9S", 2: "7S 8C AS"}, "8D 8S 9H")) == "pass"


def test_closes_if_closing_takes_the_place_of_an_exchange() -> None:
    hands = {0: "AC KC 9C", 1: "7H 8D 9S", 2: "7S 8C 9D"}
    assert chosen(in_play(hands, "8H 8S 7D", "app")) == "close"


def test_takes_the_best_hand_in_a_last_turn_and_keeps_its_own_if_that_is_it() -> None:
    match = in_play({0: "AC KC 9C", 1: "7H TH JD", 2: "KS QS 7D"}, "JH 8S 8D")
    play(match, "close")
    assert chosen(match) == "JDxJH"
    play(match, "7HxJH")
    assert chosen(match) == "7Dx8S"
    hands = {0: "AC KC 9C", 1: "JH TH JD", 2: "7S 8C 9D"}
    match = in_play(hands, "7D 8S 8D")
    play(match, "close")
    assert chosen(match) == "pass"
    match = in_play(hands, "7D 8S 8D", "dutch")
    play(match, "close", "JDx8D")
    assert chosen(match) in match.view(match.to_act).legal_actions


def test_renews_if_the_table_offers_nothing() -> None:
    hands = {0: "AC 7C 3S 2H", 1: "KS 4D 5H 6C", 2: "KD 4C 5S 6H"}
    match = in_play(hands, "2D 3H 4S 6D", "choy")
    assert chosen(match) == "renew"
    play(match, "renew")
    assert chosen(match).count("x") == 1


@pytest.mark.parametrize(
    ("hand", "choice"), [("7C 8S 9H", "take"), ("KC 7C 8S", "keep"), ("9C 9S 9H", "keep")]
)
def test_the_dealer_keeps_a_hand_better_than_average(hand: str, choice: str) -> None:
    others = {0: "QC 7D 8H", 1: "QD 7H 8C"}
    assert chosen(stacked_match(RuleSet("pagat"), others | {2: hand}, "JS TS 9D")) == choice


@pytest.mark.parametrize("preset", ["app-a7", "app-a9"])
def test_the_average_value_is_that_of_all_hands(preset: str) -> None:
    rules = RuleSet(preset)
    values = [hand_value(rules, hand)[0] for hand in combinations(rules.cards, rules.hand_size)]
    assert average_hand_value(rules) == pytest.approx(sum(values) / len(values), rel=1e-12)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("preset", VARIANTS)
def test_beats_random_play_clearly(preset: str, players: int) -> None:
    won, matches = 0.0, count(24, 12)
    for seed in range(matches):
        match = Match(preset, players=players, seed=seed)
        seat = seed % players
        table = [RandomPlayer(seed * 10 + other) for other in range(players)]
        play_match(match, [*table[:seat], GreedyPlayer(), *table[seat + 1 :]])
        won += (seat in match.winners) / len(match.winners)
    assert won >= 0.75 * matches


@pytest.mark.parametrize("preset", VARIANTS)
def test_rounds_of_greedy_players_end_long_before_the_cap(preset: str) -> None:
    for players in sample(range(2, RuleSet(preset).max_players + 1)):
        match = play_match(Match(preset, players=players, seed=players), [GreedyPlayer()] * players)
        for result in match.results:
            dealt_in = sum(hand is not None for hand in result.hands)
            assert result.end != "cap"
            assert result.turns <= 10 * dealt_in


@given(rule_sets(), st.integers(0, 2**32), st.data())
@examples(80)
def test_plays_by_any_rules_to_the_end(rules: RuleSet, seed: int, data: st.DataObject) -> None:
    players = data.draw(st.integers(2, rules.max_players))
    match = Match(rules, players=players, seed=seed)
    for _ in range(2):
        while not match.round.over:
            play(match, chosen(match))
        if not match.over:
            match.deal()


@given(rule_sets(), st.integers(0, 2**32))
@examples(60)
def test_greedy_players_do_not_loop_if_they_may_close(rules: RuleSet, seed: int) -> None:
    patient = RuleSet(
        rules.preset,
        {**rules.changed, "turn_cap": 50, "close_from_turn": 1, "talon_short": "recycle"},
    )
    match = Match(patient, players=2, seed=seed)
    while not match.round.over:
        play(match, chosen(match))
    assert match.results[0].end != "cap"


def test_greedy_play_is_deterministic() -> None:
    first, second = (
        play_match(Match("choy", players=3, seed=5), [GreedyPlayer() for _ in range(3)])
        for _ in range(2)
    )
    assert [round_.actions for round_ in first.rounds] == [
        round_.actions for round_ in second.rounds
    ]
