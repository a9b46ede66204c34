"""Reviews of matches: accounts that add up, and values from what each seat knew."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any, Final

import pytest

from schwimmen.analysis import Effort, Review, number_of_moments, review, review_moments
from schwimmen.players import make_player, play_match, sample_worlds
from schwimmen.players.budget import SearchBudget
from schwimmen.records import RecordError, load, replay
from schwimmen.rules import Match, MissingShuffle, RuleSet, SchwimmenError
from tests.stacked_deals import play, stacked_match
from tests.strategies import VARIANTS

SMALL: Final = SearchBudget(12, worlds=4, rollouts=40)
QUICK: Final = Effort(SMALL, SMALL)


def random_match(preset: str, players: int, seed: int, **options: Any) -> Match:
    """Return a short match of players that act at random."""
    rules = RuleSet(preset)
    short: dict[str, Any] = {"rounds": 2} if rules.scoring == "points" else {"lives": 1}
    match = Match(preset, players=players, seed=seed, **(short | options))
    return play_match(match, [make_player("random", seed + seat) for seat in range(players)])


@pytest.mark.parametrize("preset", VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_accounts_of_every_player_add_up(preset: str, players: int) -> None:
    match = random_match(preset, players, seed=players)
    reviewed = review(match, QUICK)
    assert reviewed.complete
    assert len(reviewed.moments) == number_of_moments(match)
    for player in reviewed.players:
        account = player.account
        assert account.luck + account.errors + account.others == pytest.approx(
            account.result - account.before
        )
        assert account.errors <= 0
        assert player.loss >= 0
    results = [player.account.result for player in reviewed.players]
    if match.totals is None:
        won = [seat in match.winners for seat in range(players)]
        assert results == pytest.approx([one / len(match.winners) for one in won])
        assert sum(player.account.before for player in reviewed.players) == pytest.approx(1)
    else:
        leads = [total - (sum(match.totals) - total) / (players - 1) for total in match.totals]
        assert results == pytest.approx(leads)
        assert [player.account.before for player in reviewed.players] == [0] * players


def test_chances_are_probabilities_and_exact_between_rounds() -> None:
    match = random_match("pagat", 4, seed=3, lives=2)
    reviewed = review(match, QUICK)
    between = 0
    for moment, later in zip(reviewed.moments, (*reviewed.moments[1:], None), strict=True):
        assert all(-1e-9 <= chance.value <= 1 + 1e-9 for chance in moment.chances)
        if later is None or later.seat is None:
            between += 1
            assert all(chance.error == 0 for chance in moment.chances)
    assert between == 1 + len(match.rounds)


def test_decisions_have_all_legal_actions_and_what_was_played() -> None:
    match = random_match("pagat", 3, seed=4)
    reviewed = review(match, QUICK)
    replayed = Match(match.rules, 3, dealer=match.first_dealer, deal=False)
    moments = iter(reviewed.moments[1:])
    for round_ in match.rounds:
        replayed.deal(round_.pack)
        for action in round_.actions:
            moment = next(moments)
            legal = replayed.round.legal_actions
            assert moment.decision is not None
            assert moment.decision.seat == replayed.to_act
            assert sorted(one.action for one in moment.decision.actions) == sorted(legal)
            assert moment.decision.chosen.action == action
            assert moment.decision.best.loss == 0
            assert all(one.loss >= 0 for one in moment.decision.actions)
            replayed.play(action)
        assert next(moments).decision is None


def test_values_depend_on_nothing_hidden() -> None:
    match = Match("pagat", players=3, seed=9)
    players = [make_player("greedy") for _ in range(3)]
    for _ in range(5):
        assert match.to_act is not None
        match.play(players[0].choose(match.view(match.to_act)))
    one = review(match, QUICK, seed=5)
    for seat in (None, *range(3)):
        (world,) = sample_worlds(match.round.view(seat), seed=seat or 0)
        other = Match("pagat", players=3, dealer=match.first_dealer, deal=False)
        other.deal(world.pack)
        play(other, *match.round.actions)
        assert other.round.pack != match.round.pack
        same = review(other, QUICK, seed=5)
        assert [moment.chances for moment in same.moments] == [
            moment.chances for moment in one.moments
        ]
        if seat is not None:
            assert one.of_seat(seat).decisions == same.of_seat(seat).decisions


def test_equal_seeds_give_equal_reviews_with_any_number_of_workers() -> None:
    match = random_match("pagat", 3, seed=2)
    one = review(match, QUICK, seed=1, workers=1)
    assert review(match, QUICK, seed=1, workers=3) == one
    assert review(match.to_record(), QUICK, seed=1) == one
    assert tuple(review_moments(json.dumps(match.to_record()), QUICK, seed=1)) == one.moments
    assert review(match, QUICK, seed=2).moments != one.moments


def test_a_review_of_many_rounds_shows_progress_and_can_be_stopped() -> None:
    chance = Random(1)
    match = Match("choy", players=2, seed=1, rounds=60)
    while not match.over:
        if match.to_act is None:
            match.deal()
        else:
            match.play(chance.choice(match.round.legal_actions))
    moments = review_moments(match, QUICK)
    assert [moment.number for moment in islice(moments, 5)] == [0, 1, 2, 3, 4]
    moments.close()
    assert list(moments) == []

    class Enough(Exception):
        pass

    done = []

    def stop(number: int) -> None:
        done.append(number)
        if number == 7:
            raise Enough

    with pytest.raises(Enough):
        review(match, QUICK, progress=stop)
    assert done == [1, 2, 3, 4, 5, 6, 7]


def test_an_unfinished_match_is_reviewed_as_far_as_it_goes() -> None:
    undealt = Match("pagat", players=3, dealer=0, deal=False)
    reviewed = review(undealt, QUICK)
    assert (len(reviewed.moments), reviewed.complete) == (1, False)
    assert reviewed.players[0].error_rate is None
    dealt = Match("pagat", players=3, seed=9)
    dealt.play("keep")
    reviewed = review(dealt, QUICK)
    assert len(reviewed.moments) == 3
    assert reviewed.moments[-1].decision is None
    assert all(player.account.result > 0 for player in reviewed.players)


def test_a_match_that_awaits_a_shuffle_is_reviewed() -> None:
    rules = RuleSet("app-a9", dealer_choice=False, talon_short="recycle", recycle="shuffle")
    match = Match(rules, players=4, dealer=0, deal=False)
    match.deal(Random(1).sample(rules.cards, len(rules.cards)))
    with suppress(MissingShuffle):
        while True:
            match.play("pass")
    assert match.round.needs_shuffle
    reviewed = review(match, QUICK)
    assert len(reviewed.moments) == number_of_moments(match)


def test_a_match_with_a_study_pack_is_reviewed() -> None:
    rules = RuleSet.study("AC KC QC JC AS KS QS JS AH KH QH JH", lives=1, max_players=2)
    match = Match(rules, players=2, seed=3)
    play_match(match, [make_player("random", seat) for seat in range(2)])
    assert review(match, QUICK).complete


def test_a_record_that_cannot_be_played_raises_as_a_replay_does() -> None:
    record = random_match("pagat", 3, seed=2).to_record()
    record["rounds"][0]["actions"][1] = "take"
    text = json.dumps(record)
    with pytest.raises(RecordError) as expected:
        replay(load(text))
    for given in (text, record, load(text)):
        with pytest.raises(RecordError) as found:
            review(given, QUICK)
        assert str(found.value) == str(expected.value)


def test_wrong_arguments_are_refused_at_once() -> None:
    match = Match("pagat", players=2, seed=1)
    with pytest.raises(SchwimmenError, match="unknown effort"):
        review_moments(match, "decision")
    with pytest.raises(SchwimmenError, match="workers: 0 is not a whole number from 1 on"):
        review_moments(match, QUICK, workers=0)
    with pytest.raises(SchwimmenError, match="set up from a position"):
        review_moments(Match.from_position(match.position))


def test_house_rules_are_marked_as_rougher() -> None:
    assert not review(Match("pagat", players=3, seed=1), QUICK).rougher
    assert not review(Match("pagat", players=3, seed=1, lives=7), QUICK).rougher
    assert review(Match("pagat", players=3, seed=1, three_of_a_kind=False), QUICK).rougher


def test_a_graph_has_chances_alone() -> None:
    match = random_match("pagat", 3, seed=2)
    reviewed = review(match, Effort(SMALL, None))
    assert len(reviewed.graph(0)) == number_of_moments(match)
    assert reviewed.players == ()
    assert all(moment.decision is None and moment.changes == () for moment in reviewed.moments)


def blunder() -> Review:
    """Return the review of a round in which the leader gave 30 away, and lost its last life."""
    match = stacked_match(
        RuleSet("pagat", lives=1, dealer_choice=False),
        {0: "AS KS 9S", 1: "7D 8S 9C"},
        "7C 8D 9H",
        players=2,
    )
    play(match, "all!", "all")
    return review(match, "decisions", seed=1)


def test_a_blunder_is_found_and_costs_the_player_points() -> None:
    reviewed = blunder()
    decision, *_ = reviewed.decisions
    assert decision.chosen.action == "all!"
    assert decision.grade == "blunder"
    assert decision.best.action in ("close", "pass")
    first, second = reviewed.players
    assert first.grades["blunder"] == 1
    assert first.error_rate == pytest.approx(100 * decision.chosen.loss)
    assert first.account.errors == pytest.approx(-decision.chosen.loss / 100)
    assert second.account.others > 0.2


def test_a_showdown_is_luck_and_an_action_is_not() -> None:
    reviewed = blunder()
    for moment in reviewed.moments[1:]:
        for seat, change in enumerate(moment.changes):
            if moment.seat is None:
                assert change.error == change.others == 0
            elif moment.seat == seat:
                assert change.others == 0
            else:
                assert change.error == 0
    assert reviewed.of_seat(1).players == reviewed.players[1:]
    assert {decision.seat for decision in reviewed.of_seat(1).decisions} == {1}


def test_the_luckiest_moments_come_first() -> None:
    for player in review(random_match("pagat", 3, seed=6), QUICK).players:
        assert [one.change for one in player.luckiest] == sorted(
            (one.change for one in player.luckiest), reverse=True
        )
        assert all(one.change > 0 for one in player.luckiest)
        assert all(one.change < 0 for one in player.unluckiest)
        assert len(player.luckiest) <= 3


def test_a_review_is_plain_data() -> None:
    reviewed = review(random_match("pagat", 3, seed=2), QUICK)
    plain = json.loads(json.dumps(reviewed.to_dict()))
    assert plain["format"] == "schwimmen-review/3"
    assert len(plain["moments"]) == len(reviewed.moments)
    assert plain["players"][1]["account"]["luck"] == reviewed.players[1].account.luck
