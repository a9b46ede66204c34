"""A table follows from its log: commands, events and views."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.records import load, record_of, replay
from schwimmen.rules.errors import RuleSetError
from schwimmen.rules.options import PRESETS
from schwimmen.tables import (
    ActionEvent,
    CreatedEvent,
    Deal,
    DealEvent,
    Play,
    Refusal,
    Seat,
    Table,
    UnplayableLog,
    close,
    create,
    read_event,
    record_of_log,
)
from tests.strategies import examples

from .playing import changed_event, opened, step


@examples(40)
@given(
    preset=st.sampled_from(sorted(PRESETS)),
    players=st.integers(2, 6),
    seed=st.integers(0, 2**32),
    steps=st.integers(0, 60),
)
def test_a_table_follows_from_its_log(preset: str, players: int, seed: int, steps: int) -> None:
    chance = Random(seed)
    table = opened(preset, players, chance)
    for _ in range(steps):
        if table.over:
            break
        step(table, chance)
    again = Table.replay([read_event(event.body()) for event in table.log])
    assert again.log == table.log
    assert again.events == table.events
    assert [event.seq for event in table.events] == list(range(1, table.seq + 1))
    for seat in (None, *range(players)):
        assert again.view(seat) == table.view(seat)
    assert (again.to_act, again.over, again.round) == (table.to_act, table.over, table.round)


@pytest.mark.parametrize("preset", ["pagat", "dutch", "choy"])
def test_the_record_of_a_log_is_the_record_of_its_match(preset: str) -> None:
    chance = Random(3)
    table = opened(preset, 3, chance)
    while not table.over:
        step(table, chance)
    record = record_of_log(table.log, unfinished=True)
    assert table._playing is not None
    match = table._playing._match
    assert match is not None
    expected = record_of(match)
    assert {key: record[key] for key in expected} == expected
    result = replay(load(json.dumps(record)))
    assert result["complete"] is True
    view = table.view(None)
    assert view is not None
    assert result["winners"] == list(view.winners)
    results = [event.result for event in table.events if event.result is not None]
    assert results == list(match.results)
    assert results[-1] == view.result


def public_record(table: Table) -> list[object]:
    """Return the rounds of the record that are public now."""
    rounds: list[object] = record_of_log(table.log, unfinished=table.open_to_all)["rounds"]
    return rounds


def test_the_record_omits_a_round_while_its_pack_is_secret() -> None:
    chance = Random(1)
    table = opened("pagat", 3, chance)
    assert public_record(table) == []
    while table.to_act is not None:
        step(table, chance)
    assert len(public_record(table)) == 1
    step(table, chance)
    assert len(public_record(table)) == 1


def test_a_needed_shuffle_is_drawn_and_logged() -> None:
    chance = Random(5)
    table = opened("choy", 10, chance)
    while not any(isinstance(event, ActionEvent) and event.shuffle for event in table.log):
        assert not table.over
        view = table.view(table.to_act)
        if table.to_act is not None and view is not None and "renew" in view.legal_actions:
            table.execute(Play(table.to_act, "renew"), "then", chance)
        else:
            step(table, chance)
    again = Table.replay(table.log)
    assert again.view(None) == table.view(None)
    assert "recycled" in [happening.kind for happening in table.events[-1].history]


def test_public_events_contain_no_pack() -> None:
    table = opened("pagat", 3, Random(0))
    assert isinstance(table.log[1], DealEvent)
    assert table.log[1].pack not in repr(table.events)
    created, dealt = table.events
    assert (created.type, created.round, created.history) == ("created", None, ())
    assert (dealt.type, dealt.round, dealt.seat) == ("round", 1, None)
    assert [happening.kind for happening in dealt.history] == ["dealt"]


def test_a_client_id_is_remembered_with_its_seat() -> None:
    chance = Random(0)
    table = opened("pagat", 3, chance)
    seat = table.to_act
    assert seat is not None
    command = Play(seat, "keep", "mine")
    (event,) = table.execute(command, "then", chance)
    assert table.seq_of(command) == event.seq == 3
    assert table.seq_of(Play((seat + 1) % 3, "keep", "mine")) is None
    assert Table.replay(table.log).seq_of(command) == 3


def refused(table: Table, command: Play | Deal) -> Refusal:
    """Return the table's refusal, after which nothing has changed."""
    before = list(table.log), list(table.events), [table.view(seat) for seat in (None, 0, 1, 2)]
    with pytest.raises(Refusal) as caught:
        table.execute(command, "then", Random(0))
    after = list(table.log), list(table.events), [table.view(seat) for seat in (None, 0, 1, 2)]
    assert before == after
    assert "\n" not in str(caught.value)
    return caught.value


def test_refusals() -> None:
    chance = Random(0)
    table = opened("pagat", 3, chance, lives=1)
    seat = table.to_act
    assert seat is not None
    error = refused(table, Play((seat + 1) % 3, "pass"))
    assert (error.code, error.reason, error.legal) == ("not_your_turn", "not_your_turn", ())
    error = refused(table, Play(seat, "pass"))
    assert (error.code, error.reason) == ("illegal_action", "dealers_choice")
    assert error.legal == ("keep", "take")
    assert refused(table, Play(seat, "resign")).reason == "unknown_action"
    assert refused(table, Deal(seat)).code == "round_running"
    while table.to_act is not None:
        step(table, chance)
    error = refused(table, Play(0, "pass"))
    assert (error.code, error.reason) == ("illegal_action", "round_over")
    while not table.over:
        step(table, chance)
    assert refused(table, Deal(0)).code == "match_over"
    table.apply(close(table.log, "then"))
    error = refused(table, Play(0, "pass"))
    assert error.code == "table_closed"
    assert "its record is kept" in str(error)


def test_a_closed_table_has_its_events_but_no_view() -> None:
    chance = Random(0)
    table = opened("pagat", 3, chance)
    step(table, chance)
    log = [*table.log, close(table.log, "then")]
    closed = Table.replay(log)
    assert [event.type for event in closed.events] == ["created", "round", "action", "closed"]
    assert closed.events[2].round == 1
    assert (closed.closed, closed.view(0), closed.to_act) == (log[-1], None, None)
    assert closed.open_to_all
    assert len(record_of_log(closed.log, unfinished=True)["rounds"]) == 1


@pytest.mark.parametrize(
    ("place", "fields", "reason"),
    [
        (2, {"seq": 7}, "event 7 cannot be played: event 3 is missing"),
        (2, {"seat": 9}, "the event is by seat 9"),
        (2, {"action": "all"}, "illegal action .all."),
        (2, {"shuffle": "AC"}, "a shuffle was given but none is needed"),
        (1, {"pack": "AC KC"}, "pack: "),
        (1, {"dealer": 9}, "the event is by seat 9"),
    ],
)
def test_a_log_that_does_not_follow_is_not_played(
    place: int, fields: dict[str, object], reason: str
) -> None:
    chance = Random(0)
    table = opened("pagat", 3, chance)
    step(table, chance)
    log = list(table.log)
    log[place] = changed_event(log[place], **fields)
    with pytest.raises(UnplayableLog, match=reason):
        Table.replay(log)


def test_a_log_must_begin_with_the_opening() -> None:
    log = opened("pagat", 3, Random(0)).log
    for wrong in ([], log[1:]):
        with pytest.raises(UnplayableLog, match="does not begin"):
            Table.replay(wrong)
    with pytest.raises(UnplayableLog, match="opens the table again"):
        Table.replay([*log, changed_event(log[0], seq=3)])


def test_a_log_that_opens_the_table_twice_is_closed() -> None:
    log = opened("pagat", 3, Random(0)).log
    damaged = [*log, changed_event(log[0], seq=3)]
    closed = Table.replay([*damaged, close(damaged, "then")])
    assert [event.type for event in closed.events] == ["created", "round", "created", "closed"]


def test_unknown_rules_of_another_version_make_no_table() -> None:
    log = opened("pagat", 3, Random(0)).log
    with pytest.raises(UnplayableLog, match="unknown preset"):
        Table.replay([changed_event(log[0], preset="bavaria"), *log[1:]])


def test_the_first_dealer_and_the_pack_are_random() -> None:
    seats = tuple(Seat(name=name) for name in "ABC")
    tables = [create("pagat", {}, seats, "then", Random(seed)) for seed in range(30)]
    assert {events[0].dealer for events in tables if isinstance(events[0], CreatedEvent)} == {
        0,
        1,
        2,
    }
    assert len({events[1].pack for events in tables if isinstance(events[1], DealEvent)}) == 30


def test_rules_and_players_are_checked_before_a_table_is_opened() -> None:
    with pytest.raises(RuleSetError, match="did you mean pagat"):
        create("pagatt", {}, (Seat(name="A"), Seat(name="B")), "then", Random(0))
    with pytest.raises(RuleSetError, match="players: 1, but"):
        create("pagat", {}, (Seat(name="A"),), "then", Random(0))


def test_the_closing_event_follows_the_log_and_gives_the_reason() -> None:
    created, dealt = opened("pagat", 3, Random(0)).log
    damaged = close([created, dealt], "then")
    assert (damaged.seq, damaged.at, damaged.code) == (3, "then", "damaged")
    foreign = close([changed_event(created, rules_version="0"), dealt], "then")
    assert (foreign.seq, foreign.code) == (3, "rules_version")
    assert foreign.notice != damaged.notice
    assert close([created, changed_event(dealt, seq=5)], "then").seq == 6
    assert close([created, changed_event(dealt, seq=1)], "then").seq == 3
