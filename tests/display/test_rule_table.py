from __future__ import annotations

from xml.etree import ElementTree

from schwimmen.rules import OPTIONS, PRESETS, RuleSet


def test_the_text_marks_changed_options_and_omits_those_without_effect() -> None:
    lines = str(RuleSet("choy", target=100)).splitlines()
    assert lines[0] == "choy, changed: target"
    assert [line for line in lines if line.startswith("*")] == [
        "* target          100 (choy: none)"
    ]
    assert not any(" lives " in line for line in lines[1:])


def test_an_unchanged_rule_set_has_no_marks() -> None:
    for preset in PRESETS:
        lines = str(RuleSet(preset)).splitlines()
        assert lines[0] == preset
        assert all(line.startswith("  ") for line in lines[1:])


def test_the_html_table_has_a_row_for_each_option_and_marks_the_changed_ones() -> None:
    rules = RuleSet("pagat", lives=5)
    root = ElementTree.fromstring(rules._repr_html_())
    rows = {row[0].text: row for row in root.iter("tr") if "scope" in row[0].attrib}
    rows.pop("Option")
    applying = [name for name in OPTIONS if rules.applies(name)]
    assert list(rows) == applying
    marked = {
        name: [cell.text for cell in row.iter("td")]
        for name, row in rows.items()
        if row.find("td/strong") is not None
    }
    assert marked == {"lives": [None, "3", "R21"]}


def test_a_study_pack_is_listed() -> None:
    rules = RuleSet.study("AC KC QC AS KS QS AH KH QH", max_players=2)
    assert "AC KC QC" in str(rules)
    assert "AC KC QC" in rules._repr_html_()
