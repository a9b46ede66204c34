"""The heuristic levels: perception, memory and thresholds; each beats the one below."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.closings import character_closings, character_shift, closings
from benchmarks.endings import LONG, NeverCloses, play_out
from schwimmen.players import CHARACTERS, ActionEvaluator, HeuristicPlayer, make_player
from schwimmen.rules import Match, RuleSet, View
from schwimmen.simulation import simulate
from tests.effort import combinations, count
from tests.stacked_deals import play, stacked_match, stacked_round
from tests.strategies import examples, rule_sets

HUMAN = ("beginner", "casual", "club")
TIMES = 200


def in_turn(hands: dict[int, str], extra: str, *actions: str, **options: object) -> View:
    """Return the view of the seat to act; seat 0 leads, the last seat has dealt and kept."""
    match = stacked_match(RuleSet("pagat", options), hands, extra, players=len(hands))
    play(match, "keep", *actions)
    return match.view(match.to_act)


def chosen(level: str, view: View) -> Counter[str]:
    """Count the chosen actions of ``TIMES`` choices."""
    return Counter(HeuristicPlayer(level, seed).choose(view) for seed in range(TIMES))


def closing(actions: Counter[str]) -> int:
    return sum(
        number for action, number in actions.items() if action[-1] == "!" or action == "close"
    )


@pytest.mark.parametrize("level", HUMAN)
def test_31_is_never_overlooked(level: str) -> None:
    view = in_turn({0: "AC KC 7D", 1: "7S 8H 9D"}, "QC 8S 9H")
    assert {action.removesuffix("!") for action in chosen(level, view)} == {"7DxQC"}


@pytest.mark.parametrize("level", HUMAN)
def test_no_level_breaks_a_three_of_a_kind_in_hand(level: str) -> None:
    view = in_turn({0: "9C 9S 9H", 1: "7S 8H TD"}, "QC 8S AH")
    assert chosen(level, view).keys() <= {"pass", "close"}
    assert closing(chosen("club", view)) == TIMES


def test_beginners_sometimes_overlook_a_three_of_a_kind_and_exchanging_all() -> None:
    pair = in_turn({0: "9C 9S 7H", 1: "7S 8H TD"}, "9D 8S JC")
    assert {action.removesuffix("!") for action in chosen("club", pair)} == {"7Hx9D"}
    assert 0 < chosen("beginner", pair)["7Hx9D"] + chosen("beginner", pair)["7Hx9D!"] < TIMES
    good = in_turn({0: "7C 8S 9H", 1: "7S 8H TD"}, "AD KD 8D")
    assert {action.removesuffix("!") for action in chosen("club", good)} == {"all"}
    assert 0 < chosen("beginner", good)["all"] + chosen("beginner", good)["all!"] < TIMES


@pytest.mark.parametrize("level", ["beginner", "casual"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_people_close_in_the_first_turn_only_with_27_or_more(level: str, players: int) -> None:
    found = closings(level, players, "pagat", count(10_000, least=2000), seed=7)
    assert found.lowest_first is not None
    assert found.lowest_first >= 27
    assert found.capped == 0


@pytest.mark.parametrize("players", [3, 4, 5])
def test_levels_close_like_people(players: int) -> None:
    """Few close in their first turn; the strong do so more often than those one meets first."""
    rounds = count(10_000, least=2000)
    found = {level: closings(level, players, "pagat", rounds) for level in HUMAN}
    for level in ("beginner", "casual"):
        assert found[level].by_turn[0] <= 0.2
        assert 2.5 <= found[level].closer_turns <= 3.5
    assert found["club"].by_turn[0] <= 0.45
    assert found["club"].closer_turns < found["casual"].closer_turns


def test_club_does_not_always_close_a_good_hand_in_its_first_turn() -> None:
    """With four players, always closing 28 then saves less than a thousandth of a life a round."""
    others = {1: "7S 8H 9D", 2: "TS 8D 9H", 3: "TH 8C JD"}
    first = in_turn({0: "AC KC 7C", **others}, "7H 9S JS")
    second = in_turn({0: "AC KC 7C", **others}, "7H 9S JS", "pass", "8Hx7H", "8Dx9S", "JDxJS")
    assert 0 < closing(chosen("club", first)) < closing(chosen("club", second)) == TIMES


def test_beginners_close_too_early_and_too_late() -> None:
    others = {1: "7S 8H 9D", 2: "TS 8D 9H", 3: "TH 8C JD"}
    rich = in_turn({0: "AC KC 7C", **others}, "7H 9S JS")
    assert 0 < closing(chosen("beginner", rich)) < TIMES
    hands = [closings(level, 3, "pagat", 2000).hands for level in ("beginner", "club")]
    assert hands[0][0] < 27 < hands[0][2]


def test_beginners_are_a_match_for_a_plain_newcomer() -> None:
    """The newcomer makes the best exchange, ignores other players and closes from 27."""
    number = count(20_000, least=4000)
    first, _ = simulate(
        "pagat", 2, ["beginner", "greedy-27"], matches=number, seed=1, workers=1
    ).by_bot
    assert first.won is not None
    assert 0.4 <= first.won.mean <= 0.6


@pytest.mark.parametrize("level", HUMAN)
def test_a_character_changes_some_choices(level: str) -> None:
    view = in_turn({0: "9C 9S 7H", 1: "7S 8H TD"}, "AH 8S JC")
    plain, threes = (
        HeuristicPlayer(level, 1, character).action_values(view) for character in (None, "threes")
    )
    assert plain.keys() == threes.keys()
    assert threes["pass"] > plain["pass"]
    assert threes["9CxAH"] == plain["9CxAH"]


@pytest.mark.parametrize("level", HUMAN)
@pytest.mark.parametrize("players", [2, 4])
def test_hasty_bots_close_earlier_and_more_often_than_patient_ones(
    level: str, players: int
) -> None:
    """A hasty bot closes at least a fifth more rounds than a patient one."""
    rounds = count(40_000)
    found = [character_closings(level, one, players, rounds) for one in ("hasty", None, "patient")]
    closed, turns = zip(*found, strict=True)
    assert closed[0] > closed[1] > closed[2]
    assert closed[0] > 1.2 * closed[2]
    assert turns[0] < turns[1] < turns[2]


@pytest.mark.parametrize(
    ("level", "character", "players"), combinations(HUMAN, tuple(CHARACTERS), [2, 4])
)
def test_a_character_shifts_strength_by_at_most_two_hundredths_of_a_life_a_round(
    level: str, character: str, players: int
) -> None:
    deals = count(100_000, sampled=20_000 // players)  # each is played from every seat
    shift, half = character_shift(level, character, players, deals)
    assert abs(shift) + half < 0.02


def test_club_does_not_lay_down_cards_that_the_next_player_is_known_to_collect() -> None:
    mine = "QH JH 8C"
    took_all = in_turn({0: "7C 8S 9D", 1: mine}, "AH KH 8D", "all")
    had_them = in_turn({0: "AH KH 8D", 1: mine}, "7C 8S 9D", "pass")
    assert took_all.table == had_them.table
    for level, looks in (("beginner", False), ("club", True)):
        seen, unseen = (HeuristicPlayer(level).action_values(view) for view in (took_all, had_them))
        assert seen.keys() == unseen.keys()
        assert (seen["QHx7C"] < unseen["QHx7C"] - 3) is looks
        assert (seen["QHx7C"] == unseen["QHx7C"]) is not looks


def test_club_closes_if_an_opponent_is_known_to_have_less() -> None:
    hands = {0: "7C 8S 9C", 1: "KD QD 7S"}
    view = in_turn(hands, "7D TH 8H", "all")
    assert view.seats[0].known
    reasons = HeuristicPlayer("club").action_values(view)
    best = max(reasons, key=lambda action: reasons[action])
    assert best.endswith("!") or best == "close"


def test_club_closes_if_all_opponents_are_known_to_have_less() -> None:
    """One opponent with less is enough, unless only the best hand is safe (R36)."""
    hands = {0: "7C 8S 9C", 1: "KD QD 7S", 2: "JS TC 8C"}
    for losers, closes in (("lowest", True), ("all_but_best", False)):
        view = in_turn(hands, "7D TH 8H", "all", losers=losers)
        values = HeuristicPlayer("club").action_values(view)
        best = max(values, key=lambda action: values[action])
        assert (best.endswith("!") or best == "close") is closes


def test_club_does_not_exchange_one_bad_hand_for_another_until_the_turn_cap() -> None:
    """The opponent soon has 30 known points and never closes: only new cards can help."""
    hands = {0: "KC 9C 7C", 1: "7S AD 8D"}
    for seed in range(5):
        round_ = stacked_round(RuleSet("pagat", dealer_choice=False), hands, "JC TC KS", players=2)
        play_out(round_, (NeverCloses(), HeuristicPlayer("club", seed)))
        assert sum(round_.turns_of) <= LONG


@pytest.mark.parametrize("level", HUMAN)
def test_action_values_cover_all_legal_actions_and_are_deterministic(level: str) -> None:
    player, other = make_player(level), make_player(level, seed=5)
    assert isinstance(player, ActionEvaluator)
    assert isinstance(other, ActionEvaluator)
    view = in_turn({0: "AC KC 7D", 1: "7S 8H 9D"}, "QC 8S 9H")
    reasons = player.action_values(view)
    assert tuple(reasons) == view.legal_actions
    assert reasons == other.action_values(view)
    assert max(reasons, key=lambda action: reasons[action]) in ("7DxQC", "7DxQC!")


@pytest.mark.parametrize("preset", ["pagat", "app-a9", "dutch", "choy"])
@pytest.mark.parametrize(
    ("better", "worse", "share"), [("beginner", "random", 0.9), ("casual", "beginner", 0.5)]
)
def test_each_level_wins_more_matches_than_the_one_below(
    preset: str, better: str, worse: str, share: float
) -> None:
    """With p < .01, as the share won has a standard error of at most half a root of the number."""
    matches = count(20_000, least=4000)
    won = simulate(preset, 2, [better, worse], matches=matches, seed=1, workers=1).by_bot[0].won
    assert won is not None
    assert won.mean - 2.33 * 0.5 / matches**0.5 > share


@pytest.mark.parametrize("level", HUMAN)
@given(rules=rule_sets(), seed=st.integers(0, 2**32))
@examples(25)
def test_rounds_end_early_by_any_rules(level: str, rules: RuleSet, seed: int) -> None:
    long = {"turn_cap": 50, "close_from_turn": 1, "talon_short": "recycle"}
    patient = RuleSet(rules.preset, {**rules.changed, **long})
    match = Match(patient, players=2, seed=seed)
    player = HeuristicPlayer(level, seed)
    while not match.round.over:
        play(match, player.choose(match.view(match.to_act)))
    assert match.results[0].end != "cap"


@pytest.mark.parametrize("level", HUMAN)
@pytest.mark.parametrize("preset", ["pagat", "dutch", "choy"])
def test_rounds_end_early(level: str, preset: str) -> None:
    found = simulate(preset, 3, level, rounds=1000, seed=1, workers=1)
    assert "cap" not in {end.end for end in found.ends if end.rounds}
