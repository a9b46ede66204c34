"""The tutorial follows the rules, and its texts are true."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from tests.server.client_state import ClientState

SCRIPT = Path(__file__).parent.parent / "scripts" / "lesson.py"
MODULE = runpy.run_path(str(SCRIPT))
LESSON: dict[str, Any] = MODULE["build_lesson"]()
MAX = 2


def views_of_messages() -> list[dict[str, Any]]:
    """Return the learner's view after each message."""
    client = ClientState()
    views = []
    for message in LESSON["messages"]:
        client.receive(message)
        views.append(client.view)
    return views


VIEWS = views_of_messages()
STEPS: dict[str, dict[str, Any]] = {step["id"]: VIEWS[step["message"]] for step in LESSON["steps"]}
ACTIONS = {step["id"]: step["action"] for step in LESSON["steps"]}


def values(step: str) -> dict[str, float | None]:
    """Return the value of every choice in a step."""
    return {choice["action"]: choice["value"] for choice in STEPS[step]["choices"]}


def action_before(step: str, seat: int) -> str:
    """Return the last action of a seat before a step."""
    return str(STEPS[step]["seats"][seat]["last_action"])


def test_the_generated_module_is_up_to_date() -> None:
    current = MODULE["TARGET"].read_text(encoding="utf-8")
    assert current == MODULE["generated_module"](), "run: python scripts/lesson.py"


def test_it_begins_with_the_lowest_hand_that_loses_a_life() -> None:
    result = STEPS["aim"]["result"]
    assert (result["values"], result["lost"]) == ([29, 28, 19], [0, 0, 1])
    assert result["lives"] == [3, 3, 2]


@pytest.mark.parametrize(
    ("step", "value"), [("exchange", 19), ("close", 30.5), ("thirtyOne", 31), ("dealer", 21)]
)
def test_the_requested_action_is_the_best(step: str, value: float) -> None:
    known = values(step)
    assert known[ACTIONS[step]] == value
    assert max(worth for worth in known.values() if worth is not None) == value


def test_the_first_hand_is_worth_9_and_only_one_other_exchange_makes_19() -> None:
    assert STEPS["worth"]["value"] == 9
    assert {"9H", "9D", "7S"} == set(STEPS["worth"]["hand"])
    best = [action for action, value in values("exchange").items() if value == 19]
    assert best == ["7SxTH", "9DxTH", "7SxTH!", "9DxTH!"]
    assert STEPS["watch"]["value"] == 19


def test_max_discards_the_nine_for_three_of_a_kind() -> None:
    assert action_before("close", MAX) == "9Cx7S"
    assert "9C" in STEPS["close"]["table"]


def test_closing_gives_the_others_a_last_turn_and_the_lowest_loses() -> None:
    closed = STEPS["lastTurns"]
    assert closed["last_turns"]
    assert [seat["playing"] for seat in closed["seats"]] == [False, False, True]
    result = STEPS["showdown"]["result"]
    assert (result["end"], result["values"], result["lost"]) == ("close", [30.5, 28, 26], [0, 0, 1])
    assert result["lives"] == [3, 3, 1]


def test_the_learner_deals_and_keeps_21() -> None:
    view = STEPS["dealer"]
    assert (view["dealer"], view["phase"], view["value"]) == (0, "choice", 21)
    assert values("dealer") == {"keep": 21, "take": None}


def test_ida_exchanges_all_and_leaves_the_card_for_31() -> None:
    assert action_before("all", 1) == "all"
    assert "QS" in STEPS["all"]["table"]


def test_31_ends_the_round_at_once_and_max_swims() -> None:
    view = STEPS["swim"]
    result = view["result"]
    assert (result["end"], result["values"], result["lost"]) == ("31", [31, 28, 27], [0, 0, 1])
    assert [seat["status"] for seat in view["seats"]] == ["in", "in", "swimming"]
    assert not view["over"]


def test_the_summary_is_sorted_from_best_to_worst() -> None:
    assert [hand["value"] for hand in LESSON["summary"]] == [32, 31, 30.5, 29, 16]
