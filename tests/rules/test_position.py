"""Positions: they round-trip, hide what a view hides, and lead to the same play."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.players import LEVELS, make_player
from schwimmen.records import RecordError
from schwimmen.rules import (
    IllegalAction,
    Match,
    MissingShuffle,
    Position,
    PositionError,
    Round,
    RuleSet,
    RuleSetError,
    SchwimmenError,
    View,
    card_name,
)
from tests.stacked_deals import stacked_round
from tests.strategies import (
    BIASES,
    VARIANTS,
    Deal,
    Game,
    any_games,
    choose,
    deals,
    examples,
    play_match,
    play_round,
)

NOT_OF_THE_MOMENT = {"history", "result", "losses", "replayed"}
"""Fields of a view on which the past of a round has a bearing."""

PAGAT = "pagat ??????/9HADTd:1 7C8C9C 23 - turn:0 1 0 0 -"


def seen(view: View, *hidden: str) -> dict[str, object]:
    """Return the present in a view; last actions are past."""
    shown = {
        field.name: getattr(view, field.name)
        for field in fields(view)
        if field.name not in NOT_OF_THE_MOMENT.union(hidden)
    }
    shown["seats"] = [
        {
            name: getattr(seat, name)
            for name in seat.__dataclass_fields__
            if name not in {"last_action", *hidden}
        }
        for seat in view.seats
    ]
    return shown


def moments(deal: Deal) -> Iterator[Round]:
    """Yield a round after the deal and after each step, unless it awaits a shuffle."""
    round_, chance = deal.round(), deal.game.chance()
    yield round_
    for _ in play_round(round_, deal.game, chance):
        if not round_.needs_shuffle:
            yield round_


many_deals = st.sampled_from(list(BIASES.values())).flatmap(lambda bias: deals(any_games(bias)))


@given(many_deals)
@examples(200)
def test_a_round_set_up_from_its_position_is_the_same_round(deal: Deal) -> None:
    for round_ in moments(deal):
        again = Round.from_position(round_.position)
        assert again.position == round_.position
        assert str(Position.parse(round_.position)) == round_.position
        assert again.legal_actions == round_.legal_actions
        for seat in (None, *range(round_.players)):
            assert seen(again.view(seat)) == seen(round_.view(seat))
        if round_.over:
            assert (again.result, again.losses) == (round_.result, round_.losses)


@given(many_deals)
@examples(60)
def test_play_goes_on_alike(deal: Deal) -> None:
    copies: list[Round] = []
    round_, chance = deal.round(), deal.game.chance()
    copies.append(Round.from_position(round_.position))
    for step in play_round(round_, deal.game, chance):
        for copy in copies:
            if step.seat is None:
                copy.recycle(step.shuffle)
            else:
                with suppress(MissingShuffle):
                    copy.play(step.action)
        if not round_.needs_shuffle:
            copies.append(Round.from_position(round_.position))
    for copy in copies:
        assert (copy.position, copy.result) == (round_.position, round_.result)


@given(many_deals)
@examples(100)
def test_a_view_s_position_has_no_card_that_the_seat_may_not_know(deal: Deal) -> None:
    for round_ in moments(deal):
        for seat in (None, *range(round_.players)):
            view = round_.view(seat)
            known = {*view.hand, *view.table, *view.aside}
            for one in view.seats:
                known.update(one.known, one.shown or ())
            _, cards = re.sub(r":\w*", "", view.position).split(maxsplit=1)
            hidden = set(round_.rules.cards) - known
            assert [name for name in map(card_name, hidden) if name in cards.upper()] == []


@given(many_deals, st.integers(0, 1000))
@examples(60)
def test_unknown_cards_are_dealt_so_that_the_seat_sees_the_same(deal: Deal, seed: int) -> None:
    for round_ in moments(deal):
        seat = round_.to_act
        view = round_.view(seat)
        dealt = Round.from_position(view.position, seed=seed)
        assert seen(dealt.view(seat)) == seen(view)
        assert Round.from_position(view.position, seed=seed).position == dealt.position
        assert dealt.view(seat).position == view.position


@given(st.sampled_from(list(BIASES.values())).flatmap(any_games))
@examples(60)
def test_a_match_set_up_from_its_position_is_the_same_match(game: Game) -> None:
    for match, _ in play_match(game, most_rounds=8):
        if match.round.needs_shuffle:
            continue
        again = Match.from_position(match.position, match.players)
        assert again.position == match.position
        assert (again.over, again.winners) == (match.over, match.winners)
        assert (again.lives, again.status, again.totals) == (
            match.lives,
            match.status,
            match.totals,
        )
        assert seen(again.view()) == seen(match.view())
        if match.round.over:
            assert again.results == match.results[-1:]
            assert again.round.losses == match.round.losses
            assert again.round.replayed == match.round.replayed
            if not match.over:
                assert (again.dealer, again.leader) == (match.dealer, match.leader)


def test_unknown_cards_differ_by_seed() -> None:
    assert len({Round.from_position(PAGAT, seed=seed).position for seed in range(20)}) == 20


def test_a_hidden_hand_would_not_have_ended_the_round() -> None:
    text = "app-a9,max_players=2 ??????/AC9H9S [??????] 15 - choice:1 1 0 0 -"
    for seed in range(300):
        round_ = Round.from_position(text, seed=seed)
        assert round_.view(0).value not in (31, 33)
        assert not round_.over


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_on_from_a_position(variant: str, level: str) -> None:
    match = Match(variant, players=3, seed=5)
    chance = Random(1)
    for _ in range(4):
        if not match.round.over:
            match.play(choose(match.round, "exchanging", chance))
    assert not match.round.over
    view = match.view(match.to_act)
    again = Match.from_position(view.position, seed=3)
    player = make_player(level, seed=2)
    for _ in range(2):
        if again.to_act is not None:
            again.play(player.choose(again.view(again.to_act)))


def test_the_history_begins_with_the_public_position() -> None:
    round_ = Round.from_position("pagat 8C8D9S/9HADTd:1 7CJCQC 23 - turn:0 1:took 0 0 -", seed=7)
    (event,) = round_.history
    assert (event.kind, event.action, event.rule) == ("position", "take", "R4")
    assert event.reason == "pagat ??????/Td????:1 7CJCQC 23 - turn:0 1:took 0 0 -"
    round_.play("8CxQC")
    assert [one.kind for one in round_.history] == ["position", "exchange"]


def test_an_illegal_action_names_the_position_that_its_seat_sees() -> None:
    round_ = stacked_round(RuleSet("pagat"), {2: "9C 9D 8H"}, "TH 8S 7S")
    with pytest.raises(IllegalAction) as caught:
        round_.play("pass")
    position = round_.view(2).position
    assert caught.value.position == position
    assert caught.value.__notes__ == [f"position: {position}"]
    assert position not in str(caught.value)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.position, again.__notes__) == (position, caught.value.__notes__)


def test_there_is_no_position_while_the_talon_is_shuffled() -> None:
    rules = RuleSet("choy")
    round_ = Round(rules, 10, rules.cards)
    while not round_.needs_shuffle:
        round_.play("renew" if "renew" in round_.legal_actions else round_.legal_actions[0])
    for table in (round_, round_.view()):
        with pytest.raises(PositionError, match="while the talon is being shuffled"):
            _ = table.position


def test_a_study_pack_is_written_by_its_cards() -> None:
    rules = RuleSet.study("AC KC QC AS KS QS AH KH QH", max_players=2, turn_cap=7, pass_=False)
    round_ = Round(rules, 2, rules.cards)
    text = round_.position
    assert text.startswith("pagat,pack=ACKCQCASKSQSAHKHQH,max_players=2,turn_cap=7,pass=no ")
    assert Round.from_position(text).rules == rules


def test_a_match_needs_scores_and_matching_names() -> None:
    with pytest.raises(PositionError, match=r"^scores: a match needs the fields round and scores"):
        Match.from_position(PAGAT)
    with pytest.raises(RuleSetError, match=r"^players: the position has 2, not 3"):
        Match.from_position(f"{PAGAT} 1 3/3", ["A", "B", "C"])
    match = Match.from_position(f"{PAGAT} 4 3/0", ["Ann", "Ben"], seed=1)
    assert (match.players, match.lives, match.status) == (
        ("Ann", "Ben"),
        (3, 0),
        ("in", "swimming"),
    )
    assert (match.view().number, match.rounds) == (4, (match.round,))


def test_a_match_set_up_from_a_position_has_no_record_but_copies_and_compares() -> None:
    match = Match.from_position(f"{PAGAT} 4 3/0", seed=1)
    with pytest.raises(RecordError, match="set up from a position"):
        match.to_record()
    for copy in (match.copy(), pickle.loads(pickle.dumps(match))):
        assert copy == match
        copy.play("close")
        assert copy != match
    assert Match.from_position(match.position) == Match.from_position(match.position)
    poorer = match.position.replace(" 3/0", " 2/0")
    assert Match.from_position(poorer) != Match.from_position(match.position)


def test_both_a_seed_and_chance_are_refused() -> None:
    with pytest.raises(RuleSetError, match="not both"):
        Round.from_position(PAGAT, seed=1, chance=Random(1))


FAULTS = {
    "": "a position has 10 fields",
    "pagat": "a position has 10 fields",
    f"{PAGAT} 4": "a position has 10 fields",
    PAGAT.replace("pagat", "pagatt"): 'rules: unknown preset "pagatt": did you mean pagat?',
    PAGAT.replace("pagat", "pagat,lives"): 'rules: "lives" is not one option=value',
    PAGAT.replace("pagat", "pagat,lives=x"): 'rules: lives: "x" is not valid',
    PAGAT.replace("pagat", "pagat,pack=ACXX"): 'rules: "XX" is not a card',
    PAGAT.replace("pagat", "pagat,pack=AC??"): "rules: all these cards are public, none is ??",
    PAGAT.replace("ADTd", "AD"): 'hands: "9HAD:1" is not - or a hand of 3 cards',
    PAGAT.replace(":1 7C", ":z 7C"): "hands: ",
    PAGAT.replace("ADTd", "ADTx"): 'hands: "Tx" is not a card',
    PAGAT.replace("??????", "-"): "hands: at least two seats are dealt in",
    PAGAT.replace("AD", "9H"): "double 9H",
    PAGAT.replace("9HADTd", "9HAD2d"): "the pack has no 2D",
    PAGAT.replace(" 23 ", " 22 "): "31 cards, but the pack has 32",
    PAGAT.replace("7C8C9C", "-"): "table: it has 3 cards",
    PAGAT.replace("7C8C9C", "7C8C??"): "table: the table cards are public, none is ??",
    PAGAT.replace("7C8C9C", "7C]8C"): "table: ",
    PAGAT.replace(" 23 ", " 999999999 "): "talon: ",
    PAGAT.replace("turn:0", "turn:2"): "turn: seat 2 is not dealt in",
    PAGAT.replace("turn:0", "turn"): "turn: ",
    PAGAT.replace("turn:0", "sleep:0"): 'turn: "sleep:0" is not choice:SEAT',
    PAGAT.replace("turn:0", "renewed:0"): "turn: the table is not renewed in this game (R30)",
    PAGAT.replace("turn:0", "choice:1"): "table: during the dealer's choice it is [??????] (R5)",
    PAGAT.replace("turn:0", "over"): "end: a round that is over has an end",
    PAGAT.replace("turn:0 1", "turn:0 1:gave"): 'dealer: "1:gave" is not SEAT or SEAT:took',
    PAGAT.replace("0 0 -", "9 0 -"): "leader: seat 9 is not dealt in",
    PAGAT.replace("0 0 -", "0 2 -"): "passes: after 2 passes the table is replaced (R9)",
    PAGAT.replace("0 0 -", "0 x -"): 'passes: "x" is not a whole number',
    PAGAT.replace("0 0 -", "0 0 fire:1"): "end: after fire the round is over",
    PAGAT.replace("0 0 -", "0 0 close"): 'end: "close" is not -, close:SEAT',
    PAGAT.replace("0 0 -", "0 0 close:1:replayed"): "end: only a round that is over is replayed",
    PAGAT.replace("??????", "??????:1d"): "turn: seat 0 has no further turn",
    PAGAT.replace("Td:1", "Td:1s"): "hands: a seat is shown or done only in last turns",
    PAGAT.replace("Td:1", "Td:200"): "hands: so many turns end the round (R13)",
    PAGAT.replace("9HADTd:1", "ADKDTd:1"): "hands: the hand of seat 1 would have ended the round",
    f"{PAGAT} 0 3/3": "round: rounds are counted from 1",
    f"{PAGAT} 1 3": "scores: there are 2 seats, not 1",
    f"{PAGAT} 1 3/-": "scores: a seat that is out (-) has no hand (-)",
    f"{PAGAT} 1 3/x": 'scores: "x" is not lives or points',
    f"{PAGAT} 1 3/-1": "scores: lives are whole numbers from 0 on",
    f"{PAGAT} 1 3/0".replace("pagat", "pagat,last_chance=none"): "scores: without lives a seat",
}


@pytest.mark.parametrize("text", FAULTS, ids=FAULTS.values())
def test_a_faulty_position_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(PositionError) as caught:
        Round.from_position(text)
    message = str(caught.value)
    assert message.startswith(FAULTS[text])
    assert "\n" not in message
    assert len(message) < 400


@given(st.text(alphabet="AKQJT987CSHDcshd?/[]:-,= 0123456789pagtoverunlse", max_size=80))
@examples(300)
def test_no_text_does_more_than_raise(text: str) -> None:
    with suppress(PositionError):
        Position.parse(text)


@given(many_deals, st.data())
@examples(100)
def test_a_damaged_position_is_refused_or_plays(deal: Deal, data: st.DataObject) -> None:
    text = deal.round().position
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from("AKC?/[:-0123 d"))
    try:
        round_ = Round.from_position(text[:place] + letter + text[place + 1 :], seed=1)
    except SchwimmenError:
        return
    while not round_.over:
        round_.play(round_.legal_actions[-1])
