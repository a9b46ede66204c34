"""Measurement of loss frequencies and win shares."""

from __future__ import annotations

import json
from importlib.resources import files
from math import sqrt
from pathlib import Path

import pytest

from schwimmen.players.equity import match_state
from schwimmen.players.equity.loss_frequencies import loss_frequencies_for, read_families
from schwimmen.players.rule_similarity import relevant_options
from schwimmen.rules import RuleSet, SchwimmenError
from schwimmen.training import measure_frequencies, win_shares, write_frequencies
from schwimmen.training.self_play import MEASURED_RULES

ROUNDS = 40_000
SMALL = [RuleSet("pagat", max_players=3), RuleSet("dutch", max_players=2)]


def test_measured_frequencies_are_read_back(tmp_path: Path) -> None:
    file = tmp_path / "frequencies.json"
    done: list[int] = []
    content = measure_frequencies("random", 100, 1, SMALL, done.append)
    write_frequencies(content, file)
    assert json.loads(file.read_text(encoding="utf-8")) == content
    pagat, dutch = read_families(file)
    assert [*pagat.counts, *dutch.counts] == [2, 3, 2]
    assert sum(pagat.counts[3].values()) == 100
    assert pagat.frequencies(3).probability.sum() == pytest.approx(1)
    assert done == [1, 2]


def test_equal_seeds_give_equal_frequencies() -> None:
    first, again, other = (measure_frequencies("greedy", 50, seed, SMALL) for seed in (1, 1, 2))
    assert first == again
    assert first["sha256"] != other["sha256"]


def test_the_package_has_all_measured_families() -> None:
    path = Path(str(files("schwimmen.players") / "data" / "frequencies.json"))
    kept = read_families(path)
    assert len(kept) == len(MEASURED_RULES)
    for rules, family in zip(MEASURED_RULES, kept, strict=True):
        assert family.options == relevant_options(rules)
        assert list(family.counts) == list(range(2, rules.max_players + 1))


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_the_file_in_the_package_agrees_with_new_measurements(rules: RuleSet) -> None:
    seats = rules.max_players
    counts = measure_frequencies("greedy", ROUNDS, 3, [rules])["families"][0]["counts"][str(seats)]
    known = loss_frequencies_for(rules, seats)
    for lives, probability in zip(known.lives.tolist(), known.probability, strict=True):
        found = counts.get("".join(map(str, lives)), 0) / ROUNDS
        assert abs(found - probability) <= 4.5 * sqrt(probability / ROUNDS)


def test_invalid_measurements_are_refused() -> None:
    with pytest.raises(SchwimmenError, match="rounds: 0 is not a whole number from 1 on"):
        measure_frequencies("greedy", 0, 1, SMALL)
    with pytest.raises(SchwimmenError, match="gredy"):
        measure_frequencies("gredy", 10, 1, SMALL)


def test_only_seats_in_the_match_have_win_shares() -> None:
    rules = RuleSet("pagat")
    start = match_state(rules, [3, None, 0], 0)
    won = win_shares(rules, "greedy", start, 40, seed=1)
    assert won.sum() == pytest.approx(1)
    assert won[1] == 0
    assert won[0] > won[2]
    assert start[0].lives.tolist()[:3] == [3, 0, 0]
    assert not start[0].over
    assert win_shares(rules, "greedy", start, 40, seed=1).tolist() == won.tolist()
