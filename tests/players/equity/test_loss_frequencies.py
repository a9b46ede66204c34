"""What rounds cost, as measured: the file in the package, and how one is refused."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from schwimmen.players.equity.loss_frequencies import loss_frequencies_for, read_families
from schwimmen.players.rule_similarity import rule_distance
from schwimmen.rules import PRESETS, RuleSet, SchwimmenError

MEASURED = Path(str(files("schwimmen.players") / "data" / "frequencies.json"))


@pytest.mark.parametrize("preset", [name for name in PRESETS if RuleSet(name).scoring == "lives"])
def test_every_preset_was_measured_for_all_its_tables(preset: str) -> None:
    rules = RuleSet(preset)
    for seats in range(2, rules.max_players + 1):
        losses = loss_frequencies_for(rules, seats)
        assert losses.seats == seats
        assert losses.probability.sum() == pytest.approx(1)
        lost = losses.probability @ losses.lives
        assert 1 <= lost.sum() < 1.5
        assert lost[0] == lost.min()  # who leads has the best place


def test_rules_that_were_measured_are_found_again() -> None:
    families = read_families(MEASURED)
    for family in families:
        options = {**RuleSet("pagat").options, **family.options}
        assert [other for other in families if rule_distance(other.options, options) == 0] == [
            family
        ]


def test_what_changes_the_match_alone_does_not_count() -> None:
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
def test_other_rules_use_those_most_like_them(rules: RuleSet, most: int) -> None:
    losses = loss_frequencies_for(rules, 4)
    assert losses.lives.max() == most
    assert (losses.probability > 0).all()


def test_any_rules_at_any_table_have_losses() -> None:
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
        ("[]", "is no file of frequencies in the format schwimmen-frequencies/1"),
        ('{"format": "other"}', "is no file of frequencies in the format schwimmen-frequencies/1"),
        (
            '{"format": "schwimmen-frequencies/1", "families": [], "sha256": "0"}',
            "is damaged: its content does not have the hash it names",
        ),
    ],
)
def test_a_foreign_file_is_named_and_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "frequencies.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SchwimmenError) as refused:
        read_families(file)
    assert str(refused.value) == f"{file}: {said}"


def test_a_number_that_was_changed_is_noticed(tmp_path: Path) -> None:
    content = json.loads(MEASURED.read_text(encoding="utf-8"))
    content["families"][3]["counts"]["4"]["0001"] += 1
    file = tmp_path / "frequencies.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(SchwimmenError, match="is damaged"):
        read_families(file)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SchwimmenError, match=r"none\.json: cannot be read: No such file"):
        read_families(tmp_path / "none.json")
