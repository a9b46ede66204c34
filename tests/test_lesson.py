"""The tutorial follows the rules, and its texts are true."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parent.parent / "scripts" / "lesson.py"
MODULE = runpy.run_path(str(SCRIPT))
LESSON: dict[str, Any] = MODULE["build_lesson"]()
STEPS: dict[str, dict[str, Any]] = {step["id"]: step for step in LESSON["steps"]}


def views(step: str) -> list[dict[str, Any]]:
    return [frame["view"] for frame in STEPS[step]["frames"]]


def values(step: str) -> dict[str, float]:
    """Return the value of every choice at the start of a step that does not close."""
    return {
        choice["action"]: choice["value"]
        for choice in views(step)[0]["choices"]
        if not choice["closes"]
    }


def test_the_generated_module_is_up_to_date() -> None:
    current = MODULE["TARGET"].read_text(encoding="utf-8")
    assert current == MODULE["generated_module"](), "run: python scripts/lesson.py"


def test_the_quizzes_have_one_answer() -> None:
    found = {
        name: [hand["value"] for hand in quiz["hands"]] for name, quiz in LESSON["quizzes"].items()
    }
    assert found == {"suit": [16, 10], "points": [10, 19]}
    assert [quiz["best"] for quiz in LESSON["quizzes"].values()] == [0, 1]


@pytest.mark.parametrize(
    ("step", "action", "value"),
    [("three", "THx9C", 30.5), ("thirtyOne", "7DxQS", 31), ("fire", "8HxAS", 32)],
)
def test_the_requested_action_is_the_best(step: str, action: str, value: float) -> None:
    choices = values(step)
    assert choices.pop(action) == value
    assert max(choices.values()) < value


def test_the_first_exchange_is_the_best_that_keeps_both_nines() -> None:
    choices = values("exchange")
    assert [action for action, value in choices.items() if value == 19] == ["7SxTH", "9DxTH"]
    assert max(choices.values()) == 19
    assert [view["value"] for view in views("exchange")] == [9, 19]


def test_passing_is_the_best_action() -> None:
    choices = values("pass")
    assert max(choices.values()) == choices["pass"] == 19


def test_max_lays_down_the_nine() -> None:
    assert STEPS["lay"]["frames"][-1]["happened"][0]["given"] == ["9C"]


def test_closing_gives_the_others_a_last_turn_and_the_lowest_loses() -> None:
    closed = views("close")[-1]
    assert closed["last_turns"]
    assert [seat["playing"] for seat in closed["seats"]] == [False, True, True]
    result = views("showdown")[-1]["result"]
    assert (result["end"], result["values"], result["lost"]) == ("close", [30.5, 28, 26], [0, 0, 1])
    assert result["lives"] == [3, 3, 2]


def test_the_learner_deals_and_keeps_21() -> None:
    before, after = views("dealer")
    assert (before["dealer"], before["phase"], before["value"]) == (0, "choice", 21)
    assert before["table"] == []
    assert after["table"] != []


def test_ida_exchanges_all_and_lays_down_the_card_for_31() -> None:
    first = STEPS["all"]["frames"][0]["happened"][0]
    assert (first["action"], first["seat"]) == ("all", 1)
    assert "QS" in first["given"]
    result = views("thirtyOne")[-1]["result"]
    assert (result["end"], result["by"], result["lost"]) == ("31", 0, [0, 0, 1])
    assert views("thirtyOne")[-1]["seats"][2]["value"] == min(result["values"])


def test_fire_costs_all_others_a_life_and_max_swims() -> None:
    result = views("fire")[-1]["result"]
    assert (result["end"], result["by"], result["lost"]) == ("fire", 0, [0, 1, 1])
    assert [seat["status"] for seat in views("swim")[-1]["seats"]] == ["in", "in", "swimming"]


def test_the_summary_is_sorted_from_best_to_worst() -> None:
    assert [hand["value"] for hand in LESSON["summary"]] == [32, 31, 30.5, 29, 16]
