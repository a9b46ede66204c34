"""Comparisons of bots: results follow from play, whatever the workers."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
import pytest

from schwimmen.arena import Comparison, Contender, Interrupted, SprtBounds, compare
from schwimmen.arena.duplicate_deals import unit_values
from schwimmen.players import make_player
from schwimmen.rules import RuleSet, RuleSetError, SchwimmenError
from schwimmen.simulation import processes
from schwimmen.simulation.statistics import FULL_WIN
from tests.arena.test_duplicate_deals import unit_chunk
from tests.simulation.test_simulator import First


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make chunks small, so that little work has many."""
    monkeypatch.setattr("schwimmen.arena.comparison._COMPILED_CHUNK", (50, 6))


def only(found: Comparison) -> Contender:
    """Return the contender of a comparison of two bots."""
    (contest,) = found.contests
    (contender,) = contest.contenders
    return contender


@pytest.mark.usefixtures("small_chunks")
def test_the_result_does_not_depend_on_the_workers() -> None:
    def found(workers: Any, bots: Any = ("greedy", "random", "greedy-20"), **arguments: Any) -> Any:
        return compare("pagat", 3, bots, seed=8, workers=workers, **arguments)

    arguments: dict[str, Any] = {"deals": 430, "matches": 20, "test": SprtBounds(-0.05, 0.0)}
    with ThreadPoolExecutor(2) as executor:
        assert found(1, **arguments) == found(executor, **arguments) == found(3, **arguments)
    mixed = ("greedy", First)
    one, others = (found(workers, mixed, deals=9, matches=2) for workers in (1, processes(2)))
    assert one == others


def test_the_result_depends_on_the_seed() -> None:
    def found(seed: int | None = None) -> Comparison:
        return compare(bots=("greedy", "greedy-20"), deals=200, seed=seed)

    assert found(1) == found(1)
    assert found(1).contests != found(2).contests
    assert found().seed != found().seed


@pytest.mark.parametrize("preset", ["pagat", "choy"])
def test_results_follow_from_the_scores_of_all_seats(preset: str) -> None:
    rules, bots = RuleSet(preset), ("greedy", "random", "random")
    found = compare(rules, 3, bots[:2], 60, matches=8, seed=7)
    contender = only(found)
    chunk = unit_chunk(rules, bots, 60)
    (values, played, *_), (shares, more, *_) = (
        unit_values(unit_chunk(rules, bots, number, whole_matches=whole, seed=7))
        for number, whole in ((60, False), (8, True))
    )
    assert chunk.seed == found.seed
    scores = values / (2 if preset == "choy" else 1)
    own = np.array([[scores[deal, seat, seat] for seat in range(3)] for deal in range(60)])
    diffs = (own - (scores.sum(axis=2) - own) / 2).mean(axis=1)
    assert contender.diff is not None
    assert contender.score == pytest.approx(own.mean())
    assert contender.others == pytest.approx(own.mean() - diffs.mean())
    assert contender.diff.mean == pytest.approx(diffs.mean())
    assert contender.diff.error == pytest.approx(diffs.std(ddof=1) / np.sqrt(60))
    won = (
        np.array([[shares[match, seat, seat] for seat in range(3)] for match in range(8)])
        / FULL_WIN
    )
    assert contender.won is not None
    assert contender.won.mean == pytest.approx(won.mean())
    assert contender.won.error == pytest.approx(won.mean(axis=1).std(ddof=1) / np.sqrt(8))
    (contest,) = found.contests
    assert (contest.deals, contest.matches, contest.bots) == (60, 8, bots[:2])
    assert (contest.rounds, contest.decisions) == tuple((played + more).tolist())
    assert found.rounds == contest.rounds
    assert found.decisions == contest.decisions


@pytest.mark.parametrize(("preset", "better"), [("pagat", "lower"), ("choy", "higher")])
def test_the_better_bot_wins(preset: str, better: str) -> None:
    for players in (2, 4):
        found = compare(preset, players, ("greedy", "random"), 400, matches=40, seed=1)
        contender = only(found)
        assert found.to_dict()["better"] == better
        assert contender.diff is not None
        assert contender.diff.low is not None
        assert contender.diff.high is not None
        assert contender.diff.high < 0 if better == "lower" else contender.diff.low > 0
        assert contender.won is not None
        assert contender.won.low is not None
        assert contender.won.low > 1 / players


def test_equal_bots_do_not_differ() -> None:
    found = only(compare("dutch", 3, ("random", "random"), 40, matches=4, seed=1))
    assert found.diff is not None
    assert found.won is not None
    assert (found.diff.mean, found.diff.error) == (0, 0)
    assert found.won.mean == pytest.approx(1 / 3)
    assert found.won.error == 0


def test_with_more_bots_each_plays_against_each() -> None:
    bots = ("greedy", "random", "greedy-20")

    def met(players: int) -> list[tuple[str, ...]]:
        found = compare("pagat", players, bots, 2, seed=1)
        assert found.bots == bots
        return [contest.bots for contest in found.contests]

    assert met(2) == [bots[:2], (bots[0], bots[2]), bots[1:]]
    assert sorted(met(4)) == sorted((one, other) for one in bots for other in bots if one != other)


def test_together_all_sit_at_one_table() -> None:
    bots = ("greedy", "random", "greedy-20", "random")
    found = compare("pagat", 4, bots, 300, matches=20, together=True, seed=1)
    (contest,) = found.contests
    assert contest.bots == bots
    assert tuple(contender.bot for contender in contest.contenders) == bots
    assert sum(contender.diff.mean for contender in contest.contenders if contender.diff) == (
        pytest.approx(0)
    )
    assert sum(contender.won.mean for contender in contest.contenders if contender.won) == (
        pytest.approx(1)
    )
    best, worst, _, _ = (contender.score or 0.0 for contender in contest.contenders)
    assert best < worst
    two = compare("pagat", 2, bots[:2], 50, seed=1)
    assert (
        two.contests[0].contenders[0]
        == (compare("pagat", 2, bots[:2], 50, together=True, seed=1).contests[0].contenders[0])
    )


def test_custom_players_play_as_levels_do() -> None:
    def found(*bots: Any) -> Contender:
        return only(compare("pagat", 2, bots, 12, matches=2, seed=3))

    made = [partial(make_player, level) for level in ("greedy", "greedy-30")]
    levels = found("greedy", "greedy-30")
    assert found(*made) == levels == found("greedy", made[1])


@pytest.mark.usefixtures("small_chunks")
def test_a_test_ends_the_deals_once_it_has_decided() -> None:
    done: list[int] = []
    bots = ("greedy", "random")
    found = compare(
        "pagat", 2, bots, 5_000, matches=7, test=SprtBounds(-0.1, 0.0), seed=1, progress=done.append
    )
    (contest,) = found.contests
    assert contest.test is not None
    assert contest.test.accepted == "low"
    assert contest.deals == 100
    assert contest.matches == 7
    assert sorted(done) == done
    assert done[-1] == 5_007  # deals that need no play count as done
    assert (
        contest.contenders
        == compare("pagat", 2, bots, 100, matches=7, seed=1).contests[0].contenders
    )


def test_a_test_may_not_decide_or_may_accept_the_other_bound() -> None:
    def accepted(*bots: str, deals: int) -> object:
        found = compare("pagat", 2, bots, deals, test=SprtBounds(-0.05, 0.0), seed=2)
        assert found.contests[0].test is not None
        return found.contests[0].test.accepted

    assert accepted("greedy", "greedy-27", deals=101) is None
    assert accepted("random", "greedy", deals=500) == "high"


@pytest.mark.usefixtures("small_chunks")
def test_ctrl_c_leaves_a_partial_result() -> None:
    def interrupt(done: int) -> None:
        if done >= 150:
            raise KeyboardInterrupt

    bots = ("greedy", "greedy-20", "random")
    with pytest.raises(KeyboardInterrupt) as ended:
        compare("pagat", 2, bots, 100, matches=6, seed=4, progress=interrupt)
    assert isinstance(ended.value, Interrupted)
    found = ended.value.partial
    assert found.interrupted
    first, second, third = found.contests
    whole = compare("pagat", 2, bots, 100, matches=6, seed=4).contests
    assert first == whole[0]
    assert (second.deals, second.matches) == (50, 0)
    assert (third.deals, third.contenders) == (0, (Contender("greedy-20", *[None] * 5),))
    data = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert data["interrupted"] is True
    assert data["contests"][2]["contenders"][0]["diff"] is None


def test_the_plain_data_is_complete() -> None:
    test = SprtBounds(-0.1, 0.1, alpha=0.02)
    found = compare("choy", 3, ("greedy", "random"), 1, test=test, seed=1, target=40)
    data = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert data["format"] == "schwimmen-arena/1"
    assert data["rules"] == {"preset": "choy", "options": {"target": 40}}
    (contest,) = data["contests"]
    (contender,) = contest["contenders"]
    assert (contender["bot"], contender["won"]) == ("greedy", None)
    assert contender["points"] == pytest.approx(contender["others"] + contender["diff"]["mean"])
    assert contender["diff"]["error"] is None
    assert contest["test"] == {
        "low": -0.1, "high": 0.1, "alpha": 0.02, "beta": 0.01, "ratio": 0.0, "accepted": None
    }  # fmt: skip


WRONG: list[tuple[dict[str, Any], str]] = [
    ({}, "give a number of deals, of matches, or both"),
    ({"deals": 0}, "deals: 0 is not a whole number from 1 on"),
    ({"matches": 0}, "matches: 0 is not a whole number from 1 on"),
    ({"deals": 1, "seed": -1}, "seed: -1 is not a whole number from 0 on"),
    ({"deals": 1, "workers": 0}, "workers: 0 is not"),
    ({"deals": 1, "players": "3"}, "players: '3' is not"),
    ({"deals": 1, "players": 9}, "players: 9, but this game is for 2 to 8"),
    ({"deals": 1, "bots": ("greedy",)}, "bots: 1, but at least two are compared"),
    ({"deals": 1, "bots": "greedy"}, "bots: 1, but at least two"),
    ({"deals": 1, "bots": ()}, "bots: 0, but at least two are compared"),
    ({"deals": 1, "bots": ("greedy", "gredy")}, "did you mean greedy"),
    ({"deals": 1, "bots": ("greedy", 3)}, "3 is not a bot"),
    (
        {"deals": 1, "players": 3, "together": True},
        "2 bots for 3 seats: together, each seat needs one",
    ),
    ({"deals": 1, "together": True, "test": SprtBounds(0, 1)}, "not all together"),
    ({"matches": 1, "test": SprtBounds(0, 1)}, "a test needs a number of deals"),
    ({"deals": 1, "rules": RuleSet("choy"), "lives": 5}, "options go with a preset"),
]


@pytest.mark.parametrize(("arguments", "reason"), WRONG, ids=[reason for _, reason in WRONG])
def test_invalid_arguments_are_refused(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(SchwimmenError) as refused:
        compare(**arguments)
    assert reason in str(refused.value)


def test_invalid_rules_are_refused() -> None:
    with pytest.raises(RuleSetError, match="contradicts"):
        compare(deals=1, special="grace")
