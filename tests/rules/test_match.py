from __future__ import annotations

import copy
import pickle
import random

import pytest

from schwimmen.records import (
    RecordError,
    dumps,
    load,
    read_record,
    record_of,
    replay,
    result_of,
)
from schwimmen.rules import (
    CardError,
    Match,
    MissingShuffle,
    RuleSet,
    RuleSetError,
    SchwimmenError,
    parse_cards,
)
from tests.stacked_deals import deal_next, play, stacked_match

WORST, MIDDLE, BEST = "7C 8D 9H", "KC TC 9D", "AS KS 9S"
HANDS = {0: WORST, 1: MIDDLE, 2: BEST}
EXTRA = "8C 7D 9C"


def finish(match: Match) -> None:
    """Close at once and let all others pass."""
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


def test_a_match_without_a_seed_can_be_copied_too() -> None:
    match = Match("pagat")
    for other in (copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert other.round.pack == match.round.pack
        play_out(other)
    assert len(match.rounds) == 1


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
def test_the_option_decides_which_seats_may_swim(last_chance: str, status: str) -> None:
    match = stacked_match(RuleSet("pagat", lives=1, last_chance=last_chance), HANDS, EXTRA)
    finish(match)
    assert match.status == (status, "in", "in")


def test_a_match_has_one_last_chance() -> None:
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


def test_a_closer_who_is_tied_for_best_pays_nothing() -> None:
    hands = {0: "KC TC 9D", 1: "QC JC 8H", 2: "AS 7H 8D"}
    match = stacked_match(RuleSet("pagat", closer_penalty=True), hands, EXTRA)
    finish(match)
    assert match.results[-1].values == (20, 20, 11)
    assert match.results[-1].lost == (0, 0, 1)


@pytest.mark.parametrize("hands", [{0: WORST, 1: BEST}, {0: BEST, 1: WORST}])
def test_in_the_dutch_game_only_closing_by_name_is_penalized(hands: dict[int, str]) -> None:
    """Neither exchanging all nor doing nothing in a last turn counts as closing (R20)."""
    match = stacked_match(RuleSet("dutch", closer_penalty=True), {1: hands[1]}, hands[0], players=2)
    play(match, "keep", "all", "close")
    assert match.results[-1].lost in ((0, 1), (1, 0))
    match = stacked_match(RuleSet("dutch", closer_penalty=True), hands, EXTRA, players=2)
    play(match, "keep", "close", "close")
    assert match.results[-1].lost == ((2, 0) if hands[0] == WORST else (0, 1))


HARSH = RuleSet("pagat", dealt_penalty="harsh")


def test_harsh_31_dealt_costs_everyone_without() -> None:
    match = stacked_match(HARSH, {0: "AS KS QS", 1: "AH KH QH", 2: "KD QD 8H"}, EXTRA)
    assert match.results[-1].lost == (0, 0, 1)
    match = stacked_match(HARSH, {0: "AS KS QS", 1: "7H 9S QH", 2: "KD QD 8H"}, EXTRA)
    assert match.results[-1].lost == (0, 1, 1)


def test_harsh_also_for_a_hand_that_the_dealer_takes() -> None:
    match = stacked_match(HARSH, HANDS, "AC AD AH")
    play(match, "take")
    assert (match.results[-1].end, match.results[-1].lost) == ("fire", (2, 2, 0))


def test_not_harsh_for_a_hand_that_is_made() -> None:
    match = stacked_match(HARSH, {0: "AC AD 7S", 1: MIDDLE, 2: "JS QS 9C"}, "AH 7D 8C")
    play(match, "keep", "7SxAH")
    assert (match.results[-1].end, match.results[-1].lost) == ("fire", (0, 1, 1))


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


@pytest.mark.parametrize(
    ("hands", "leader"),
    [
        ({0: "AC KC QC 9C", 1: "AH 2S 3D 4D", 2: "AS 2C 3C 4H"}, 1),  # both lose 29
        ({0: "AC 2S 3D 4D", 1: "AH KH QH 9H", 2: "AS 2C 3C 4H"}, 0),
        ({0: "AC KC QC 9C", 1: "AH KH QH 9H", 2: "AS KS QS 9S"}, 1),  # left of the leader
    ],
)
def test_the_earliest_of_the_biggest_losers_leads(hands: dict[int, str], leader: int) -> None:
    """The biggest loser leads next (R31), the deal passes to the left (R7)."""
    match = stacked_match(RuleSet("choy"), hands, "5C 6D 7H 8S")
    play(match, "close")
    assert (match.leader, match.dealer) == (leader, 0)


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


def test_a_shuffle_that_is_refused_changes_nothing() -> None:
    match = stacked_match(RuleSet("app-a9", talon_short="recycle"), {}, "TH 9D AS", players=6)
    play(match, "keep", *["pass"] * 11)
    before = match.view(5)
    with pytest.raises(CardError, match="foreign TD"):
        match.play("pass", shuffle="TH 9D TD")
    with pytest.raises(SchwimmenError, match="none is needed"):
        match.play("close", shuffle="TH 9D AS")
    assert match.view(5) == before
    match.play("pass", shuffle="9D TH AS")
    assert match.view(None).table_names == "AS TH 9D"
    assert match.round.shuffles == (parse_cards("9D TH AS"),)


def test_a_shuffle_that_is_refused_does_not_end_the_round() -> None:
    match = stacked_match(RuleSet("pagat", close_effect="immediate"), HANDS, EXTRA)
    play(match, "keep")
    with pytest.raises(SchwimmenError, match="none is needed"):
        match.play("close", shuffle="AC KC")
    assert not match.round.over
    match.play("close")
    assert len(match.results) == 1


def test_a_seed_deals_later_rounds_of_a_match_not_yet_dealt() -> None:
    match = Match("pagat", seed=3, deal=False)
    assert match.rounds == ()
    match.deal()
    assert match.round.pack == Match("pagat", seed=3).round.pack


def test_bad_input() -> None:
    with pytest.raises(RuleSetError, match="not both"):
        Match("pagat", seed=1, chance=random.Random(1))
    with pytest.raises(RuleSetError, match="players: 9, but this game is for 2 to 8"):
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
    with pytest.raises(SchwimmenError, match="needs a pack"):
        match.deal()
    match = Match("pagat", seed=1)
    with pytest.raises(SchwimmenError, match="not over yet"):
        match.deal()
    with pytest.raises(SchwimmenError, match="none is needed"):
        match.play("keep", shuffle="AC KC")
    play_out(match)
    with pytest.raises(SchwimmenError, match="match is over"):
        match.deal()


def test_a_round_of_a_match_moves_only_through_it() -> None:
    match = Match("choy", players=2, seed=11)
    for _ in range(2):
        copied = pickle.loads(pickle.dumps(match)), copy.deepcopy(match)
        for one in (match, *copied):
            before = one.view(one.to_act)
            for owned in (one.round, one.rounds[0]):
                with pytest.raises(SchwimmenError, match=r"match\.play, not round\.play"):
                    owned.play(before.legal_actions[0])
                with pytest.raises(SchwimmenError, match=r"match\.recycle, not round\.recycle"):
                    owned.recycle(())
            assert one.view(one.to_act) == before
        while not match.round.over:
            match.play(match.round.legal_numbers[0])
        match.deal()
    record = record_of(play_out(match))
    assert replay(read_record(record)) == result_of(match)


def test_a_match_is_written_as_a_record_and_read_again() -> None:
    match = Match("choy", players=["Ann", "Ben"], seed=5)
    match.play("renew")
    record = match.to_record(event="Stammtisch")
    assert record == record_of(match, event="Stammtisch")
    for given in (record, dumps(record), load(dumps(record))):
        assert Match.from_record(given) == match
    assert match.to_record(finished_only=True)["rounds"] == []


def test_a_bad_record_is_refused_by_name() -> None:
    with pytest.raises(RecordError, match='the key "format" is missing'):
        Match.from_record({})
    with pytest.raises(RecordError, match="a record is an object, not a list"):
        Match.from_record([])  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(RecordError, match="study pack"):
        Match(RuleSet.study("AC KC QC AS KS QS AH KH QH", max_players=2), 2).to_record()
