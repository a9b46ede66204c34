"""Tables are opened by a host, and opened again for those who have played."""

import pytest

from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import (
    Away,
    Clock,
    CreatedEvent,
    Join,
    JoinedEvent,
    Leave,
    Refusal,
    Rematch,
    Settings,
    Start,
    Table,
    open_rematch,
    open_table,
)

from .company import Company, assert_same, replayed
from .test_gathering import FOUR, names, refusal


def test_a_table_opens_with_its_host() -> None:
    table = Company(FOUR).table
    assert (table.phase, table.host, names(table)) == ("gathering", 0, {0: "Anna"})
    assert (table.to_act, table.view(0), table.due, table.round) == (None, None, None, 0)
    created, joined = table.events
    assert (created.seats, created.host) == ((), None)
    assert created.terms == joined.terms or joined.terms is None
    assert created.terms is not None
    assert (created.terms.preset, created.terms.settings) == ("pagat", FOUR)
    assert (joined.type, joined.seat, joined.seats, joined.host) == ("joined", 0, table.seats, 0)


@pytest.mark.parametrize(
    ("settings", "preset", "code"),
    [
        (FOUR, "pagatt", "unknown_preset"),
        (Settings(seats=1), "pagat", "too_few_players"),
        (Settings(seats=9), "pagat", "too_many_players"),
        (Settings(seats=3, bots="blueprint"), "pagat", "unknown_level"),
        (Settings(seats=3, clock=Clock(move=1)), "pagat", "bad_seconds"),
        (Settings(seats=3, clock=Clock(move=9, reserve=-1)), "pagat", "bad_seconds"),
        (Settings(seats=3, patience=-1), "pagat", "bad_seconds"),
    ],
)
def test_terms_are_looked_at_before_a_table_is_opened(
    settings: Settings, preset: str, code: str
) -> None:
    with pytest.raises(SchwimmenError) as caught:
        open_table(preset, {}, settings, "id-0", "Anna", "2026-01-01T00:00:00Z")
    assert caught.value.code == code


def rematch(company: Company, player: str) -> Company:
    """The table where they play again."""
    events = open_rematch(company.table, "table-1", player, company.at)
    company.take(Rematch(player, "table-2"))
    again = Company(FOUR)
    again.now = company.now
    again.table = Table.replay(events)
    return again


def test_a_rematch_keeps_everybodys_seat() -> None:
    company = Company(Settings(seats=4, bots="random"), options={"lives": 1})
    company.begin(3)
    with pytest.raises(Refusal, match="not over"):
        open_rematch(company.table, "table-1", "id-0", company.at)
    assert refusal(company, Rematch("id-0", "table-2")).code == "not_over"
    company.play_on()
    assert refusal(company, Rematch("id-9", "table-2")).code == "not_seated"
    with pytest.raises(Refusal, match="only those who played"):
        open_rematch(company.table, "table-1", "id-9", company.at)

    again = rematch(company, "id-1")
    assert company.table.rematch == company.table.events[-1].table == "table-2"
    error = refusal(company, Rematch("id-0", "table-3"))
    assert (error.code, error.details["table"]) == ("rematch_made", "table-2")

    table = again.table
    assert isinstance(table.created, CreatedEvent)
    assert table.created.earlier == "table-1"
    assert (table.terms, table.host) == (company.table.terms, 1)
    assert [(seat.name, seat.invited) for seat in table.seats] == [
        ("Anna", True),
        ("Bo", False),
        ("Cleo", True),
    ]
    assert table.seat_of("id-0") is None
    again.take(Join("id-9", "Zoe"))
    assert table.seat_of("id-9") == 3
    assert refusal(again, Join("id-8", "Ute")).code == "table_full"
    joined, *_ = again.take(Join("id-0", ""))
    assert isinstance(joined, JoinedEvent)
    assert (joined.seat, joined.name) == (0, "Anna")
    again.take(Leave("id-2"))  # who says no frees the seat
    again.take(Join("id-8", "Cleo", seat=2))
    again.take(Start("id-1"))
    assert names(table) == {0: "Anna", 1: "Bo", 2: "Cleo", 3: "Zoe"}
    assert_same(replayed(table), table)


def test_who_does_not_come_to_a_rematch_is_replaced() -> None:
    company = Company(Settings(seats=3, bots="random"), options={"lives": 1})
    company.begin(3)
    company.play_on()
    again = rematch(company, "id-1")
    again.take(Away("id-1", 0, present=True))  # nobody is here who has not come
    again.take(Join("id-2", "Cleo C", seat=0))
    assert names(again.table) == {0: "Cleo C", 1: "Bo"}
    again.take(Start("id-1"))
    assert [seat.level for seat in again.table.seats] == [None, None, "random"]
