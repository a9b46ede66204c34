"""Evening of a table and its rematches: score and readers of the chat."""

from __future__ import annotations

from schwimmen.rules.options import OptionValue
from schwimmen.tables import (
    Change,
    Join,
    Leave,
    Settings,
    Start,
    Table,
    open_rematch,
    without_player,
)
from tests.tables.simulated_table import SimulatedTable, replayed

THREE = Settings(seats=3, fill=False)


def played(
    people: int, settings: Settings = THREE, preset: str = "pagat", **options: OptionValue
) -> SimulatedTable:
    """Return a table whose match is over."""
    simulation = SimulatedTable(settings, preset, options or {"lives": 1})
    simulation.begin(people)
    simulation.play_on()
    return simulation


def rematch_of(simulation: SimulatedTable, chat: int = 0) -> SimulatedTable:
    """Return the table of a rematch, at which the first player is the host."""
    again = SimulatedTable(THREE, seed=simulation.table.seq)
    again.now = simulation.now
    again.table = Table.replay(
        open_rematch(simulation.table, "t", "id-0", simulation.at, chat=chat)
    )
    return again


def play(simulation: SimulatedTable) -> None:
    """Play the match of a table whose people have sat down."""
    simulation.execute(Start("id-0"))
    simulation.play_on()


def score(table: Table) -> dict[str, tuple[int, int, int | None]]:
    """Return matches, wins and lives lost by name."""
    return {one.name: (one.matches, one.wins, one.lives_lost) for one in table.evening}


def lives_lost(table: Table) -> dict[str, int]:
    """Return the lives that each player lost in a finished match, from its public events."""
    names = [seat.name for seat in table.seats]
    results = [event.result for event in table.events if event.result is not None]
    return {
        name: sum((result.lost or ())[seat] or 0 for result in results)
        for seat, name in enumerate(names)
    }


def winners(table: Table) -> set[str]:
    match = table.finished_match
    assert match is not None
    return {table.seats[seat].name for seat in match.winners}


def test_the_score_adds_up_over_rematches_and_keeps_people_who_leave() -> None:
    first = played(3)
    assert first.table.created.evening == ()
    lost, won = lives_lost(first.table), winners(first.table)
    assert score(first.table) == {name: (1, int(name in won), lost[name]) for name in lost}
    wins = [one.wins for one in first.table.evening]
    assert wins == sorted(wins, reverse=True)

    second = rematch_of(first)
    assert score(second.table) == score(first.table)
    second.execute(Join("id-2", ""))
    second.execute(Leave("id-1"))  # Bo goes home, and Zoe comes
    second.execute(Join("id-9", "Zoe"))
    play(second)
    assert second.table.over
    lost_again, won_again = lives_lost(second.table), winners(second.table)
    assert score(second.table) == {
        name: (
            (name in lost) + (name in lost_again),
            (name in won) + (name in won_again),
            lost.get(name, 0) + lost_again.get(name, 0),
        )
        for name in ("Anna", "Bo", "Cleo", "Zoe")
    }
    assert replayed(second.table).evening == second.table.evening


def test_bots_have_no_score() -> None:
    simulation = played(1, Settings(seats=3))
    assert [one.name for one in simulation.table.evening] == ["Anna"]


def test_a_forfeited_match_is_not_won() -> None:
    for seed in range(20):
        simulation = SimulatedTable(THREE, options={"lives": 1}, seed=seed)
        simulation.begin(2)
        simulation.execute(Leave("id-1"))
        simulation.play_on()
        match = simulation.table.finished_match
        assert match is not None
        wins = {one.name: one.wins for one in simulation.table.evening}
        assert wins["Bo"] == 0
        if 1 in match.winners:
            return
    raise AssertionError("the bot never won")


def test_a_match_for_points_costs_no_lives() -> None:
    first = played(3, preset="choy", rounds=1)
    assert {one.lives_lost for one in first.table.evening} == {None}
    second = rematch_of(first)
    second.execute(Change("id-0", preset="pagat", options={"lives": 1}))
    second.execute(Join("id-1", ""))
    play(second)
    lost = lives_lost(second.table)
    assert {one.name: one.lives_lost for one in second.table.evening} == lost | {"Cleo": None}


def test_a_deleted_player_leaves_only_numbers() -> None:
    second = rematch_of(played(3)).table
    bodies = without_player([event.body() for event in second.log], "id-1", "Player 2")
    assert "id-1" not in str(bodies)
    assert "Bo" not in str(bodies)
    assert [one["matches"] for one in bodies[0]["evening"]] == [1, 1, 1]


def test_earlier_chat_is_for_the_clients_that_could_read_it() -> None:
    open_to_all = rematch_of(played(2), chat=7).table
    assert [open_to_all.chat_from(one) for one in ("id-0", "id-1", "id-9", None)] == [1, 1, 1, 1]

    first = played(2, THREE.model_copy(update={"spectators": False}))
    second = rematch_of(first, chat=7)
    assert [second.table.chat_from(one) for one in ("id-0", "id-1", "id-9", None)] == [1, 1, 8, 8]
    second.execute(Leave("id-1"))
    second.execute(Join("id-9", "Zoe"))
    play(second)
    third = rematch_of(second, chat=12).table
    # Bo was not at the second table; Zoe was not at the first.
    assert [third.chat_from(one) for one in ("id-0", "id-1", "id-9", None)] == [1, 13, 8, 13]
