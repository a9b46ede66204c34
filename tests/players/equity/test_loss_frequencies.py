"""Loss frequencies: the file in the package, and errors for damaged files."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from schwimmen.players.equity.loss_frequencies import loss_frequencies_for, read_families
from schwimmen.players.rule_similarity import option_numbers, rule_distance
from schwimmen.rules import PRESETS, RuleSet, SchwimmenError

MEASURED = Path(str(files("schwimmen.players") / "data" / "frequencies.json"))


@pytest.mark.parametrize("preset", [name for name in PRESETS if RuleSet(name).scoring == "lives"])
def test_every_preset_was_measured_for_all_numbers_of_seats(preset: str) -> None:
    rules = RuleSet(preset)
    for seats in range(2, rules.max_players + 1):
        losses = loss_frequencies_for(rules, seats)
        assert losses.seats == seats
        assert losses.probability.sum() == pytest.approx(1)
        lost = losses.probability @ losses.lives
        assert 1 <= lost.sum() < 1.5
        assert lost[0] == lost.min()  # the leader has the best position


def test_measured_rules_use_their_own_frequencies() -> None:
    families = read_families(MEASURED)
    for family in families:
        numbers = option_numbers(family.options)
        assert [
            other
            for other in families
            if rule_distance(option_numbers(other.options), numbers) == 0
        ] == [family]


@pytest.mark.parametrize("option", RuleSet("pagat").options)
def test_an_option_missing_from_stored_rules_counts_as_its_default(option: str) -> None:
    for rules in map(RuleSet, PRESETS):
        whole = dict(rules.options)
        options = {name: value for name, value in whole.items() if name != option}
        filled = options | {option: RuleSet("pagat").options[option]}
        assert option_numbers(options).tolist() == option_numbers(filled).tolist()


def test_options_that_change_only_the_match_do_not_count() -> None:
    pagat = loss_frequencies_for(RuleSet("pagat"), 3)
    for rules in (RuleSet("gamerules"), RuleSet("pagat", lives=5, last_chance="first")):
        assert np.array_equal(loss_frequencies_for(rules, 3).probability, pagat.probability)


@pytest.mark.parametrize(
    ("rules", "most"),
    [
        (RuleSet("pagat", pass_=False), 1),
        (RuleSet("app-a9", closer_penalty=True), 2),
        (RuleSet("gamerules", dealt_penalty="harsh"), 2),
        (RuleSet("pagat", dealt_penalty="harsh", closer_penalty=True, exchange_all=False), 2),
    ],
    ids=str,
)
def test_other_rules_use_the_nearest_ones(rules: RuleSet, most: int) -> None:
    losses = loss_frequencies_for(rules, 4)
    assert losses.lives.max() == most
    assert (losses.probability > 0).all()


def test_all_rules_and_numbers_of_seats_have_frequencies() -> None:
    assert loss_frequencies_for(RuleSet("choy", scoring="lives"), 10).seats == 10
    assert loss_frequencies_for(RuleSet("pagat", pack="A2", max_players=10), 10).seats == 10
    study = RuleSet.study(
        "AC KC QC AS KS QS AH KH QH", hand_size=1, three_of_a_kind=False, fire=False, max_players=8
    )
    assert loss_frequencies_for(study, 8).seats == 8


def test_the_file_is_small() -> None:
    assert MEASURED.stat().st_size < 200_000


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is damaged: it is not JSON"),
        ("[]", "is not in the format schwimmen-frequencies/1"),
        ('{"format": "other"}', "is not in the format schwimmen-frequencies/1"),
        (
            '{"format": "schwimmen-frequencies/1", "families": [], "sha256": "0"}',
            "is damaged: its content does not match its hash",
        ),
    ],
)
def test_a_foreign_file_is_named_and_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "frequencies.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SchwimmenError) as refused:
        read_families(file)
    assert str(refused.value) == f"{file}: {said}"


def test_a_changed_number_is_noticed(tmp_path: Path) -> None:
    content = json.loads(MEASURED.read_text(encoding="utf-8"))
    content["families"][3]["counts"]["4"]["0001"] += 1
    file = tmp_path / "frequencies.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(SchwimmenError, match="is damaged"):
        read_families(file)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SchwimmenError, match=r"none\.json: cannot be read: No such file"):
        read_families(tmp_path / "none.json")
