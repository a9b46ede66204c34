"""Results, lives and points equal those of a reference implementation."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.rules import Match, RoundResult, RuleSet, View
from tests.properties.reference_scoring import (
    ReferenceMatch,
    is_special,
    losses,
    scores,
    standing,
    worth,
)
from tests.strategies import BIASES, GAMES, Game, Step, any_games, examples, games, play_match


@pytest.mark.parametrize(("preset", "players"), GAMES)
@examples(3)
@given(data=st.data())
def test_by_every_preset(preset: str, players: int, data: st.DataObject) -> None:
    check(data.draw(games(RuleSet(preset), players)))


@pytest.mark.parametrize("bias", BIASES)
@examples(25)
@given(data=st.data())
def test_by_any_rules(bias: str, data: st.DataObject) -> None:
    check(data.draw(any_games(BIASES[bias])))


def check(game: Game) -> None:
    """Play a match beside its reference."""
    match = game.match()
    reference = ReferenceMatch(game.rules, game.players, game.dealer)
    closed: set[int] = set()
    may_do_nothing = game.rules.close_effect == "until_one_open"
    last_turns = False
    for match, step in play_match(game):
        if step is None:
            assert (match.round.dealer, match.round.leader) == (reference.dealer, reference.leader)
            closed.clear()
        else:
            closed |= closing(step, last_turns)
        last_turns = may_do_nothing and match.round.view().last_turns
        if match.round.over:
            check_round(match, reference, closed)
        if step is None or match.round.over:
            assert_standing(match, reference)
        assert match.over == bool(reference.winners)
    assert match.over
    for seat, status in enumerate(match.status or ()):
        assert (status != "out") == (seat in match.winners) or len(match.winners) > 1


def closing(step: Step, last_turns: bool) -> set[int]:
    """Return the seats that closed by a step (R20)."""
    closes = step.action == "close" or step.action.endswith("!")
    return {step.seat} if closes and step.seat is not None and not last_turns else set()


def check_round(match: Match, reference: ReferenceMatch, closed: set[int]) -> None:
    """Compare a round that is over with its reference."""
    result, rules = match.results[-1], match.rules
    seats = reference.left
    hands = {seat: hand for seat, hand in enumerate(result.hands) if hand is not None}
    assert list(hands) == seats
    assert (result.dealer, result.leader) == (reference.dealer, reference.leader)
    for seat, hand in enumerate(result.hands):
        measured = result.values[seat], result.suits[seat]
        assert measured == ((None, None) if hand is None else worth(rules, hand))
    assert_end(match, result, reference)
    if match.rules.scoring == "points":
        gained = scores(rules, hands)
        reference.add_points(gained)
        assert_explained(match, {seat: max(0, -points) for seat, points in gained.items()}, ())
        assert not match.view().replayed
        assert result.points == tuple(gained.values())
        assert result.totals == tuple(reference.totals.values())
        assert (result.lost, result.lives, result.status) == (None, None, None)
    else:
        if result.end in ("31", "fire"):  # then an exchange that made it did not close
            closed = closed - {seat for seat in closed if unclosed(match, seat)}
        lost = losses(rules, hands, result, closed)
        assert_explained(match, lost, closed)
        counts = reference.add_losses(lost)
        assert match.view().replayed == (not counts)
        if not counts:
            lost = dict.fromkeys(seats, 0)
        assert result.lost == of_all(match, lost)
        assert result.lives == of_all(match, {seat: reference.lives[seat] for seat in seats})
        assert result.status == of_all(match, {seat: reference.status(seat) for seat in seats})
        assert (result.points, result.totals) == (None, None)


def assert_explained(match: Match, lost: Mapping[int, float], closed: Collection[int]) -> None:
    """Check the reason of each loss and the comparison of hands that it names."""
    rules, losses = match.rules, match.view().losses
    hands = {seat: hand for seat, hand in enumerate(match.results[-1].hands) if hand is not None}
    strengths = {seat: standing(rules, hand) for seat, hand in hands.items()}
    best, worst = max(strengths.values()), min(strengths.values())
    sums = {seat: sum(loss.amount for loss in losses if loss.seat == seat) for seat in hands}
    assert sums == lost
    assert len({(loss.seat, loss.reason) for loss in losses}) == len(losses)
    assert [loss.seat for loss in losses] == sorted(loss.seat for loss in losses)
    for loss in losses:
        assert loss.against in hands
        assert loss.against != loss.seat
        own, other = strengths[loss.seat], strengths[loss.against]
        between = [strength for strength in strengths.values() if own < strength < other]
        match loss.reason:
            case "worst":
                assert (own, between) == (worst, [])
                assert list(strengths.values()).count(own) == 1
            case "tied_worst":
                assert own == other == worst
                assert rules.losers == "lowest"
            case "closer_in_tie" | "tied_with_closer" | "spared":
                assert own == other == worst
                loser, spared = (loss.seat, loss.against)[:: 1 if loss.amount else -1]
                assert (lost[loser], loss.rule) == (1, "R35")
                assert {seat in closed for seat in (loser, spared)} == {False, True}
                assert rules.closer_tie == ("closer_loses" if loser in closed else "closer_safe")
                assert (loss.reason == "spared") == (loss.amount == 0)
            case "not_best":
                assert rules.losers == "all_but_best"
                assert other == best
            case "closer":
                assert loss.seat in closed
                assert other == best
            case "difference":
                assert other == best
            case "fire" | "dealt_fire":
                assert is_special(rules, hands[loss.against]) == "fire"
            case "dealt_31":
                assert is_special(rules, hands[loss.against]) == "31"
        compared = loss.reason not in ("fire", "dealt_fire", "dealt_31")
        suit = worth(rules, hands[loss.seat])[1]
        assert loss.decided == (criterion_of(own, other, suit) if compared else None)
    if rules.scoring == "points":
        assert {loss.seat for loss in losses} == {seat for seat in hands if strengths[seat] < best}


def criterion_of(
    lower: tuple[float, int, int], higher: tuple[float, int, int], suit: str | None
) -> str:
    """Return the criterion of R16 by which two hands differ."""
    assert lower <= higher
    if lower == higher:
        return "tie"
    by = ("value", "suit" if suit else "trips_rank", "high_card")
    return next(how for how, one, other in zip(by, lower, higher, strict=True) if one != other)


def unclosed(match: Match, seat: int) -> bool:
    """Return whether a seat's last exchange ended the round before it closed (RECORD.md)."""
    return match.rules.special == "ends" and match.results[-1].by == seat


def of_all(match: Match, some: Mapping[int, object]) -> tuple[object, ...]:
    """Return one entry for each seat, ``None`` for seats that were out."""
    return tuple(some.get(seat) for seat in range(len(match.players)))


def assert_end(match: Match, result: RoundResult, reference: ReferenceMatch) -> None:
    """Check the end of a round and the seat that ended it, as far as hands show them."""
    if result.end in ("talon", "cap"):
        assert result.by is None
        return
    assert result.by in reference.left
    assert result.by is not None
    hand = result.hands[result.by]
    assert hand is not None
    if result.end in ("31", "fire"):
        assert is_special(match.rules, hand) == result.end
    if result.turns == 0:
        turn_order = [
            (result.leader + step) % reference.players for step in range(reference.players)
        ]
        holders = [seat for seat in turn_order if has(match, result, seat, result.end)]
        assert result.by == holders[0]
        assert result.end == "fire" or not any(
            has(match, result, seat, "fire") for seat in turn_order
        )


def has(match: Match, result: RoundResult, seat: int, special: str) -> bool:
    hand = result.hands[seat]
    return hand is not None and is_special(match.rules, hand) == special


def assert_standing(match: Match, reference: ReferenceMatch) -> None:
    """Check that the match and its views equal the reference."""
    seats = range(reference.players)
    if match.rules.scoring == "points":
        assert (match.lives, match.status) == (None, None)
        assert match.totals == tuple(reference.totals.values())
    else:
        assert match.totals is None
        assert match.lives == tuple(reference.lives.values())
        assert match.status == tuple(map(reference.status, seats))
    assert set(match.winners) == reference.winners
    if not match.over:
        assert (match.dealer, match.leader) == (reference.dealer, reference.leader)
    view = match.view()
    assert (view.number, view.over, view.winners) == (
        len(match.rounds),
        match.over,
        match.winners,
    )
    assert column(view, "lives") == (match.lives or (None,) * reference.players)
    assert column(view, "status") == (match.status or (None,) * reference.players)
    assert column(view, "total") == (match.totals or (None,) * reference.players)
    assert view.result == (match.results[-1] if match.round.over else None)


def column(view: View, field: str) -> Sequence[object]:
    return tuple(getattr(seat, field) for seat in view.seats)
