"""The facts of a match agree with its record, counted independently."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.analysis import HOUSE_RULES, MatchFacts, facts_of
from schwimmen.records import load, play, record_of
from schwimmen.records.record import dumps
from schwimmen.rules import PRESETS, Match, RuleSet, SchwimmenError
from tests import stacked_deals
from tests.strategies import BIASES, Game, any_games, examples, games, play_match


@pytest.mark.parametrize("preset", PRESETS)
@examples(3)
@given(data=st.data())
def test_facts_by_every_preset(preset: str, data: st.DataObject) -> None:
    rules = RuleSet(preset)
    players = data.draw(st.integers(2, rules.max_players))
    check(data.draw(games(rules, players)))


@pytest.mark.parametrize("bent", BIASES)
@examples(5)
@given(data=st.data())
def test_facts_by_any_rules(bent: str, data: st.DataObject) -> None:
    check(data.draw(any_games(BIASES[bent])))


def check(game: Game) -> None:
    """Compare the facts of a match with observations while it is played."""
    closings: list[dict[int, int]] = []
    swimmers: list[set[int]] = []
    last_turns = False
    standing: tuple[str, ...] = ()
    for match, step in play_match(game):
        if step is None:
            swimmers.append({seat for seat, one in enumerate(standing) if one == "swimming"})
            closings.append({})
            turns = dict.fromkeys(range(game.players), 0)
        elif step.seat is not None and step.action not in ("keep", "take", "renew"):
            turns[step.seat] += 1
            action = match.round.actions[-1]
            if (action == "close" or action.endswith("!")) and not last_turns:
                closings[-1][step.seat] = turns[step.seat]
        last_turns = match.view(None).last_turns
        standing = match.status or ()
    facts_by_seat = [facts_of(match, seat) for seat in range(game.players)]
    for facts in facts_by_seat:
        compare(match, facts, closings, swimmers)
    assert {facts.seat for facts in facts_by_seat if facts.won} == set(match.winners)
    assert {facts.seat for facts in facts_by_seat if facts.shared} in (set(), set(match.winners))
    for number, result in enumerate(match.results, 1):
        there = [one for facts in facts_by_seat for one in facts.rounds if one.number == number]
        assert {one.players for one in there} == {len(there)}
        assert sum(one.dealer for one in there) == sum(one.leader for one in there) == 1
        assert sum(one.ended for one in there) == (result.by is not None)
        assert sum(one.turns for one in there) == result.turns
        best = [one for one in there if one.best]
        assert {one.value for one in best} == {max(one.value for one in there)}
        if result.points is not None:
            assert all(one.lost is not one.best for one in there)


def compare(
    match: Match, facts: MatchFacts, closings: list[dict[int, int]], swimmers: list[set[int]]
) -> None:
    seat = facts.seat
    results = [result for result in match.results if result.hands[seat] is not None]
    assert facts.over
    assert (facts.players, len(facts.rounds)) == (len(match.players), len(results))
    for one, result in zip(facts.rounds, results, strict=True):
        assert one.closed == closings[one.number - 1].get(seat)
        assert one.swimming == (seat in swimmers[one.number - 1])
        assert (one.value, one.suit) == (result.values[seat], result.suits[seat])
        if result.lost is not None and result.status is not None:
            assert one.lives_lost == result.lost[seat]
            assert one.lost == (one.lives_lost != 0)
            assert one.out == (result.status[seat] == "out")
            assert one.points is None
    if facts.scoring == "points":
        assert facts.total == sum(one.points or 0 for one in facts.rounds)
    else:
        assert match.lives is not None
        assert facts.rounds[-1].lives == match.lives[seat]
        assert facts.total is None


@examples(10)
@given(any_games())
def test_a_match_read_from_its_record_has_equal_facts(game: Game) -> None:
    *_, (match, _) = play_match(game)
    again = play(load(dumps(record_of(match))))
    assert [facts_of(again, seat) for seat in range(game.players)] == [
        facts_of(match, seat) for seat in range(game.players)
    ]


def test_a_running_round_is_left_out() -> None:
    match = Match("pagat", players=3, seed=1)
    facts = facts_of(match, 0)
    assert (facts.over, facts.won, facts.rounds) == (False, False, ())


def test_a_match_is_over_for_a_seat_that_is_out() -> None:
    match = stacked_deals.stacked_match(
        RuleSet("pagat", lives=1, dealer_choice=False),
        {0: "7C 8S 9H", 1: "KC QC JC", 2: "KD QD JD"},
        "7D 8D 9S",
    )
    for hands in ({}, {0: "7C 8S 9H", 1: "KC QC JC", 2: "KD QD JD"}):
        if hands:
            stacked_deals.deal_next(match, hands, "7D 8D 9S")
        closing = match.to_act
        assert closing is not None
        match.play("close")
        while not match.round.over:
            match.play("pass")
    assert not match.over
    first, second, third = (facts_of(match, seat) for seat in range(3))
    assert [one.lost for one in first.rounds] == [True, True]
    assert [one.swimming for one in first.rounds] == [False, True]
    assert (first.over, first.won, second.over, third.over) == (True, False, False, False)


def test_a_match_from_a_position_begins_with_its_scores() -> None:
    position = "pagat ??????/9HADTd:1 7C8C9C 23 - turn:0 1 0 0 - 4 3/0"
    match = Match.from_position(position, seed=7)
    assert facts_of(match, 1).rounds == ()
    match.play("close")
    match.play("pass")
    assert [facts_of(match, seat).rounds[0].swimming for seat in range(2)] == [False, True]


def test_an_unknown_seat_is_refused() -> None:
    with pytest.raises(SchwimmenError, match="seat"):
        facts_of(Match("pagat", players=3, seed=1), 3)


VARIANTS: list[tuple[str, dict[str, object], str]] = [
    *((preset, {}, "app-a7" if preset == "app" else preset) for preset in PRESETS),
    ("pagat", {"lives": 7, "max_players": 4}, "pagat"),
    ("pagat", {"pass": True}, "pagat"),
    ("choy", {"rounds": 3, "target": 200}, "choy"),
    ("pagat", {"lives": 7, "pass": False}, HOUSE_RULES),
]
"""Presets, changed options, and the resulting variant."""


@pytest.mark.parametrize(("preset", "options", "variant"), VARIANTS)
def test_variants(preset: str, options: dict[str, object], variant: str) -> None:
    match = Match(RuleSet(preset, options), players=2, seed=1)
    assert facts_of(match, 1).variant == variant
