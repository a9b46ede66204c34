"""Provably fair shuffles at a table: who brings a seed, who is left out, what the record proves."""

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
    """A match whose people are asked for their seeds now."""
    company = SimulatedTable(settings, fair=True)
    company.begin(people)
    return company


def phase(company: SimulatedTable) -> tuple[str, int, tuple[int, ...]]:
    """How far the agreement is."""
    seeds = company.table.seeds
    assert seeds is not None
    return seeds.phase, seeds.attempt, seeds.waiting_for


def seats_that_count(company: SimulatedTable) -> list[int]:
    """Whose seeds are in the record of the match, which verifies."""
    company.play_on()
    record = record_of_log(company.table.log, unfinished=True, published=True)
    verify(load(json.dumps(record)))
    return [one["seat"] for one in record["fairness"]["attempts"][-1]["players"]]


def test_the_first_round_is_dealt_when_all_have_revealed() -> None:
    company = begun()
    table = company.table
    assert (table.phase, table.to_act, table.view(0), table.round) == ("playing", None, None, 0)
    assert phase(company) == ("committing", 1, (0, 1))
    company.agree(1)
    company.agree(0)
    assert phase(company) == ("revealing", 1, (0, 1))
    company.agree(0)
    assert table.round == 0
    company.agree(1)
    assert phase(company) == ("settled", 1, ())
    assert (table.round, table.events[-1].type) == (1, "round")
    assert seats_that_count(company) == [0, 1]


def test_who_does_not_commit_takes_no_part() -> None:
    company = begun()
    before = company.now
    company.agree(0)
    times = company.table.times
    assert times is not None
    assert times.awaited == "seeds"
    company.expire()
    assert company.now - before == SEEDS_MS
    assert phase(company) == ("revealing", 1, (0,))
    company.agree(0)
    assert seats_that_count(company) == [0]


def test_when_one_does_not_reveal_the_others_commit_anew() -> None:
    company = begun()
    for seat in (0, 1, 0):
        company.agree(seat)
    company.expire()
    assert phase(company) == ("committing", 2, (0,))
    company.agree(0)
    company.agree(0)
    assert seats_that_count(company) == [0]


def test_a_match_is_dealt_where_nobody_brings_a_seed() -> None:
    company = begun()
    company.expire()
    assert company.table.round == 1
    assert seats_that_count(company) == []


def test_what_does_not_fit_is_refused() -> None:
    company = begun()
    seeds = company.table.seeds
    assert seeds is not None
    for command, code in (
        (Reveal("id-0", "01" * 32), "too_early"),
        (Commit("id-0", "00" * 32, "11" * 32), "other_attempt"),
        (Commit("id-0", seeds.commitment, "11"), "not_hex"),
        (Commit("id-9", seeds.commitment, "11" * 32), "not_seated"),
    ):
        assert refusal(company, command).code == code
    company.agree(0)
    assert refusal(company, Commit("id-0", seeds.commitment, "11" * 32)).code == "already"
    with pytest.raises(Refusal):
        company.agree(0)  # it has said so before
    company.agree(1)
    assert refusal(company, Reveal("id-0", "77" * 32)).code == "does_not_fit"
    assert refusal(company, Commit("id-1", seeds.commitment, "11" * 32)).code == "already"
    assert_same(replayed(company.table), company.table)


def test_the_servers_seed_stays_secret_until_the_match_is_over() -> None:
    company = begun()
    company.expire()
    record = record_of_log(company.table.log, unfinished=False)
    assert record["fairness"]["attempts"][-1]["seed"] is None
    with pytest.raises(VerificationError, match="published"):
        verify(load(json.dumps(record)))


def test_shuffles_that_are_needed_within_a_round_are_fair_too() -> None:
    """Where the talon runs out (R32), the cards laid aside are shuffled by the seeds."""
    for seed in range(20):
        company = SimulatedTable(Settings(seats=4, bots="random"), "choy", {}, seed, fair=True)
        company.begin(1)
        company.agree(0)
        company.agree(0)
        assert seats_that_count(company) == [0]
        if any(getattr(event, "shuffle", None) for event in company.table.log):
            return
    pytest.fail("no shuffle was needed in twenty matches")
