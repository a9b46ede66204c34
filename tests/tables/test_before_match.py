"""Before the match: people sit down and stand up, the host changes what is agreed."""

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

from .playing import opened
from .simulated_table import NAMES, SimulatedTable, replayed

FOUR = Settings(seats=4)


def refusal(company: SimulatedTable, command: Command) -> Refusal:
    """How the table says no; nothing has changed by it."""
    before = list(company.table.log), list(company.table.events)
    with pytest.raises(Refusal) as caught:
        company.execute(command)
    assert before == (company.table.log, company.table.events)
    assert str(caught.value).isprintable()
    return caught.value


def names(table: Table) -> dict[int, str]:
    return {seat.seat: seat.name for seat in table.seats}


def test_people_sit_where_they_like_or_where_there_is_room() -> None:
    company = SimulatedTable(FOUR)
    company.execute(Join("id-1", "Bo", seat=2))
    company.execute(Join("id-2", " Cleo  C "))
    assert names(company.table) == {0: "Anna", 1: "Cleo C", 2: "Bo"}
    assert company.table.seat_of("id-2") == 1
    assert company.table.player_at(2) == "id-1"
    assert company.table.seat_of("id-9") is None
    assert refusal(company, Join("id-3", "Dora", seat=2)).code == "seat_taken"
    assert refusal(company, Join("id-3", "Dora", seat=4)).code == "no_such_seat"
    assert refusal(company, Join("id-3", "Dora", seat=-1)).code == "no_such_seat"
    assert refusal(company, Join("id-3", "ANNA")).code == "name_taken"
    assert refusal(company, Join("id-3", "")).code == "bad_name"
    assert refusal(company, Join("id-1", "Bob")).code == "already_seated"
    company.execute(Join("id-3", "Dora"))
    assert refusal(company, Join("id-4", "Ede")).code == "table_full"


def test_the_host_is_who_has_been_sitting_longest() -> None:
    company = SimulatedTable(FOUR)
    company.execute(Join("id-1", "Bo"))
    company.execute(Join("id-2", "Cleo"))
    company.execute(Leave("id-0"))
    assert company.table.host == 1
    assert company.table.events[-1].host == 1
    company.execute(Join("id-0", "Anna"))
    assert company.table.host == 1
    for player in ("id-1", "id-2", "id-0"):
        assert company.table.host == company.table.seat_of(player)
        company.execute(Leave(player))
    assert replayed(company.table).host is None
    assert names(company.table) == {}
    assert refusal(company, Start("id-0")).code == "not_host"
    company.execute(Join("id-9", "Zoe"))
    assert company.table.host == 0
    assert refusal(company, Leave("id-0")).code == "not_seated"


def test_only_the_host_changes_and_starts() -> None:
    company = SimulatedTable(FOUR)
    company.execute(Join("id-1", "Bo"))
    for player in ("id-1", "id-9"):
        for command in (Change(player, preset="dutch"), Start(player), Away(player, 0, True)):
            assert refusal(company, command).code in ("not_host", "not_absent")
    company.execute(Change("id-0", preset="dutch", options={"lives": 2}))
    assert company.table.terms.preset == "dutch"
    assert company.table.terms.rules.lives == 2
    assert company.table.events[-1].terms == company.table.terms
    company.execute(Change("id-0", settings=FOUR.model_copy(update={"bots": "club"})))
    assert company.table.terms.rules.lives == 2
    company.execute(Change("id-0", preset="pagat"))
    assert not company.table.terms.options
    assert company.table.settings is not None
    assert company.table.settings.bots == "club"
    assert refusal(company, Change("id-0", options={"lives": -1})).code == "bad_option"
    error = refusal(company, Change("id-0", settings=Settings(seats=9)))
    assert (error.code, error.details["max"]) == ("too_many_players", 8)


def test_the_host_says_who_sits_where() -> None:
    company = SimulatedTable(FOUR)
    company.execute(Join("id-1", "Bo"))
    company.execute(Join("id-2", "Cleo"))
    company.execute(Change("id-0", order=(2, None, 0, 1)))
    assert names(company.table) == {0: "Cleo", 2: "Anna", 3: "Bo"}
    assert company.table.host == 2
    for order in ((0, 2), (0, 2, 3, 3), (0, 2, 3, None, None), (0, 1, 2, 3), (None, 9, 2, 3)):
        assert refusal(company, Change("id-0", order=order)).code == "bad_order"


def test_a_smaller_table_closes_up_if_all_fit() -> None:
    company = SimulatedTable(FOUR)
    company.execute(Join("id-1", "Bo", seat=3))
    company.execute(Change("id-0", settings=Settings(seats=3)))
    assert names(company.table) == {0: "Anna", 1: "Bo"}
    company.execute(Join("id-2", "Cleo"))
    assert refusal(company, Change("id-0", settings=Settings(seats=2))).code == "too_many_people"


def test_not_without_end() -> None:
    company = SimulatedTable(FOUR)
    company.execute(Join("id-1", "Bo"))
    company.execute(Join("id-2", "Cleo"))
    while company.table.seq < MAX_EVENTS_BEFORE_MATCH:
        company.execute(Change("id-0", preset="dutch"))
    for command in (Change("id-0", preset="pagat"), Join("id-3", "Dora")):
        assert refusal(company, command).code == "too_many_changes"
    company.execute(Leave("id-1"))
    company.execute(Away("id-0", 2, present=False))
    company.execute(Start("id-0"))
    assert replayed(company.table).phase == "playing"


def test_the_host_gives_the_seat_of_somebody_absent_to_others() -> None:
    company = SimulatedTable(FOUR)
    company.execute(Join("id-1", "Bo"))
    assert refusal(company, Away("id-0", 1, present=True)).code == "not_absent"
    assert refusal(company, Away("id-0", 2, present=False)).code == "seat_empty"
    company.execute(Away("id-0", 1, present=False))
    assert names(company.table) == {0: "Anna"}
    assert (company.table.events[-1].seat, company.table.events[-1].asked_by) == (1, 0)
    company.execute(Join("id-1", "Bo"))
    company.execute(Away("id-1", 0, present=False))  # else nobody could do anything here
    assert (names(company.table), company.table.host) == ({1: "Bo"}, 1)


def test_bots_take_the_empty_seats() -> None:
    company = SimulatedTable(Settings(seats=5, bots="club"))
    company.execute(Join("id-1", "Bo", seat=3))
    started, dealt = company.execute(Start("id-0"))
    assert isinstance(started, StartedEvent)
    table = company.table
    assert (table.phase, table.round, dealt.type) == ("playing", 1, "round")
    assert [seat.level for seat in table.seats] == [None, "club", "club", None, "club"]
    assert [table.seats[0].name, table.seats[3].name] == ["Anna", "Bo"]
    assert len({seat.name for seat in table.seats}) == 5
    assert table.events[-2].seats == table.seats
    assert table.view(3) is not None
    assert refusal(company, Join("id-2", "Cleo")).code == "already_started"
    assert refusal(company, Start("id-0")).code == "already_started"


def test_a_match_that_began_but_was_not_dealt_is_dealt_at_once() -> None:
    company = SimulatedTable(FOUR)
    company.execute(Start("id-0"))
    company.table = Table.replay(company.table.log[:-1])
    assert refusal(company, Deal(0)).code == "not_dealt"
    assert refusal(company, Play(0, "keep")).code == "not_dealt"
    company.expire()
    assert (company.table.round, company.table.log[-1].at) == (1, company.table.log[-2].at)


def test_without_bots_people_close_up() -> None:
    company = SimulatedTable(Settings(seats=5, fill=False))
    assert refusal(company, Start("id-0")).code == "too_few"
    company.execute(Join("id-1", "Bo", seat=3))
    company.execute(Start("id-0"))
    assert names(company.table) == {0: "Anna", 1: "Bo"}
    assert company.table.seat_of("id-1") == 1


def test_a_match_begins_by_itself_when_nobody_is_missing_or_after_a_while() -> None:
    company = SimulatedTable(Settings(seats=2, patience=20))
    started = company.now
    company.expire()
    assert company.now == started + 20_000
    assert (company.table.phase, company.table.events[-2].seat) == ("playing", None)

    company = SimulatedTable(Settings(seats=2, patience=20))
    company.execute(Join("id-1", "Bo"))
    company.expire()
    assert company.now == started + 1000
    assert [seat.level for seat in company.table.seats] == [None, None]

    company = SimulatedTable(Settings(seats=3, patience=20, fill=False))
    assert company.table.due is None
    company.execute(Join("id-1", "Bo"), after=5)
    company.expire()
    assert company.now == started + 25_000


def test_nobody_left_nothing_begins() -> None:
    company = SimulatedTable(Settings(seats=2, patience=20))
    company.execute(Leave("id-0"))
    assert company.table.due is None
    assert refusal(company, Expire()).code == "not_due"
    company.execute(Join("id-1", "Bo"), after=100)
    before = company.now
    company.expire()
    assert company.now == before + 20_000


@pytest.mark.parametrize(
    "command",
    [
        Join("id-1", "Bo", client_id="x"),
        Leave("id-0", client_id="x"),
        Change("id-0", preset="dutch", client_id="x"),
        Start("id-0", client_id="x"),
    ],
)
def test_a_command_that_comes_twice_is_known(command: Command) -> None:
    company = SimulatedTable(FOUR)
    assert company.table.seq_of(command) is None
    first, *_ = company.execute(command)
    for table in (company.table, replayed(company.table)):
        assert table.seq_of(command) == first.seq == 3


def test_a_client_id_is_its_persons_whoever_sits_there() -> None:
    company = SimulatedTable(FOUR)
    company.execute(Join("id-1", "Bo", client_id="x"))
    company.execute(Leave("id-1", client_id="y"))
    assert company.table.seq_of(Join("id-2", "Cleo", client_id="x")) is None
    assert company.table.seq_of(Leave("id-2", client_id="y")) is None
    company.execute(Join("id-2", "Cleo", client_id="x"))
    assert company.table.seq_of(Leave("id-1", client_id="y")) == 4
    assert company.table.seq_of(Join("id-2", "Cleo", client_id="x")) == 5


def test_what_belongs_to_the_match_waits_for_it() -> None:
    company = SimulatedTable(FOUR)
    for command in (Play(0, "pass"), Deal(0), Back("id-0"), Rematch("id-0", "next")):
        assert refusal(company, command).code == "not_started"
    assert refusal(company, ServerResumed(company.at)).code == "not_due"
    with pytest.raises(Refusal, match="no record of it yet"):
        record_of_log(company.table.log, unfinished=False)


def test_one_persons_table_has_no_company() -> None:
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


def test_the_record_is_of_what_was_agreed_last() -> None:
    company = SimulatedTable(FOUR)
    company.execute(Change("id-0", preset="dutch", options={"lives": 1}))
    company.begin(2)
    company.play_round()
    record = record_of_log(company.table.log, unfinished=True)
    assert record["rules"] == {"preset": "dutch", "options": {"lives": 1}}
    assert record["players"] == [seat.name for seat in company.table.seats]
    assert len(record["rounds"]) == 1
    view = company.table.view(None)
    assert view is not None
    assert record["dealer"] == view.dealer


def test_who_deals_first_comes_from_chance() -> None:
    dealers = set()
    for seed in range(30):
        company = SimulatedTable(Settings(seats=3), seed=seed)
        company.execute(Start("id-0"))
        view = company.table.view(None)
        assert view is not None
        dealers.add(view.dealer)
    assert dealers == {0, 1, 2}


def test_a_log_is_only_played_as_it_can_have_been() -> None:
    company = SimulatedTable(FOUR)
    company.execute(Join("id-1", NAMES[1]))
    company.execute(Change("id-0", preset="dutch"))
    gathered = list(company.table.log)
    joined, changed = gathered[2:]
    company.execute(Start("id-0"))
    company.play_round()
    begun = list(company.table.log)
    started, dealt, played = begun[4:7]
    back = BackEvent(seq=1, at=company.at, seat=3)
    wrong: list[tuple[list[LogEvent], LogEvent, str]] = [
        (gathered, joined.model_copy(update={"player": "id-2"}), "seat 1 is taken"),
        (gathered, gathered[0], "opens the table again"),
        (gathered, changed.model_copy(update={"order": (7,)}), "7"),
        (gathered, dealt, "the match has not begun"),
        (gathered, started.model_copy(update={"seats": ()}), "players: 0"),
        (begun, started, "the match begins again"),
        (begun, joined, "the match has begun"),
        (begun, back, "no person sits at seat 3"),
        (begun[:5], played, "no round has been dealt"),
    ]
    for log, event, reason in wrong:
        with pytest.raises(UnplayableLog, match=reason):
            Table.replay([*log, event.model_copy(update={"seq": len(log) + 1})])
    with pytest.raises(UnplayableLog, match="names no dealer"):
        Table.replay([begun[0].model_copy(update={"settings": None})])


def test_what_the_host_asks_about_others_is_the_hosts() -> None:
    company = SimulatedTable(FOUR)
    company.execute(Join("id-1", "Bo"))
    company.execute(Away("id-0", 1, present=False, client_id="x"))
    assert company.table.seq_of(Away("id-0", 1, present=False, client_id="x")) == 4
    assert company.table.seq_of(Leave("id-1", client_id="x")) is None


def test_names_that_looked_alike_before_play_on_and_sit_down_again() -> None:
    alike = "\N{CYRILLIC CAPITAL LETTER A}nna"
    company = SimulatedTable(Settings(seats=2, fill=False), options={"lives": 1})
    assert refusal(company, Join("id-1", alike)).code == "name_alike"
    joined = JoinedEvent(seq=3, at=company.at, seat=1, name=alike, player="id-1")
    company.table.apply(joined)  # as it stands in a log of before
    company.execute(Start("id-0"))
    company.play_on()
    assert names(replayed(company.table)) == {0: "Anna", 1: alike}
    again = Table.replay(open_rematch(company.table, "t", "id-1", company.at))
    for name in ("", " Anna "):
        before = Table.replay(again.log)
        before.execute(Join("id-0", name), company.at, company.chance)
        assert names(before) == {0: "Anna", 1: alike}
    with pytest.raises(Refusal) as caught:
        again.execute(Join("id-0", "ΑΝΝΑ"), company.at, company.chance)
    assert caught.value.code == "name_alike"
