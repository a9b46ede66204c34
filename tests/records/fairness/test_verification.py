"""Verification of records: agreed draws verify, altered ones do not."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from schwimmen.records import RecordError, load, read_record, record_of, replay
from schwimmen.records.fairness import (
    Agreement,
    Terms,
    VerificationError,
    player_commitment,
    verify,
)
from schwimmen.rules import Match, MissingShuffle
from tests.strategies import Game, any_games, choose, examples

from .vectors import VECTORS, changed, seed


@pytest.mark.parametrize("one", VECTORS["verdicts"], ids=lambda one: one["what"])
def test_verdicts(one: dict[str, Any]) -> None:
    record = read_record(changed(one["of"], one["changes"]))
    if "fair" in one:
        verification = verify(record)
        assert {name: getattr(verification, name) for name in one["fair"]} == one["fair"] | {
            "seats": tuple(one["fair"]["seats"])
        }
        return
    with pytest.raises(RecordError) as refused:
        verify(record)
    error = refused.value
    if "malformed" in one:
        assert not isinstance(error, VerificationError)
        assert f'"{one["malformed"]}"' in str(error)
    else:
        assert isinstance(error, VerificationError)
        where = ("code", "attempt", "seat", "round", "shuffle")
        place = {name: getattr(error, name) for name in where}
        assert {name: value for name, value in place.items() if value is not None} == one["unfair"]


@pytest.mark.parametrize("of", VECTORS["records"])
def test_the_published_records_can_be_played(of: str) -> None:
    replay(read_record(changed(of, [])))


@pytest.mark.parametrize("order", ["7C 7C", "7C 1C", "7C  8C", ""])
def test_an_invalid_shuffle_is_an_error(order: str) -> None:
    record = read_record(changed("choy", [(["rounds", 1, "shuffles", 0], order)]))
    with pytest.raises(RecordError, match=r"^round 2: shuffle 1: ") as refused:
        verify(record)
    assert not isinstance(refused.value, VerificationError)


def test_one_error_names_the_round_and_the_player() -> None:
    swapped = VECTORS["records"]["choy"]["rounds"][0]["pack"]
    with pytest.raises(VerificationError, match=r"^round 2: the pack is not the one that follows"):
        verify(read_record(changed("choy", [(["rounds", 1, "pack"], swapped)])))
    path: list[str | int] = ["fairness", "attempts", 0, "players", 0, "seed"]
    with pytest.raises(
        VerificationError, match=r'^attempt 1: seat 0 \(Jörg "31"\) had not committed'
    ):
        verify(read_record(changed("choy", [(path, seed("another"))])))


# All but the commitment of a player who did not reveal, which is not binding.
HASHES: list[tuple[int | str, ...]] = [
    *((attempt, key) for attempt in (0, 1) for key in ("commitment", "seed")),
    *((0, "players", player, key) for player in (0, 2) for key in ("commitment", "seed")),
    *((1, "players", player, key) for player in (0, 1) for key in ("commitment", "seed")),
]


@given(st.sampled_from(HASHES), st.integers(0, 63), st.sampled_from("0123456789abcdef"))
@examples(60)
def test_one_digit_changed_anywhere_is_noticed(
    path: tuple[int | str, ...], place: int, digit: str
) -> None:
    record = changed("choy", [])
    inside: Any = record["fairness"]["attempts"]
    for key in path[:-1]:
        inside = inside[key]
    text = inside[path[-1]]
    assume(text[place] != digit)
    inside[path[-1]] = text[:place] + digit + text[place + 1 :]
    with pytest.raises(VerificationError):
        verify(read_record(record))


def play(game: Game, agreed: Agreement, rounds: int) -> Match:
    """Return a match dealt by the draws of an agreement."""
    chance = agreed.chance
    dealer = chance.for_dealer().randrange(game.players)
    match = Match(game.rules, players=game.players, dealer=dealer, deal=False)
    acting = Random(game.seed)
    for number in range(1, rounds + 1):
        if match.over:
            break
        cards = list(match.rules.cards)
        chance.for_pack(number).shuffle(cards)
        match.deal(cards)
        while (seat := match.round.to_act) is not None:
            try:
                match.play(choose(match.round, game.styles[seat], acting))
            except MissingShuffle:
                cards = list(match.round.aside)
                chance.for_shuffle(number, len(match.round.shuffles) + 1).shuffle(cards)
                match.recycle(cards)
    return match


@given(any_games(), st.data())
@examples(25)
def test_a_match_played_by_the_agreed_draws_verifies(game: Game, data: st.DataObject) -> None:
    names = tuple(f"Player {seat + 1}" for seat in range(game.players))
    terms = Terms("t", game.rules.preset, game.rules.changed, names)
    seats = data.draw(st.sets(st.integers(0, game.players - 1)))
    agreed = Agreement(terms, seats, seed("server"))
    for seat in seats:
        own = player_commitment(agreed.commitment, 1, seat, seed(seat))
        agreed.commit(seat, agreed.commitment, own)
    for seat in seats:
        agreed.reveal(seat, seed(seat))
    match = play(game, agreed, rounds=3)
    record = record_of(match, fairness=agreed.fairness(True))
    verification = verify(load(json.dumps(record)))
    assert verification.seats == tuple(sorted(seats))
    assert verification.rounds == len(match.rounds)
    assert verification.shuffles == sum(len(round_.shuffles) for round_ in match.rounds)
    with pytest.raises(VerificationError):
        verify(read_record(record | {"dealer": (match.first_dealer + 1) % game.players}))
