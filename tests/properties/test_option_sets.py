"""Rule sets are refused if, and only if, two options contradict each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from schwimmen.rules import OPTIONS, PACKS, PRESETS, OptionValue, RuleSet, RuleSetError
from tests.strategies import BIASES, Game, any_games, examples, play_match, rule_sets, values

RULES = (Path(__file__).parents[2] / "docs/spec/RULES.md").read_text(encoding="utf-8")


def excluded() -> Iterator[tuple[str, OptionValue, bool, str, OptionValue]]:
    """Yield an option and its value, and the value of another that it excludes or requires.

    RULES.md lists them in lines such as "`one: a` or `two` other than `b` with `three: c`, or
    without `four: d`".
    """
    lines = RULES.partition("Exactly these contradict each other:\n")[2].partition("\n\n")[0]
    for line in lines.splitlines():
        first, *others = re.split(r"\b(without|with) ", line)
        for preposition, part in zip(others[::2], others[1::2], strict=True):
            for (option, value), (other, its) in product(named(first), named(part)):
                yield option, value, preposition == "with", other, its


def named(text: str) -> Iterator[tuple[str, OptionValue]]:
    """Yield the options in a text such as "`renew: yes`", with their values."""
    for option, value in re.findall(r"`(\w+)` other than `(\w+)`", text):
        yield from ((option, other) for other in OPTIONS[option].choices if other != value)
    for option, value in re.findall(r"`(\w+): (\w+)`", text):
        yield option, OPTIONS[option].parse(value)


EXCLUDED = [*excluded()]
CHANGES = st.fixed_dictionaries({}, optional={name: values(name) for name in OPTIONS})


@examples(300)
@given(st.sampled_from(sorted(PRESETS)), CHANGES)
def test_only_contradictions_are_refused(preset: str, changes: dict[str, OptionValue]) -> None:
    found = contradictions({**PRESETS[preset], **changes})
    if found:
        with pytest.raises(RuleSetError) as caught:
            RuleSet(preset, changes)
        assert set(caught.value.names) in found
        pairs = caught.value.details["pairs"]
        assert isinstance(pairs, list)
        assert sorted(map(sorted, pairs)) == sorted(map(sorted, found))
        assert all(name in str(caught.value) for name in caught.value.names)
    else:
        rules = RuleSet(preset, changes)
        assert rules.options == {**PRESETS[preset], **changes}
        assert rules.changed == changes
        assert RuleSet(preset, rules.changed) == rules


@examples(100)
@given(rule_sets())
def test_the_rule_sets_drawn_here_contradict_nothing(rules: RuleSet) -> None:
    assert not contradictions(dict(rules.options))


@pytest.mark.parametrize("bias", BIASES)
@examples(15)
@given(data=st.data())
def test_an_option_that_does_not_apply_changes_nothing(bias: str, data: st.DataObject) -> None:
    game = data.draw(any_games(BIASES[bias]))
    idle = [name for name in OPTIONS if not game.rules.applies(name)]
    option = data.draw(st.sampled_from(idle))
    changed = {**game.rules.options, option: data.draw(values(option))}
    assume(not contradictions(changed))
    assert outcome(game) == outcome(replace(game, rules=RuleSet(game.rules.preset, changed)))


def outcome(game: Game) -> Any:
    """Return the histories, results and winners of a match."""
    match, _ = list(play_match(game))[-1]
    return [round_.history for round_ in match.rounds], match.results, match.winners


@pytest.mark.parametrize("preset", ["pagat", "gamerules", "dutch", "choy"])
def test_options_not_applicable_to_a_preset_do_not_apply(preset: str) -> None:
    """RULES.md marks these options with n/a in the table of presets."""
    rows = [
        [cell.strip().replace("`", "") for cell in line.split("|")]
        for line in RULES.splitlines()
        if line.startswith("|")
    ]
    column = next(row for row in rows if row[1] == "option").index(preset)
    named = [
        option
        for row in rows
        if len(row) > column and row[column].split(" ")[0] == "n/a"
        for option in row[1].split(" / ")
    ]
    assert len(named) > 1
    assert not [option for option in named if RuleSet(preset).applies(option)]


def contradictions(chosen: dict[str, Any]) -> list[set[str]]:
    """Return the pairs in a complete set of options that RULES.md (Presets) excludes."""
    found = [
        {option, other}
        for option, value, is_banned, other, its in EXCLUDED
        if chosen[option] == value and (chosen[other] == its) == is_banned
    ]
    needed = chosen["hand_size"] * (chosen["max_players"] + 1)
    return found + [{"pack", "max_players"}] * (needed > len(PACKS[chosen["pack"]]))
