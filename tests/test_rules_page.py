"""The examples on the rules page agree with the rules engine."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from schwimmen.rules import PACKS, PRESETS, Match, RuleSet, card_name, hand_rank, hand_value
from tests.stacked_deals import stacked_match

DATA = Path(__file__).parent.parent / "frontend" / "src" / "rules" / "examples.json"
SHOWN: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
EXAMPLES: list[dict[str, Any]] = SHOWN["examples"]

HOUSE_RULES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("pagat", {"dealt_penalty": "harsh", "lives": 5}),
    ("pagat", {"fire": False, "fire_penalty": "lowest", "tie_trips_rank": False}),
    ("pagat", {"three_of_a_kind": False, "tie_high_card": True}),
    ("pagat", {"three_of_a_kind": False, "fire": False, "tie_suit": False}),
    ("pagat", {"scoring": "points", "fire_penalty": "lowest", "pack": "A2"}),
    ("pagat", {"pack": "A9", "max_players": 6, "all_out": "replay"}),
    ("dutch", {"special": "ends", "fire": True, "tie_trips_rank": True}),
    ("dutch", {"pack": "A5", "last_chance": "all"}),
    ("choy", {"special": "ends", "pack": "A5", "max_players": 6}),
    ("choy", {"target": 100, "renew": False}),
    ("pagat", {"losers": "all_but_best", "pack": "A6", "max_players": 8}),
    ("pagat", {"losers": "all_but_best", "tie_suit": False, "pack": "A9", "max_players": 7}),
    ("pagat", {"closer_tie": "closer_loses", "pack": "A6"}),
    ("app", {"closer_tie": "closer_safe", "tie_suit": False, "tie_high_card": False}),
    ("dutch", {"losers": "all_but_best", "pack": "A6"}),
)
RULE_SETS = [RuleSet(preset) for preset in PRESETS] + [
    RuleSet(preset, options) for preset, options in HOUSE_RULES
]


def holds(when: Mapping[str, Any], rules: RuleSet) -> bool:
    """Return whether the page shows an example under these rules, as structure.ts decides."""
    return all(
        rules.options[name] in wanted if isinstance(wanted, list) else rules.options[name] == wanted
        for name, wanted in when.items()
    )


SHOWN_UNDER = [
    pytest.param(example, rules, id=f"{example['rule']}-{example['text']}-{number}")
    for example in EXAMPLES
    for number, rules in enumerate(RULE_SETS)
    if holds(example["when"], rules)
]


def hands_of(example: Mapping[str, Any]) -> list[str]:
    return [" ".join(hand["cards"]) for hand in example["hands"]]


def play_closed_round(rules: RuleSet, hands: list[str]) -> Match:
    """Return a match whose first round was closed in the first turn, with the hands as dealt."""
    names = [card_name(card) for card in rules.cards]
    free = [name for name in names if name not in " ".join(hands).split(" ")]
    extra = " ".join(free[:: len(free) // rules.hand_size][: rules.hand_size])
    match = stacked_match(rules, dict(enumerate(hands)), extra, players=len(hands))
    while not match.round.over:
        legal = match.round.legal_actions
        match.play(next(action for action in ("keep", "close", "pass") if action in legal))
    return match


def test_packs_and_points_agree_with_the_rules() -> None:
    for name, pack in SHOWN["packs"].items():
        cards = [card_name(card) for card in PACKS[name]]
        assert pack == {"lowest": cards[-1][0], "cards": len(cards)}
    assert SHOWN["packs"].keys() == PACKS.keys()
    for rank, points in SHOWN["points"].items():
        assert hand_value(RuleSet("choy"), f"{rank}C 2S 2H 2D")[0] == points
    assert len(SHOWN["points"]) == 13


def test_every_example_is_shown_under_some_rules() -> None:
    assert [
        example for example in EXAMPLES if not any(holds(example["when"], r) for r in RULE_SETS)
    ] == []


@pytest.mark.parametrize(("example", "rules"), SHOWN_UNDER)
def test_an_example_agrees_with_the_rules(example: dict[str, Any], rules: RuleSet) -> None:
    hands = hands_of(example)
    cards = {card_name(card) for card in rules.cards}
    assert {card for hand in hands for card in hand.split(" ")} <= cards
    values = [(hand["value"], hand["suit"]) for hand in example["hands"]]
    assert [hand_value(rules, hand) for hand in hands] == values
    if example.get("falling"):
        ranks = [hand_rank(rules, hand) for hand in hands]
        assert ranks == sorted(set(ranks), reverse=True)
    if "lost" in example or "points" in example:
        result = play_closed_round(rules, hands).results[-1]
        assert result.values == tuple(value for value, _ in values)
        assert result.lost == (tuple(example["lost"]) if "lost" in example else None)
        assert result.points == (tuple(example["points"]) if "points" in example else None)
    if example["text"] == "dealt":
        result = play_closed_round(rules, hands).results[-1]
        assert (result.end, result.turns) == ("fire", 0)
