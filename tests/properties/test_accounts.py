"""Lives, chicken, stakes and totals add up, from the deal of a match to its winners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.rules import Match, RoundResult, RuleSet, View
from tests.properties.accounts import Account, is_special, losses, scores, worth
from tests.strategies import BENTS, GAMES, Game, Step, any_games, examples, games, play_match


@pytest.mark.parametrize(("preset", "players"), GAMES)
@examples(3)
@given(data=st.data())
def test_by_every_preset(preset: str, players: int, data: st.DataObject) -> None:
    check(data.draw(games(RuleSet(preset), players)))


@pytest.mark.parametrize("bent", BENTS)
@examples(25)
@given(data=st.data())
def test_by_any_rules(bent: str, data: st.DataObject) -> None:
    check(data.draw(any_games(BENTS[bent])))


def check(game: Game) -> None:
    """Play a match and keep the account of it."""
    match = game.match()
    account = Account(game.rules, game.players, game.dealer)
    closed: set[int] = set()
    may_do_nothing = game.rules.close_effect == "until_one_open"
    last_turns = False
    for match, step in play_match(game):
        if step is None:
            assert (match.round.dealer, match.round.leader) == (account.dealer, account.leader)
            closed.clear()
        else:
            closed |= closing(step, last_turns)
        last_turns = may_do_nothing and match.round.view().last_turns
        if match.round.over:
            check_round(match, account, closed)
        if step is None or match.round.over:
            assert_standing(match, account)
        assert match.over == bool(account.winners)
    assert match.over
    for seat, status in enumerate(match.status or ()):
        assert (status != "out") == (seat in match.winners) or len(match.winners) > 1


def closing(step: Step, last_turns: bool) -> set[int]:
    """Who has closed by a step (R20)."""
    closes = step.action == "close" or step.action.endswith("!")
    return {step.seat} if closes and step.seat is not None and not last_turns else set()


def check_round(match: Match, account: Account, closed: set[int]) -> None:
    """Reckon a round that is over and compare what it cost."""
    result, rules = match.results[-1], match.rules
    seats = account.left
    hands = {seat: hand for seat, hand in enumerate(result.hands) if hand is not None}
    assert list(hands) == seats
    assert (result.dealer, result.leader) == (account.dealer, account.leader)
    for seat, hand in enumerate(result.hands):
        told = result.values[seat], result.suits[seat]
        assert told == ((None, None) if hand is None else worth(rules, hand))
    assert_end(match, result, account)
    if match.rules.scoring == "points":
        gained = scores(rules, hands)
        account.add_points(gained)
        assert result.points == tuple(gained.values())
        assert result.totals == tuple(account.totals.values())
        assert (result.lost, result.lives, result.status) == (None, None, None)
    else:
        if result.end in ("31", "fire"):  # then an exchange that made it did not close
            closed = closed - {seat for seat in closed if unclosed(match, seat)}
        lost = losses(rules, hands, result, closed)
        if not account.add_losses(lost):
            lost = dict.fromkeys(seats, 0)
        assert result.lost == of_all(match, lost)
        assert result.lives == of_all(match, {seat: account.lives[seat] for seat in seats})
        assert result.status == of_all(match, {seat: account.status(seat) for seat in seats})
        assert (result.points, result.totals) == (None, None)


def unclosed(match: Match, seat: int) -> bool:
    """Whether a seat's last exchange ended the round before it could close (RECORD.md)."""
    return match.rules.special == "ends" and match.results[-1].by == seat


def of_all(match: Match, some: Mapping[int, object]) -> tuple[object, ...]:
    """One entry a seat, nothing for who was out."""
    return tuple(some.get(seat) for seat in range(len(match.players)))


def assert_end(match: Match, result: RoundResult, account: Account) -> None:
    """Who ended the round, as far as the hands show it."""
    if result.end in ("talon", "cap"):
        assert result.by is None
        return
    assert result.by in account.left
    assert result.by is not None
    hand = result.hands[result.by]
    assert hand is not None
    if result.end in ("31", "fire"):
        assert is_special(match.rules, hand) == result.end
    if result.turns == 0:
        turn_order = [(result.leader + step) % account.players for step in range(account.players)]
        holders = [seat for seat in turn_order if has(match, result, seat, result.end)]
        assert result.by == holders[0]
        assert result.end == "fire" or not any(
            has(match, result, seat, "fire") for seat in turn_order
        )


def has(match: Match, result: RoundResult, seat: int, special: str) -> bool:
    hand = result.hands[seat]
    return hand is not None and is_special(match.rules, hand) == special


def assert_standing(match: Match, account: Account) -> None:
    """The match and every view tell what the account says."""
    seats = range(account.players)
    if match.rules.scoring == "points":
        assert (match.lives, match.status) == (None, None)
        assert match.totals == tuple(account.totals.values())
    else:
        assert match.totals is None
        assert match.lives == tuple(account.lives.values())
        assert match.status == tuple(map(account.status, seats))
    assert set(match.winners) == account.winners
    if not match.over:
        assert (match.dealer, match.leader) == (account.dealer, account.leader)
    view = match.view()
    assert (view.number, view.over, view.winners) == (
        len(match.rounds),
        match.over,
        match.winners,
    )
    assert column(view, "lives") == (match.lives or (None,) * account.players)
    assert column(view, "status") == (match.status or (None,) * account.players)
    assert column(view, "total") == (match.totals or (None,) * account.players)
    assert view.result == (match.results[-1] if match.round.over else None)


def column(view: View, field: str) -> Sequence[object]:
    return tuple(getattr(seat, field) for seat in view.seats)
