"""Reasons of a review, and their sentences."""

from __future__ import annotations

from typing import Any

import pytest

from schwimmen.analysis import Reason, review, sentence
from schwimmen.players.search.reasons.records import REASON_CODES, REASON_NUMBERS
from schwimmen.rules import RuleSet
from tests.players.search.search_budgets import COMPILED
from tests.stacked_deals import play, stacked_match

NAMES = ["Ann", "Ben"]


@pytest.mark.parametrize(("code", "names"), [*zip(REASON_CODES, REASON_NUMBERS, strict=True)])
def test_every_reason_has_a_sentence(code: str, names: tuple[str, ...]) -> None:
    numbers = {name: 0.25 * place for place, name in enumerate(names, 1)}
    text = sentence(Reason(code, 0.7, 1, ("AH", "KH"), numbers), NAMES)
    assert text[0].isupper() or text[0].isdigit()
    assert text.endswith(".")
    assert "\n" not in text


@pytest.mark.parametrize(
    ("code", "cards", "numbers", "text"),
    [
        (
            "better_hand",
            (),
            {"value": 30.5, "other_value": 20, "beaten": 0.914, "other_beaten": 0.38},
            "The hand is then worth 30.5 instead of 20: it beats 91 % of what Ben may have, "
            "not 38 %.",
        ),
        (
            "better_hand",
            (),
            {"value": 25, "other_value": 24, "beaten": 0.501, "other_beaten": 0.499},
            "The hand is then worth 25 instead of 24.",
        ),
        (
            "left_cards",
            ("AH",),
            {"probability": 0.62},
            "Otherwise AH is on the table, and in 62 % of cases Ben takes it.",
        ),
        (
            "outs",
            (),
            {"outs": 1, "other_outs": 0, "value": 20},
            "It can still improve: 1 unseen card makes the hand worth more than 20.",
        ),
        ("new_table", (), {"probability": 1.0}, "New table cards help."),
        (
            "no_new_table",
            (),
            {"probability": 0.6},
            "Otherwise new table cards come in 60 % of cases, and help the others.",
        ),
    ],
)
def test_sentences_have_numbers_and_names(
    code: str, cards: tuple[str, ...], numbers: dict[str, float], text: str
) -> None:
    assert sentence(Reason(code, 0.7, 1, cards, numbers), NAMES) == text


@pytest.mark.skipif(not COMPILED, reason="takes minutes where nothing is compiled")
def test_a_mistake_has_reasons_and_other_decisions_have_none() -> None:
    rules = RuleSet("pagat", lives=1, dealer_choice=False)
    hands = {0: "AS KS 9S", 1: "7D 8S 9C"}
    match = stacked_match(rules, hands, "7C 8D 9H", players=2)
    play(match, "all!", "all")
    reviewed = review(match, "decisions", seed=1)
    decision, *_ = reviewed.decisions
    plain: dict[str, Any] = next(
        moment["decision"] for moment in reviewed.to_dict()["moments"] if moment["decision"]
    )
    numbers = {reason["code"]: reason["numbers"] for reason in plain["reasons"]}
    assert numbers.keys() == {reason.code for reason in decision.reasons}
    assert numbers["better_hand"]["value"] == 30
    assert all(one.grade or one.only_move for one in reviewed.decisions if one.reasons)
