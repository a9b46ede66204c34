"""Replay of records: results, and errors with their places."""

from __future__ import annotations

from typing import Any

import pytest

from schwimmen.records import RecordError, dumps, read_record, record_of, replay
from schwimmen.rules import PACKS, Match, RuleSet, card_names, parse_cards

# Two players, dealer 1: seat 0 has 7C 8C 9C, seat 1 7S 8S 9S; the table cards are 7H 8H 9H.
DEAL = "7C 8C 9C 7S 8S 9S 7H 8H 9H"
CLOSED = ["keep", "close", "pass"]


def pack(first: str = DEAL, of: str = "A7") -> str:
    dealt = parse_cards(first)
    return card_names([*dealt, *(card for card in PACKS[of] if card not in dealt)])


def record(*rounds: dict[str, Any], preset: str = "pagat", **options: Any) -> dict[str, Any]:
    return {
        "format": "schwimmen-match/1",
        "rules": {"preset": preset, "options": options},
        "players": ["North", "East"],
        "dealer": 1,
        "rounds": [{"pack": pack(), "actions": CLOSED} | round_ for round_ in rounds],
    }


def played(data: dict[str, Any]) -> dict[str, Any]:
    return replay(read_record(data))


def refusal(data: dict[str, Any]) -> RecordError:
    with pytest.raises(RecordError) as refused:
        played(data)
    return refused.value


def test_the_result_of_a_closed_round() -> None:
    assert dumps(played(record({}))) == (
        '{"format": "schwimmen-result/1", "complete": false, "rounds": [{"dealer": 1, "leader": 0, '
        '"end": "close", "by": 0, "turns": 2, "hands": ["9C 8C 7C", "9S 8S 7S"], '
        '"values": [24, 24], "suits": ["C", "S"], "lost": [0, 1], "lives": [3, 2], '
        '"status": ["in", "in"], "points": null}], "winners": []}'
    )


def test_totals_come_last_and_only_with_points() -> None:
    data = record({}, scoring="points", fire_penalty="lowest", rounds=1)
    result = played(data)
    assert list(result) == ["format", "complete", "rounds", "winners", "totals"]
    assert result["rounds"][0]["points"] == result["totals"] == [24, 0]
    assert result["rounds"][0]["lost"] is None
    assert "totals" not in played(record({}))


def test_halves_are_written_as_such_and_whole_numbers_without_a_point() -> None:
    hands = "7C 7S 7H 8C 9S TH KC QC JC"
    data = record({"pack": pack(hands)}, scoring="points", fire_penalty="lowest", rounds=2)
    text = dumps(played(data))
    assert '"values": [30.5, 10]' in text
    assert '"points": [30.5, -20.5]' in text
    twice = record(
        {"pack": pack(hands)},
        {"pack": pack("8C 9S TH 7C 7S 7H KC QC JC"), "actions": ["keep", "pass", "close", "pass"]},
        scoring="points",
        fire_penalty="lowest",
        rounds=2,
    )
    assert '"totals": ' in dumps(played(twice))
    assert ".0" not in dumps(played(twice))


def test_the_last_round_may_stop_unfinished() -> None:
    assert len(played(record({}, {"actions": []}))["rounds"]) == 1
    assert played(record())["rounds"] == []


@pytest.mark.parametrize(
    ("rounds", "round_", "action", "words"),
    [
        ([{"actions": [*CLOSED, "pass"]}], 1, 4, ['"pass"', "left over"]),
        ([{"actions": [*CLOSED, "nonsense"]}], 1, 4, ['"nonsense"', "left over"]),
        ([{"actions": ["keep"]}, {}], 1, None, ["unfinished"]),
        ([{"shuffles": ["7C 8C 9C"]}], 1, None, ["shuffles", "1", "unused"]),
        ([{}, {"actions": ["pass"]}], 2, 1, ['"pass"', "keep, take"]),
        ([{"actions": ["keep", "7Cx7D"]}], 1, 2, ['"7Cx7D"', "card not on table", "7Cx7H"]),
        ([{"actions": ["keep", "PASS"]}], 1, 2, ["unknown", '"PASS"']),
        ([{"actions": ["keep", "pass "]}], 1, 2, ["unknown", '"pass "']),
        ([{"actions": ["keep", "a\nb\\c"]}], 1, 2, ["unknown", '"a\\nb\\c"']),
        ([{"actions": ["keep", ""]}], 1, 2, ["unknown", '""']),
        ([{"actions": ["keep", "x" * 100_000]}], 1, 2, ["unknown"]),
    ],
)
def test_errors_of_replay_name_their_place(
    rounds: list[dict[str, Any]], round_: int, action: int | None, words: list[str]
) -> None:
    error = refusal(record(*rounds))
    assert (error.round, error.action) == (round_, action)
    assert all(word in str(error) for word in words)
    assert str(error).isprintable()
    assert len(str(error)) < 600


def test_an_illegal_action_error_lists_the_legal_ones() -> None:
    error = refusal(record({"actions": ["keep", "close", "8SxAH!"]}))
    legal = str(error).partition("legal here: ")[2].split(", ")
    assert legal == [
        f"{give}x{take}" for give in ("9S", "8S", "7S") for take in ("9H", "8H", "7H")
    ] + [
        "all",
        "pass",
    ]


def test_rounds_after_the_end_are_refused() -> None:
    error = refusal(record({}, {}, lives=1, last_chance="none"))
    assert (error.round, error.action) == (2, None)
    assert "unexpected round" in str(error)


def choy(actions: list[str], *shuffles: str) -> dict[str, Any]:
    """Return the first part of a record whose talon is soon used up."""
    options = {"pack": "A7", "hand_size": 4, "max_players": 7}
    dealt = "7C 8C 9C TC 7S 8S 9S TS"
    data = record({"pack": pack(dealt), "actions": actions}, preset="choy", **options)
    return data | {"rounds": [data["rounds"][0] | {"shuffles": list(shuffles)}]}


def renewals(number: int) -> tuple[list[str], Match]:
    """Return actions that renew several times and may leave a shuffle missing."""
    match = Match(RuleSet("choy", pack="A7", max_players=7), players=2, dealer=1, deal=False)
    match.deal(pack("7C 8C 9C TC 7S 8S 9S TS"))
    actions = []
    for _ in range(number - 1):
        actions += ["renew"]
        match.play("renew")
        actions += [match.round.legal_actions[0]]
        match.play(actions[-1])
    return [*actions, "renew"], match


def test_shuffles_are_used_where_the_talon_is_recycled() -> None:
    actions, match = renewals(6)
    order = card_names(reversed(match.round.aside))
    assert played(choy(actions, order))["rounds"] == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda order: [], ["shuffle is missing", '"renew"']),
        (lambda order: [order[3:]], ["shuffle: missing"]),
        (lambda order: [order.replace(" ", "  ", 1)], ["shuffle", "one blank"]),
        (lambda order: [f"{order} {order[:2]}"], ["shuffle: double"]),
        (lambda order: ["7C" + order[2:]], ["shuffle: missing", "foreign 7C"]),
        (lambda order: ["2C" + order[2:]], ["shuffle: missing", "foreign 2C"]),
        (lambda order: ["??" + order[2:]], ["shuffle", "??"]),
    ],
)
def test_a_wrong_shuffle_is_an_error_at_the_action_that_needed_it(
    change: Any, words: list[str]
) -> None:
    actions, match = renewals(6)
    error = refusal(choy(actions, *change(card_names(match.round.aside))))
    assert (error.round, error.action) == (1, len(actions))
    assert all(word in str(error) for word in words)


def test_a_shuffle_too_many_is_refused() -> None:
    actions, match = renewals(6)
    order = card_names(match.round.aside)
    error = refusal(choy(actions, order, order))
    assert (error.round, error.action) == (1, None)
    assert "unused" in str(error)


def test_closing_with_a_special_hand_may_be_marked_or_not() -> None:
    # AC KC in hand, QC on the table: 31 is made, and no seat has closed.
    deal = {"pack": pack("AC KC 7S 8S 9S TS QC 7H 8D")}
    marked, unmarked = (
        read_record(record(deal | {"actions": ["keep", f"7SxQC{mark}"]})) for mark in ("!", "")
    )
    assert replay(marked) == replay(unmarked)
    assert replay(marked)["rounds"][0]["end"] == "31"


def test_records_of_matches_are_in_the_canonical_form() -> None:
    match = Match("pagat", players=2, dealer=1, deal=False)
    match.deal(pack("AC KC 7S 8S 9S TS QC 7H 8D"))
    match.play("keep")
    match.play("7SxQC!")
    assert record_of(match)["rounds"][0]["actions"] == ["keep", "7SxQC"]
