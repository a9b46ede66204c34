from __future__ import annotations

import copy
import pickle
import random

import pytest

from schwimmen.rules import Match, MissingShuffle, RuleSet, RuleSetError, SchwimmenError
from tests.dealing import deal_next, play, stacked_match

WORST, MIDDLE, BEST = "7C 8D 9H", "KC TC 9D", "AS KS 9S"
HANDS = {0: WORST, 1: MIDDLE, 2: BEST}
EXTRA = "8C 7D 9C"


def finish(match: Match) -> None:
    """Close at once, everybody passing."""
    play(match, "keep", "close", *["pass"] * (len(match.view(None).seats) - 1))


def play_out(match: Match) -> Match:
    chance = random.Random(3)
    while not match.over:
        if match.round.over:
            match.deal()
        else:
            match.play(chance.choice(match.round.legal_actions))
    return match


def test_a_seed_plays_the_same_match_again() -> None:
    one, other = (play_out(Match("choy", players=3, seed=11)) for _ in range(2))
    assert one.results == other.results
    assert [round.pack for round in one.rounds] == [round.pack for round in other.rounds]
    assert play_out(Match("choy", players=3, seed=12)).results != one.results


def test_a_match_can_be_copied_and_goes_its_own_way() -> None:
    match = Match("pagat", players=3, seed=7)
    match.play("keep")
    before = match.view(match.to_act)
    for other in (copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert other.view(other.to_act) == before
        play_out(other)
        assert other.over
        assert other.lives != match.lives
    assert match.view(match.to_act) == before


def test_without_a_seed_matches_differ() -> None:
    packs = {Match("pagat").round.pack for _ in range(3)}
    assert len(packs) == 3


def test_lives_then_swimming_then_out() -> None:
    match = stacked_match(RuleSet("pagat", lives=2), HANDS, EXTRA)
    finish(match)
    assert (match.lives, match.status) == ((1, 2, 2), ("in", "in", "in"))
    deal_next(match, HANDS, EXTRA)
    finish(match)
    assert (match.lives, match.status) == ((0, 2, 2), ("swimming", "in", "in"))
    deal_next(match, HANDS, EXTRA)
    finish(match)
    assert (match.lives, match.status) == ((0, 2, 2), ("out", "in", "in"))
    assert match.view(0).seats[0].active
    deal_next(match, HANDS, EXTRA)
    view = match.view(0)
    assert not view.seats[0].active
    assert view.hand == ()
    assert view.choices == ()
    assert match.results[-1].hands[0] is not None


def test_the_deal_passes_on_also_from_a_seat_that_has_gone_out() -> None:
    match = stacked_match(RuleSet("pagat", lives=1, last_chance="none"), HANDS, EXTRA)
    assert (match.dealer, match.leader) == (2, 0)
    finish(match)
    assert match.status == ("out", "in", "in")
    assert (match.dealer, match.leader) == (1, 2)


@pytest.mark.parametrize(
    ("last_chance", "status"), [("all", "swimming"), ("first", "swimming"), ("none", "out")]
)
def test_who_may_swim(last_chance: str, status: str) -> None:
    match = stacked_match(RuleSet("pagat", lives=1, last_chance=last_chance), HANDS, EXTRA)
    finish(match)
    assert match.status == (status, "in", "in")


def test_there_is_one_last_chance_for_the_whole_match() -> None:
    match = stacked_match(RuleSet("pagat", lives=1, last_chance="first"), HANDS, EXTRA)
    finish(match)
    deal_next(match, {0: BEST, 1: WORST, 2: MIDDLE}, EXTRA)
    finish(match)
    assert match.status == ("swimming", "out", "in")


def test_the_closer_pays_one_more_unless_best() -> None:
    rules = RuleSet("pagat", closer_penalty=True)
    match = stacked_match(rules, {0: MIDDLE, 1: WORST, 2: BEST}, EXTRA)
    finish(match)
    assert match.results[-1].lost == (1, 1, 0)
    match = stacked_match(rules, HANDS, EXTRA)
    finish(match)
    assert match.results[-1].lost == (2, 0, 0)


def test_a_loss_of_two_leaves_a_swimmer() -> None:
    match = stacked_match(RuleSet("pagat", closer_penalty=True, lives=1), HANDS, EXTRA)
    finish(match)
    assert (match.lives, match.status) == ((0, 1, 1), ("swimming", "in", "in"))


def test_points_end_after_the_rounds_or_with_the_target() -> None:
    match = play_out(Match("choy", players=3, seed=2))
    assert len(match.results) == 10
    match = play_out(Match("choy", players=3, seed=2, target=30))
    assert match.totals is not None
    assert len(match.results) < 10
    assert max(match.totals) >= 30
    assert all(max(result.totals or ()) < 30 for result in match.results[:-1])


def test_deals_and_shuffles_can_be_handed_in() -> None:
    played = play_out(Match("choy", players=9, seed=4))
    again = Match("choy", players=9, dealer=played.first_dealer, deal=False)
    for round in played.rounds:
        again.deal(round.pack)
        shuffles = iter(round.shuffles)
        for action in round.actions:
            try:
                again.play(action)
            except MissingShuffle:
                again.recycle(next(shuffles))
    assert any(round.shuffles for round in played.rounds)
    assert again.results == played.results
    assert again.winners == played.winners


def test_bad_input() -> None:
    with pytest.raises(RuleSetError, match="9 players: this game is for 2 to 8"):
        Match("pagat", players=9)
    with pytest.raises(RuleSetError, match="dealer 3 is not a seat"):
        Match("pagat", players=3, dealer=3)
    with pytest.raises(RuleSetError, match="dealer must be given"):
        Match("pagat", deal=False)
    with pytest.raises(RuleSetError, match="options go with a preset"):
        Match(RuleSet("pagat"), lives=2)
    match = Match("pagat", dealer=0, deal=False)
    with pytest.raises(SchwimmenError, match="no round has been dealt"):
        match.play("keep")
    with pytest.raises(SchwimmenError, match="needs the pack"):
        match.deal()
    match = Match("pagat", seed=1)
    with pytest.raises(SchwimmenError, match="not over yet"):
        match.deal()
    with pytest.raises(SchwimmenError, match="none is needed"):
        match.play("keep", shuffle="AC KC")
    play_out(match)
    with pytest.raises(SchwimmenError, match="match is over"):
        match.deal()
