"""Provably fair shuffles at a table: seeds, exclusion of late seats, verification."""

import json

import pytest

from schwimmen.records import load
from schwimmen.records.fairness import VerificationError, verify
from schwimmen.tables import Commit, Refusal, Reveal, Settings, record_of_log
from schwimmen.tables.shuffles import SEEDS_MS

from .simulated_table import SimulatedTable, assert_same, replayed
from .test_before_match import refusal

THREE = Settings(seats=3, bots="random")


def begun(people: int = 2, settings: Settings = THREE) -> SimulatedTable:
    """Return a match that waits for the seeds of its people."""
    simulation = SimulatedTable(settings, fair=True)
    simulation.begin(people)
    return simulation


def phase(simulation: SimulatedTable) -> tuple[str, int, tuple[int, ...]]:
    """Return the phase, the attempt and the seats waited for."""
    seeds = simulation.table.seeds
    assert seeds is not None
    return seeds.phase, seeds.attempt, seeds.waiting_for


def seats_that_count(simulation: SimulatedTable) -> list[int]:
    """Verify the record; return the seats whose seeds are in it."""
    simulation.play_on()
    record = record_of_log(simulation.table.log, unfinished=True, published=True)
    verify(load(json.dumps(record)))
    return [one["seat"] for one in record["fairness"]["attempts"][-1]["players"]]


def test_the_first_round_is_dealt_when_all_have_revealed() -> None:
    simulation = begun()
    table = simulation.table
    assert (table.phase, table.to_act, table.view(0), table.round) == ("playing", None, None, 0)
    assert phase(simulation) == ("committing", 1, (0, 1))
    simulation.agree(1)
    simulation.agree(0)
    assert phase(simulation) == ("revealing", 1, (0, 1))
    simulation.agree(0)
    assert table.round == 0
    simulation.agree(1)
    assert phase(simulation) == ("settled", 1, ())
    assert (table.round, table.events[-1].type) == (1, "round")
    assert seats_that_count(simulation) == [0, 1]


def test_a_seat_that_does_not_commit_is_left_out() -> None:
    simulation = begun()
    before = simulation.now
    simulation.agree(0)
    times = simulation.table.times
    assert times is not None
    assert times.awaited == "seeds"
    simulation.expire()
    assert simulation.now - before == SEEDS_MS
    assert phase(simulation) == ("revealing", 1, (0,))
    simulation.agree(0)
    assert seats_that_count(simulation) == [0]


def test_when_one_seat_does_not_reveal_the_others_commit_again() -> None:
    simulation = begun()
    for seat in (0, 1, 0):
        simulation.agree(seat)
    simulation.expire()
    assert phase(simulation) == ("committing", 2, (0,))
    simulation.agree(0)
    simulation.agree(0)
    assert seats_that_count(simulation) == [0]


def test_a_match_without_any_players_seed_is_dealt() -> None:
    simulation = begun()
    simulation.expire()
    assert simulation.table.round == 1
    assert seats_that_count(simulation) == []


def test_invalid_commitments_and_seeds_are_refused() -> None:
    simulation = begun()
    seeds = simulation.table.seeds
    assert seeds is not None
    for command, code in (
        (Reveal("id-0", "01" * 32), "too_early"),
        (Commit("id-0", "00" * 32, "11" * 32), "other_attempt"),
        (Commit("id-0", seeds.commitment, "11"), "not_hex"),
        (Commit("id-9", seeds.commitment, "11" * 32), "not_seated"),
    ):
        assert refusal(simulation, command).code == code
    simulation.agree(0)
    assert refusal(simulation, Commit("id-0", seeds.commitment, "11" * 32)).code == "already"
    with pytest.raises(Refusal):
        simulation.agree(0)  # repeated
    simulation.agree(1)
    assert refusal(simulation, Reveal("id-0", "77" * 32)).code == "does_not_fit"
    assert refusal(simulation, Commit("id-1", seeds.commitment, "11" * 32)).code == "already"
    assert_same(replayed(simulation.table), simulation.table)


def test_the_servers_seed_stays_secret_until_the_match_is_over() -> None:
    simulation = begun()
    simulation.expire()
    record = record_of_log(simulation.table.log, unfinished=False)
    assert record["fairness"]["attempts"][-1]["seed"] is None
    with pytest.raises(VerificationError, match="published"):
        verify(load(json.dumps(record)))


def test_shuffles_within_a_round_are_fair_too() -> None:
    """When the talon runs out (R32), the cards laid aside are shuffled by the seeds."""
    for seed in range(20):
        simulation = SimulatedTable(Settings(seats=4, bots="random"), "choy", {}, seed, fair=True)
        simulation.begin(1)
        simulation.agree(0)
        simulation.agree(0)
        assert seats_that_count(simulation) == [0]
        if any(getattr(event, "shuffle", None) for event in simulation.table.log):
            return
    pytest.fail("no shuffle was needed in twenty matches")
