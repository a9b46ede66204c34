"""Sequential tests of a level against the one of another checkout."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

import schwimmen
from benchmarks.checkouts import (
    RULES,
    AcquaintedPlayer,
    Contest,
    PairedTest,
    Sample,
    described,
    played,
    row_of,
)
from schwimmen.arena.confidence import Side
from schwimmen.players.search.evidence import NO_EVIDENCE
from schwimmen.rules import Match
from schwimmen.simulation import threads

ROOT = Path(schwimmen.__file__).parents[2]


def decided(chance_here: float, chance_other: float) -> tuple[Side | None, ...]:
    """Return the decisions about two levels by the shares of deals in which they lose a life."""
    test, chance = PairedTest(0.1), Random(3)
    for _ in range(3000):
        here, other = (float(chance.random() < one) for one in (chance_here, chance_other))
        if test.add(Sample(here, here), Sample(other, other)):
            break
    return tuple(accepted for accepted, _ in test.decisions)


@pytest.mark.parametrize(
    ("here", "other", "expected"),
    [(0.3, 0.3, ("low", "high")), (0.2, 0.4, ("low", "low")), (0.4, 0.2, ("high", "high"))],
)
def test_both_tests_decide(here: float, other: float, expected: tuple[Side, Side]) -> None:
    assert decided(here, other) == expected


def test_luck_of_the_cards_is_left_out() -> None:
    test, chance = PairedTest(0.1), Random(1)
    for _ in range(200):
        test.add(Sample(chance.randint(-1, 1), 0), Sample(0, 0))
    found = test.difference
    assert abs(found.mean) < 0.01
    assert (found.high or 0) - (found.low or 0) < 0.1
    assert test.changed


@pytest.mark.parametrize("players", [2, 4])
def test_equal_checkouts_play_alike(players: int) -> None:
    contest = Contest("expert", "hoards hearts", ROOT, 0.04, deals=3, players=players)
    here, other = contest.chunks()
    samples = here.play()
    assert samples == other.play()
    assert len(set(samples)) > 1


def test_a_contest_ends_with_its_deals(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("benchmarks.harness.RESULTS", tmp_path)
    monkeypatch.setattr("benchmarks.checkouts.program", lambda folder, level: "beginner")
    test = played(Contest("club", "greedy", ROOT, 0.04, deals=12), threads(1))
    assert test.deals == 12
    assert 0 < test.changed <= 12
    assert test.decisions == [(None, 12), (None, 12)]
    assert len([*tmp_path.iterdir()]) == 6


def test_an_acquainted_player_knows_earlier_rounds_of_its_opponent() -> None:
    match = Match(RULES, players=2, seed=1)
    known = [
        AcquaintedPlayer("expert", "passes first", 3, seed)._evidence_before(
            match.view(match.to_act)
        )
        for seed in range(6)
    ]
    seat = match.to_act or 0
    nothing = [np.array_equal(one, NO_EVIDENCE) for one in known]
    assert any(nothing)
    assert not all(nothing)
    of_opponent = [one["of"][0, 1 - seat] for one in known]
    assert len({tuple(one) for one in of_opponent}) > 2


def test_a_row_states_both_decisions() -> None:
    test = PairedTest(0.1)
    test.add(Sample(0, 0), Sample(1, 1))
    test.add(Sample(0, 0), Sample(0, 0))
    test.decisions[0] = ("low", 2)
    row = row_of(Contest("expert", "club", ROOT, 0.04, 2), test)
    assert row[:4] == ["expert", "club", "2", "1"]
    assert row[4].startswith("−.500 ± ")
    assert row[5:] == ["no (2)", "undecided"]


def test_a_checkout_without_a_library_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="make engine"):
        described(tmp_path)
