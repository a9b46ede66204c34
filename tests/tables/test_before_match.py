"""Before the match, people sit down and stand up, and the host changes rules and settings."""

from random import Random

import pytest

from schwimmen.tables import (
    Away,
    Back,
    BackEvent,
    Change,
    Command,
    Deal,
    Expire,
    Join,
    JoinedEvent,
    Leave,
    LogEvent,
    Play,
    Refusal,
    Rematch,
    ServerResumed,
    Settings,
    Start,
    StartedEvent,
    Table,
    UnplayableLog,
    open_rematch,
    record_of_log,
)
from schwimmen.tables.before_match import MAX_EVENTS_BEFORE_MATCH

from .playing import changed_event, opened
from .simulated_table import NAMES, SimulatedTable, replayed

FOUR = Settings(seats=4)


def refusal(simulation: SimulatedTable, command: Command) -> Refusal:
    """Return the table's refusal, after which nothing has changed."""
    before = list(simulation.table.log), list(simulation.table.events)
    with pytest.raises(Refusal) as caught:
        simulation.execute(command)
    assert before == (simulation.table.log, simulation.table.events)
    assert str(caught.value).isprintable()
    return caught.value


def names(table: Table) -> dict[int, str]:
    return {seat.seat: seat.name for seat in table.seats}


def test_people_sit_at_a_chosen_or_a_free_seat() -> None:
    simulation = SimulatedTable(FOUR)
    simulation.execute(Join("id-1", "Bo", seat=2))
    simulation.execute(Join("id-2", " Cleo  C "))
    assert names(simulation.table) == {0: "Anna", 1: "Cleo C", 2: "Bo"}
    assert simulation.table.seat_of("id-2") == 1
    assert simulation.table.player_at(2) == "id-1"
    assert simulation.table.seat_of("id-9") is None
    assert refusal(simulation, Join("id-3", "Dora", seat=2)).code == "seat_taken"
    assert refusal(simulation, Join("id-3", "Dora", seat=4)).code == "no_such_seat"
    assert refusal(simulation, Join("id-3", "Dora", seat=-1)).code == "no_such_seat"
    assert refusal(simulation, Join("id-3", "ANNA")).code == "name_taken"
    assert refusal(simulation, Join("id-3", "")).code == "bad_name"
    assert refusal(simulation, Join("id-1", "Bob")).code == "already_seated"
    simulation.execute(Join("id-3", "Dora"))
    assert refusal(simulation, Join("id-4", "Ede")).code == "table_full"


def test_the_host_is_the_longest_seated_player() -> None:
    simulation = SimulatedTable(FOUR)
    simulation.execute(Join("id-1", "Bo"))
    simulation.execute(Join("id-2", "Cleo"))
    simulation.execute(Leave("id-0"))
    assert simulation.table.host == 1
    assert simulation.table.events[-1].host == 1
    simulation.execute(Join("id-0", "Anna"))
    assert simulation.table.host == 1
    for player in ("id-1", "id-2", "id-0"):
        assert simulation.table.host == simulation.table.seat_of(player)
        simulation.execute(Leave(player))
    assert replayed(simulation.table).host is None
    assert names(simulation.table) == {}
    assert refusal(simulation, Start("id-0")).code == "not_host"
    simulation.execute(Join("id-9", "Zoe"))
    assert simulation.table.host == 0
    assert refusal(simulation, Leave("id-0")).code == "not_seated"


def test_only_the_host_changes_settings_and_starts_the_match() -> None:
    simulation = SimulatedTable(FOUR)
    simulation.execute(Join("id-1", "Bo"))
    for player in ("id-1", "id-9"):
        for command in (Change(player, preset="dutch"), Start(player), Away(player, 0, True)):
            assert refusal(simulation, command).code in ("not_host", "not_absent")
    simulation.execute(Change("id-0", preset="dutch", options={"lives": 2}))
    assert simulation.table.terms.preset == "dutch"
    assert simulation.table.terms.rules.lives == 2
    assert simulation.table.events[-1].terms == simulation.table.terms
    simulation.execute(Change("id-0", settings=FOUR.model_copy(update={"bots": "club"})))
    assert simulation.table.terms.rules.lives == 2
    simulation.execute(Change("id-0", preset="pagat"))
    assert not simulation.table.terms.options
    assert simulation.table.settings is not None
    assert simulation.table.settings.bots == "club"
    assert refusal(simulation, Change("id-0", options={"lives": -1})).code == "bad_option"
    error = refusal(simulation, Change("id-0", settings=Settings(seats=9)))
    assert (error.code, error.details["max"]) == ("too_many_players", 8)


def test_the_host_orders_the_seats() -> None:
    simulation = SimulatedTable(FOUR)
    simulation.execute(Join("id-1", "Bo"))
    simulation.execute(Join("id-2", "Cleo"))
    simulation.execute(Change("id-0", order=(2, None, 0, 1)))
    assert names(simulation.table) == {0: "Cleo", 2: "Anna", 3: "Bo"}
    assert simulation.table.host == 2
    for order in ((0, 2), (0, 2, 3, 3), (0, 2, 3, None, None), (0, 1, 2, 3), (None, 9, 2, 3)):
        assert refusal(simulation, Change("id-0", order=order)).code == "bad_order"


def test_a_smaller_table_closes_gaps_if_all_players_fit() -> None:
    simulation = SimulatedTable(FOUR)
    simulation.execute(Join("id-1", "Bo", seat=3))
    simulation.execute(Change("id-0", settings=Settings(seats=3)))
    assert names(simulation.table) == {0: "Anna", 1: "Bo"}
    simulation.execute(Join("id-2", "Cleo"))
    assert refusal(simulation, Change("id-0", settings=Settings(seats=2))).code == "too_many_people"


def test_the_number_of_changes_is_limited() -> None:
    simulation = SimulatedTable(FOUR)
    simulation.execute(Join("id-1", "Bo"))
    simulation.execute(Join("id-2", "Cleo"))
    while simulation.table.seq < MAX_EVENTS_BEFORE_MATCH:
        simulation.execute(Change("id-0", preset="dutch"))
    for command in (Change("id-0", preset="pagat"), Join("id-3", "Dora")):
        assert refusal(simulation, command).code == "too_many_changes"
    simulation.execute(Leave("id-1"))
    simulation.execute(Away("id-0", 2, present=False))
    simulation.execute(Start("id-0"))
    assert replayed(simulation.table).phase == "playing"


def test_the_host_frees_the_seat_of_an_absent_player() -> None:
    simulation = SimulatedTable(FOUR)
    simulation.execute(Join("id-1", "Bo"))
    assert refusal(simulation, Away("id-0", 1, present=True)).code == "not_absent"
    assert refusal(simulation, Away("id-0", 2, present=False)).code == "seat_empty"
    simulation.execute(Away("id-0", 1, present=False))
    assert names(simulation.table) == {0: "Anna"}
    assert (simulation.table.events[-1].seat, simulation.table.events[-1].requested_by) == (1, 0)
    simulation.execute(Join("id-1", "Bo"))
    simulation.execute(Away("id-1", 0, present=False))  # else no player could change anything here
    assert (names(simulation.table), simulation.table.host) == ({1: "Bo"}, 1)


def test_bots_take_the_empty_seats() -> None:
    simulation = SimulatedTable(Settings(seats=5, bots="club"))
    simulation.execute(Join("id-1", "Bo", seat=3))
    started, dealt = simulation.execute(Start("id-0"))
    assert isinstance(started, StartedEvent)
    table = simulation.table
    assert (table.phase, table.round, dealt.type) == ("playing", 1, "round")
    assert [seat.level for seat in table.seats] == [None, "club", "club", None, "club"]
    assert [table.seats[0].name, table.seats[3].name] == ["Anna", "Bo"]
    assert len({seat.name for seat in table.seats}) == 5
    assert table.events[-2].seats == table.seats
    assert table.view(3) is not None
    assert refusal(simulation, Join("id-2", "Cleo")).code == "already_started"
    assert refusal(simulation, Start("id-0")).code == "already_started"


def test_a_started_match_without_a_deal_is_dealt_at_once() -> None:
    simulation = SimulatedTable(FOUR)
    simulation.execute(Start("id-0"))
    simulation.table = Table.replay(simulation.table.log[:-1])
    assert refusal(simulation, Deal(0)).code == "not_dealt"
    assert refusal(simulation, Play(0, "keep")).code == "not_dealt"
    simulation.expire()
    assert (simulation.table.round, simulation.table.log[-1].at) == (1, simulation.table.log[-2].at)


def test_without_bots_the_seats_close_up() -> None:
    simulation = SimulatedTable(Settings(seats=5, fill=False))
    assert refusal(simulation, Start("id-0")).code == "too_few"
    simulation.execute(Join("id-1", "Bo", seat=3))
    simulation.execute(Start("id-0"))
    assert names(simulation.table) == {0: "Anna", 1: "Bo"}
    assert simulation.table.seat_of("id-1") == 1


def test_a_match_starts_by_itself_with_all_seats_taken_or_after_a_while() -> None:
    simulation = SimulatedTable(Settings(seats=2, patience=20))
    started = simulation.now
    simulation.expire()
    assert simulation.now == started + 20_000
    assert (simulation.table.phase, simulation.table.events[-2].seat) == ("playing", None)

    simulation = SimulatedTable(Settings(seats=2, patience=20))
    simulation.execute(Join("id-1", "Bo"))
    simulation.expire()
    assert simulation.now == started + 1000
    assert [seat.level for seat in simulation.table.seats] == [None, None]

    simulation = SimulatedTable(Settings(seats=3, patience=20, fill=False))
    assert simulation.table.due is None
    simulation.execute(Join("id-1", "Bo"), after=5)
    simulation.expire()
    assert simulation.now == started + 25_000


def test_an_empty_table_starts_no_match() -> None:
    simulation = SimulatedTable(Settings(seats=2, patience=20))
    simulation.execute(Leave("id-0"))
    assert simulation.table.due is None
    assert refusal(simulation, Expire()).code == "not_due"
    simulation.execute(Join("id-1", "Bo"), after=100)
    before = simulation.now
    simulation.expire()
    assert simulation.now == before + 20_000


@pytest.mark.parametrize(
    "command",
    [
        Join("id-1", "Bo", client_id="x"),
        Leave("id-0", client_id="x"),
        Change("id-0", preset="dutch", client_id="x"),
        Start("id-0", client_id="x"),
    ],
)
def test_a_repeated_command_is_recognized(command: Command) -> None:
    simulation = SimulatedTable(FOUR)
    assert simulation.table.seq_of(command) is None
    first, *_ = simulation.execute(command)
    for table in (simulation.table, replayed(simulation.table)):
        assert table.seq_of(command) == first.seq == 3


def test_a_client_id_belongs_to_the_player_not_the_seat() -> None:
    simulation = SimulatedTable(FOUR)
    simulation.execute(Join("id-1", "Bo", client_id="x"))
    simulation.execute(Leave("id-1", client_id="y"))
    assert simulation.table.seq_of(Join("id-2", "Cleo", client_id="x")) is None
    assert simulation.table.seq_of(Leave("id-2", client_id="y")) is None
    simulation.execute(Join("id-2", "Cleo", client_id="x"))
    assert simulation.table.seq_of(Leave("id-1", client_id="y")) == 4
    assert simulation.table.seq_of(Join("id-2", "Cleo", client_id="x")) == 5


def test_commands_of_the_match_are_refused_before_it() -> None:
    simulation = SimulatedTable(FOUR)
    for command in (Play(0, "pass"), Deal(0), Back("id-0"), Rematch("id-0", "next")):
        assert refusal(simulation, command).code == "not_started"
    assert refusal(simulation, ServerResumed(simulation.at)).code == "not_due"
    with pytest.raises(Refusal, match="no record of it yet"):
        record_of_log(simulation.table.log, unfinished=False)


def test_a_table_for_one_person_refuses_other_players() -> None:
    table = opened("pagat", 3, Random(0))
    assert (table.phase, table.host, table.due, table.times) == ("playing", None, None, None)
    for command in (
        Join("x", "X"),
        Leave("player-0"),
        Start("player-0"),
        Expire(),
        ServerResumed("x"),
    ):
        with pytest.raises(Refusal) as caught:
            table.execute(command, "then", Random(0))
        assert caught.value.code == "one_person"


def test_the_record_has_the_last_rules() -> None:
    simulation = SimulatedTable(FOUR)
    simulation.execute(Change("id-0", preset="dutch", options={"lives": 1}))
    simulation.begin(2)
    simulation.play_round()
    record = record_of_log(simulation.table.log, unfinished=True)
    assert record["rules"] == {"preset": "dutch", "options": {"lives": 1}}
    assert record["players"] == [seat.name for seat in simulation.table.seats]
    assert len(record["rounds"]) == 1
    view = simulation.table.view(None)
    assert view is not None
    assert record["dealer"] == view.dealer


def test_the_first_dealer_is_random() -> None:
    dealers = set()
    for seed in range(30):
        simulation = SimulatedTable(Settings(seats=3), seed=seed)
        simulation.execute(Start("id-0"))
        view = simulation.table.view(None)
        assert view is not None
        dealers.add(view.dealer)
    assert dealers == {0, 1, 2}


def test_impossible_logs_are_not_played() -> None:
    simulation = SimulatedTable(FOUR)
    simulation.execute(Join("id-1", NAMES[1]))
    simulation.execute(Change("id-0", preset="dutch"))
    gathered = list(simulation.table.log)
    joined, changed = gathered[2:]
    simulation.execute(Start("id-0"))
    simulation.play_round()
    begun = list(simulation.table.log)
    started, dealt, played = begun[4:7]
    back = BackEvent(seq=1, at=simulation.at, seat=3)
    wrong: list[tuple[list[LogEvent], LogEvent, str]] = [
        (gathered, changed_event(joined, player="id-2"), "seat 1 is taken"),
        (gathered, gathered[0], "opens the table again"),
        (gathered, changed_event(changed, order=(7,)), "7"),
        (gathered, dealt, "the match has not begun"),
        (gathered, changed_event(started, seats=()), "players: 0"),
        (begun, started, "the match begins again"),
        (begun, joined, "the match has begun"),
        (begun, back, "no person sits at seat 3"),
        (begun[:5], played, "no round has been dealt"),
    ]
    for log, event, reason in wrong:
        with pytest.raises(UnplayableLog, match=reason):
            Table.replay([*log, changed_event(event, seq=len(log) + 1)])
    with pytest.raises(UnplayableLog, match="names no dealer"):
        Table.replay([changed_event(begun[0], settings=None)])


def test_a_command_about_another_seat_belongs_to_the_host() -> None:
    simulation = SimulatedTable(FOUR)
    simulation.execute(Join("id-1", "Bo"))
    simulation.execute(Away("id-0", 1, present=False, client_id="x"))
    assert simulation.table.seq_of(Away("id-0", 1, present=False, client_id="x")) == 4
    assert simulation.table.seq_of(Leave("id-1", client_id="x")) is None


def test_confusable_names_in_old_logs_stay_valid() -> None:
    alike = "\N{CYRILLIC CAPITAL LETTER A}nna"
    simulation = SimulatedTable(Settings(seats=2, fill=False), options={"lives": 1})
    assert refusal(simulation, Join("id-1", alike)).code == "name_alike"
    joined = JoinedEvent(seq=3, at=simulation.at, seat=1, name=alike, player="id-1")
    simulation.table.apply(joined)  # as in a log of an earlier version
    simulation.execute(Start("id-0"))
    simulation.play_on()
    assert names(replayed(simulation.table)) == {0: "Anna", 1: alike}
    again = Table.replay(open_rematch(simulation.table, "t", "id-1", simulation.at))
    for name in ("", " Anna "):
        before = Table.replay(again.log)
        before.execute(Join("id-0", name), simulation.at, simulation.chance)
        assert names(before) == {0: "Anna", 1: alike}
    with pytest.raises(Refusal) as caught:
        again.execute(Join("id-0", "ΑΝΝΑ"), simulation.at, simulation.chance)
    assert caught.value.code == "name_alike"
