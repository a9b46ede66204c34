"""Events and losses name a rule that is in RULES.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.rules import RuleSet
from tests.strategies import BIASES, GAMES, Game, any_games, examples, games, play_match

TEXT = (Path(__file__).parents[2] / "docs/spec/RULES.md").read_text(encoding="utf-8")
NUMBERS = set(re.findall(r"^\*\*(R\d+)\b", TEXT, re.MULTILINE))


def test_the_rules_are_numbered() -> None:
    assert {int(number[1:]) for number in NUMBERS} == set(range(1, len(NUMBERS) + 1))


@pytest.mark.parametrize(("preset", "players"), GAMES)
@examples(2)
@given(data=st.data())
def test_by_every_preset(preset: str, players: int, data: st.DataObject) -> None:
    check(data.draw(games(RuleSet(preset), players)))


@pytest.mark.parametrize("bias", BIASES)
@examples(10)
@given(data=st.data())
def test_by_any_rules(bias: str, data: st.DataObject) -> None:
    check(data.draw(any_games(BIASES[bias])))


def check(game: Game) -> None:
    """Play a match and check that its events name only rules that apply to it."""
    rules = game.rules
    dutch = rules.close_effect == "until_one_open"
    foreign = {"R10", "R11"} if dutch else {"R26", "R27"}
    foreign |= {"R12"} if rules.special == "grace" else {"R28"}
    foreign |= {"R12", "R28"} if rules.special == "none" else set()
    foreign |= set() if rules.replace_789 else {"R34"}
    foreign |= {"R35"} if rules.closer_tie == "shared" else set()
    foreign |= {"R36"} if rules.losers == "lowest" else {"R17"}
    foreign |= set() if rules.dealer_choice else {"R5"}
    foreign |= set() if rules.renew else {"R30"}
    foreign |= set() if rules.talon_short == "recycle" else {"R32"}
    for match, _ in play_match(game):
        if match.round.over:
            rules_named = {event.rule for event in match.round.history}
            rules_named |= {loss.rule for loss in match.round.losses}
            assert rules_named <= NUMBERS - foreign
