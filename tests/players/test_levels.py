"""Levels by name, and the random player."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.players import (
    CHARACTERS,
    DESCRIPTIONS,
    GREEDY_BASELINES,
    LEVELS,
    LEVELS_WITH_CHARACTERS,
    make_player,
    play_match,
)
from schwimmen.rules import Match, RuleSet, SchwimmenError
from tests.strategies import examples, rule_sets


def test_names_of_levels_and_baselines() -> None:
    assert (LEVELS[0], LEVELS[-1]) == ("random", "master")
    assert tuple(make_player(level).name for level in LEVELS) == LEVELS


@pytest.mark.parametrize("name", [*GREEDY_BASELINES, "blueprint"])
def test_some_players_are_not_offered_as_levels(name: str) -> None:
    assert make_player(name).name == name
    assert name not in LEVELS
    with pytest.raises(SchwimmenError, match=f"did you mean {name}"):
        make_player(name + "x")


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_is_described_in_one_line(level: str) -> None:
    assert DESCRIPTIONS[level].isprintable()


@pytest.mark.parametrize(
    ("level", "words"),
    [
        ("gredy", 'unknown level "gredy": did you mean greedy?'),
        ("Random", 'unknown level "Random": did you mean random?'),
        ("greedy-21", 'unknown level "greedy-21": did you mean greedy-27?'),
        ("", f"valid are {', '.join(LEVELS)}"),
    ],
)
def test_an_unknown_level_is_refused(level: str, words: str) -> None:
    with pytest.raises(SchwimmenError) as refused:
        make_player(level)
    assert words in str(refused.value)


@pytest.mark.parametrize("level", LEVELS_WITH_CHARACTERS)
@pytest.mark.parametrize("character", CHARACTERS)
def test_a_player_with_a_character_plays_a_match_of_its_level(level: str, character: str) -> None:
    table = [make_player(level, seed, character) for seed in (1, 2)]
    assert {player.name for player in table} == {level}
    assert play_match(Match("pagat", players=2, seed=1), table).over
    assert CHARACTERS[character].isprintable()


@pytest.mark.parametrize(
    ("level", "character", "words"),
    [
        ("casual", "hastie", 'unknown character "hastie": did you mean hasty?'),
        (
            "master",
            "hasty",
            f"character: master has none, only {', '.join(LEVELS_WITH_CHARACTERS)} have",
        ),
    ],
)
def test_an_unknown_character_and_a_level_without_one_are_refused(
    level: str, character: str, words: str
) -> None:
    with pytest.raises(SchwimmenError) as refused:
        make_player(level, character=character)
    assert words in str(refused.value)


def test_the_random_player_plays_all_legal_actions_equally_often() -> None:
    match = Match("pagat", players=2, seed=2)
    match.play("keep")
    view = match.view(match.to_act)
    player = make_player("random", seed=1)
    times = 400 * len(view.legal_actions)
    counted = Counter(player.choose(view) for _ in range(times))
    assert counted.keys() == set(view.legal_actions)
    # Chi-square beyond this has a chance of less than one in ten thousand with 21 degrees.
    assert sum((count - 400) ** 2 / 400 for count in counted.values()) < 55


@pytest.mark.parametrize("level", ["random", "beginner", "casual", "club", "expert"])
def test_equal_seeds_give_equal_play(level: str) -> None:
    def actions(seed: int) -> list[tuple[str, ...]]:
        table = [make_player(level, seed), make_player(level, seed + 1)]
        match = play_match(Match("gamerules", players=2, seed=1), table)
        return [round_.actions for round_ in match.rounds]

    assert actions(1) == actions(1)
    assert actions(1) != actions(3)


@given(rule_sets(), st.integers(0, 2**32))
@examples(40)
def test_the_random_player_plays_by_any_rules(rules: RuleSet, seed: int) -> None:
    match = Match(rules, players=2, seed=seed)
    table = [make_player("random", seed), make_player("random", seed + 1)]
    while not match.round.over:
        assert match.to_act is not None
        match.play(table[match.to_act].choose(match.view(match.to_act)))


def test_a_match_needs_one_player_for_every_seat() -> None:
    with pytest.raises(SchwimmenError, match="2 players for 3 seats"):
        play_match(Match("pagat", players=3, seed=1), [make_player("random")] * 2)
