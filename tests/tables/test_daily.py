"""Table for the deal of the day: its cards, its bots' chance, and its log."""

from __future__ import annotations

from random import Random

import pytest

from schwimmen.players import make_player
from schwimmen.records.daily import VARIANTS, DailyDeal, DailySecret, check_daily_match
from schwimmen.tables import ActionEvent, Deal, Play, Refusal, Table, create_daily, read_event

SECRET = DailySecret(b"a secret")
DATE = "2026-11-25"
AT = "2026-11-25T12:00:00.000+00:00"
variants = pytest.mark.parametrize("variant", VARIANTS)


def opened(deal: DailyDeal, name: str = "Anna") -> Table:
    return Table.replay(create_daily(deal, "anna", name, AT))


def bot_action(table: Table, seat: int, level: str) -> str:
    view = table.view(seat)
    assert view is not None
    return make_player(level, table.bot_seed(seat)).choose(view)


def play(table: Table, chance: Random) -> None:
    """Play a match to its end; the person plays at random."""
    while not table.over:
        if table.to_act is None:
            table.execute(Deal(0), AT, Random())
        elif table.bot_to_act is not None:
            seat, level = table.bot_to_act
            table.execute(Play(seat, bot_action(table, seat, level), bot=True), AT, Random())
        else:
            view = table.view(0)
            assert view is not None
            table.execute(Play(0, chance.choice(view.legal_actions)), AT, Random())


@variants
def test_every_match_is_of_the_deal_however_it_is_played(variant: str) -> None:
    deal = SECRET.deal(DATE, variant)
    for seed in range(3):
        table = opened(deal)
        play(table, Random(seed))
        assert table.finished_match is not None
        check_daily_match(table.finished_match, deal)


@variants
def test_equal_play_leads_to_an_equal_match(variant: str) -> None:
    deal = SECRET.deal(DATE, variant)
    one, other = opened(deal), opened(deal, "Berta")
    for table in (one, other):
        play(table, Random(1))
    assert [event.body() for event in one.log[1:]] == [event.body() for event in other.log[1:]]


def test_the_same_position_gets_the_same_answer() -> None:
    deal = SECRET.deal(DATE, "pagat")
    table = opened(deal)
    asked = 0
    while not table.over and asked < 20:
        if table.bot_to_act is None:
            chosen = "deal" if table.to_act is None else "keep"
            if chosen == "deal":
                table.execute(Deal(0), AT, Random())
            else:
                view = table.view(0)
                assert view is not None
                table.execute(Play(0, view.legal_actions[-1]), AT, Random())
            continue
        seat, level = table.bot_to_act
        again = Table.replay([read_event(event.body()) for event in table.log])
        assert again.bot_seed(seat) == table.bot_seed(seat)
        action = bot_action(table, seat, level)
        assert bot_action(again, seat, level) == bot_action(table, seat, level) == action
        table.execute(Play(seat, action, bot=True), AT, Random())
        asked += 1
    assert asked


def test_a_bots_chance_depends_on_its_round_and_own_turn_only() -> None:
    table = opened(SECRET.deal(DATE, "pagat"))
    deal = table.created.daily
    assert deal is not None
    while table.to_act is not None:
        seat, turns = table.to_act, [0] * 4
        for event in table.log[2:]:
            assert isinstance(event, ActionEvent)
            turns[event.seat] += 1
        assert table.bot_seed(seat) == deal.bot_seed(1, seat, turns[seat])
        view = table.view(seat)
        assert view is not None
        table.execute(Play(seat, view.legal_actions[0], bot=seat != 0), AT, Random())


@variants
def test_opponents_are_the_same_for_every_player(variant: str) -> None:
    deal = SECRET.deal(DATE, variant)
    anna, berta = opened(deal, "Anna"), opened(deal, "")
    assert anna.seats[1:] == berta.seats[1:]
    assert tuple(seat.level for seat in anna.seats[1:]) == VARIANTS[variant].levels
    namesake = opened(deal, anna.seats[1].name)
    assert len({seat.name for seat in namesake.seats}) == len(namesake.seats)
    assert [seat.level for seat in namesake.seats] == [seat.level for seat in anna.seats]


def test_the_seed_stays_in_the_log() -> None:
    deal = SECRET.deal(DATE, "pagat")
    table = opened(deal)
    play(table, Random(1))
    assert deal.seed in str(table.log[0].body())
    assert deal.seed not in str(table.events)
    assert all(deal.seed not in str(event.body()) for event in table.log[1:])


def test_other_tables_have_no_seed_for_bots() -> None:
    table = opened(SECRET.deal(DATE, "pagat"))
    body = table.log[0].body()
    del body["daily"]
    plain = Table.replay([read_event(body), *table.log[1:]])
    assert plain.created.daily is None
    assert plain.bot_seed(1) is None


def test_a_table_of_the_day_is_for_one_person() -> None:
    table = opened(SECRET.deal(DATE, "pagat"))
    assert table.settings is None
    with pytest.raises(Refusal):
        table.execute(Deal(0), AT, Random())
