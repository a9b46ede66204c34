"""Simulated rounds follow the rules, whatever the workers, and statistics follow from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import numpy as np
import pytest

from schwimmen.players import GreedyPlayer
from schwimmen.players.random_play import shuffle_pack, undealt_round
from schwimmen.rules import RuleSet, RuleSetError, SchwimmenError, View
from schwimmen.rules.core.rng import new_rng, shuffle
from schwimmen.rules.core.state import RecordArray, rules_array
from schwimmen.simulation import Simulation, processes, simulate
from schwimmen.simulation.rounds import play_player_rows, trim_rows
from schwimmen.simulation.simulator import Chunk, play_chunk
from tests.effort import sample
from tests.strategies import VARIANTS

HOUSE_RULES = [
    RuleSet("pagat", closer_penalty=True, dealt_penalty="harsh", lives=1, last_chance="none"),
    RuleSet("gamerules", lives=1, last_chance="none", tie_suit=False, pass_=False, turn_cap=2),
    RuleSet("dutch", replace_789=True, pack="A9", max_players=3),
    RuleSet("choy", target=60, close_from_turn=3, pack="A7", max_players=5),
]


@pytest.fixture(autouse=True)
def uncompiled_generators_may_overflow() -> object:
    """Suppress NumPy's warning, which compiled code does not give."""
    with np.errstate(over="ignore"):
        yield


class KernelRandom(Random):
    """Random generator for ``Round`` and ``Match`` with the numbers of compiled code."""

    def __init__(self, rules: RuleSet, seed: int) -> None:
        super().__init__()
        self._rules = rules
        self._numbers = new_rng(seed)
        self._undealt = undealt_round(rules)
        self._cards = self._undealt[0].pack.copy()

    def sample(self, population: Sequence[Any], k: int, **_: Any) -> list[Any]:
        if population == self._rules.cards:
            shuffle_pack(rules_array(self._rules)[0], self._undealt[0], self._cards, self._numbers)
            self._undealt[0].recyclings = 0
            pack: list[int] = self._undealt[0].pack[:k].tolist()
            return pack
        self._undealt[0].recyclings = 1
        aside = np.array(population, np.int8)
        shuffle(self._numbers, aside, k)
        order: list[int] = aside.tolist()
        return order


def chunk(rules: RuleSet, players: int, number: int, **changes: Any) -> Chunk:
    settings: dict[str, Any] = {
        "rules": rules,
        "bots": ("greedy",) * players,
        "whole_matches": False,
        "seed": 5,
        "number": 0,
        "first": 0,
        "last": number - 1,
        "with_rows": True,
    }
    return Chunk(**(settings | changes))


def plain(rows: RecordArray) -> dict[str, Any]:
    """Return rows as lists, for comparison."""
    return {name: rows[name].tolist() for name in rows.dtype.names or ()}


@pytest.mark.parametrize("whole_matches", [False, True])
@pytest.mark.parametrize(
    "rules", sample([*map(RuleSet, VARIANTS), *HOUSE_RULES], least=4), ids=repr
)
def test_compiled_rounds_agree_with_round_and_match(rules: RuleSet, whole_matches: bool) -> None:
    for players in {2, rules.max_players}:
        requested = chunk(rules, players, 4 if whole_matches else 25, whole_matches=whole_matches)
        rows = play_chunk(requested).rows
        assert rows is not None
        chance = KernelRandom(rules, int(requested.chance.generate_state(1, np.uint64)[0]))
        table = [GreedyPlayer()] * players
        played = [
            play_player_rows(rules, table, number, whole_matches, chance)
            for number in range(requested.first, requested.last + 1)
        ]
        assert plain(rows) == plain(trim_rows(np.concatenate(played), players))


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make chunks small, so that little work has many."""
    monkeypatch.setattr("schwimmen.simulation.simulator.COMPILED_CHUNK", (50, 6))


class First:
    """Custom player that always takes the first legal action."""

    name = "first"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: View) -> str:
        return view.legal_actions[0]


@pytest.mark.usefixtures("small_chunks")
def test_the_result_does_not_depend_on_the_workers() -> None:
    def found(workers: Any, bots: Any = ("greedy", "random", "greedy"), **number: Any) -> Any:
        result = simulate("pagat", 3, bots, seed=8, rows=True, workers=workers, **number)
        assert result.rows is not None
        return result, plain(result.rows)

    with ThreadPoolExecutor(2) as executor:
        one, others = found(1, rounds=420), found(executor, rounds=420)
    assert one == others == found(3, rounds=420)
    assert found(1, matches=20) == found(2, matches=20)
    mixed = ("greedy", First, "random")
    assert found(1, mixed, rounds=120) == found(processes(2), mixed, rounds=120)


def test_the_result_depends_on_the_seed() -> None:
    def found(seed: int) -> Simulation:
        return simulate("pagat", 3, "random", rounds=500, seed=seed)

    assert found(1) == found(1)
    assert found(1) != found(2)
    assert simulate(bots="random", rounds=5).seed != simulate(bots="random", rounds=5).seed


@pytest.mark.usefixtures("small_chunks")
def test_rows_contain_all_rounds_in_order() -> None:
    found = simulate("dutch", 4, rounds=120, seed=2, rows=True)
    assert found.rows is not None
    assert found.rows["match"].tolist() == list(range(120))
    assert found.rows["dealer"].tolist() == [0, 1, 2, 3] * 30
    assert (found.rows["leader"] == (found.rows["dealer"] + 1) % 4).all()
    came: list[RecordArray] = []
    done: list[int] = []
    same = simulate("dutch", 4, rounds=120, seed=2, each=came.append, progress=done.append)
    assert (same, same.rows) == (found, None)
    assert plain(np.concatenate(came)) == plain(found.rows)
    assert done == [50, 100, 120]


def test_matches_are_played_to_their_end() -> None:
    found = simulate("pagat", 3, matches=50, seed=3, rows=True)
    rows = found.rows
    assert rows is not None
    assert rows["match"][rows["winners"] != 0].tolist() == list(range(50))
    assert rows["number"][rows["match"] == 7].tolist() == [*range(1, 1 + sum(rows["match"] == 7))]
    assert found.matches == 50
    assert found.rounds == len(rows)
    assert found.rounds_a_match is not None
    assert found.rounds_a_match.mean == len(rows) / 50
    assert all(rows["values"][rows["active"] & 1 == 0, 0] == -1)


def mean_and_error(sample: Any) -> Any:
    return pytest.approx((np.mean(sample), np.std(sample, ddof=1) / np.sqrt(len(sample))))


@pytest.mark.parametrize("preset", ["pagat", "choy"])
def test_statistics_follow_from_the_rows(preset: str) -> None:
    rules = RuleSet(preset) if preset == "choy" else RuleSet(preset, closer_penalty=True)
    bots = ("greedy", "random", "greedy", "greedy")
    found = simulate(rules, 4, bots, rounds=600, seed=4, rows=True)
    rows = found.rows
    assert rows is not None
    points = rules.scoring == "points"
    scores = rows["scores"] / (2 if points else 1)
    lost = scores <= 0 if points else scores > 0
    greedy, chance = found.by_bot
    assert (greedy.seats, chance.seats) == ((0, 2, 3), (1,))
    for bot in found.by_bot:
        seats = list(bot.seats)
        # The seats of one round are no independent sample: its mean is.
        assert (bot.lost.mean, bot.lost.error) == mean_and_error(lost[:, seats].mean(axis=1))
        assert (bot.score.mean, bot.score.error) == mean_and_error(scores[:, seats].mean(axis=1))
        values = Counter((rows["values"][:, seats] / 2).ravel().tolist())
        assert bot.values.counts == tuple(sorted(values.items()))
        assert bot.values.mean == pytest.approx(np.mean(rows["values"][:, seats] / 2))
        assert bot.values.deviation == pytest.approx(np.std(rows["values"][:, seats] / 2))
        closed = [
            (int(row["turns_of"][seat]), not bad[seat])
            for row, bad in zip(rows, lost, strict=True)
            for seat in seats
            if row["closed"] >> seat & 1
        ]
        times, paid = Counter(turn for turn, _ in closed), Counter(closed)
        assert [(one.turn, one.rounds, one.paid) for one in bot.closings] == [
            (turn, times[turn], paid[turn, True]) for turn in sorted(times)
        ]
        assert bot.won is None
    for place in found.by_place:
        seat = (rows["leader"] + place.place - 1) % 4
        its = scores[np.arange(len(rows)), seat]
        assert place.rounds == 600
        assert (place.score.mean, place.score.error) == mean_and_error(its)
    assert found.turns.counts == tuple(sorted(Counter(rows["turns"].tolist()).items()))
    assert found.decisions == rows["decisions"].sum()
    assert sum(end.rounds for end in found.ends) == 600
    assert sum(end.share for end in found.ends) == pytest.approx(1)
    assert sum(end.dealt for end in found.ends) == rows["dealt"].sum()


def test_matches_won_are_shares_of_matches() -> None:
    bots = ("greedy", "random", "random")
    found = simulate("pagat", 3, bots, matches=60, seed=6, rows=True)
    assert found.rows is not None
    winners = found.rows["winners"][found.rows["winners"] != 0]
    shares = np.array([(mask & 1) / int(mask).bit_count() for mask in winners])
    greedy, chance = found.by_bot
    assert greedy.won is not None
    assert chance.won is not None
    assert (greedy.won.mean, greedy.won.error) == mean_and_error(shares)
    assert greedy.won.mean + 2 * chance.won.mean == pytest.approx(1)


def test_a_single_round_has_no_standard_error() -> None:
    found = simulate(rounds=1, seed=1)
    assert {place.lost.error for place in found.by_place} == {None}


def test_the_plain_data_is_complete() -> None:
    data = simulate("choy", 2, matches=3, seed=1, rounds=None, target=40).to_dict()
    assert data["format"] == "schwimmen-simulation/1"
    assert data["rules"] == {"preset": "choy", "options": {"target": 40}}
    assert data["bots"] == ["greedy", "greedy"]
    assert "points" in data["by_bot"][0]
    assert sum(entry["count"] for entry in data["turns"]["counts"]) == data["rounds"]


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"rounds": 0}, "rounds: 0 is not a whole number from 1 on"),
    ({"rounds": 1.5}, "rounds: 1.5 is not"),
    ({"rounds": True}, "rounds: True is not"),
    ({}, "give either a number of rounds or a number of matches"),
    ({"rounds": 1, "matches": 1}, "give either a number of rounds"),
    ({"rounds": 1, "seed": -1}, "seed: -1 is not a whole number from 0 on"),
    ({"rounds": 1, "seed": "x"}, "seed: 'x' is not"),
    ({"rounds": 1, "workers": 0}, "workers: 0 is not"),
    ({"rounds": 1, "players": "3"}, "players: '3' is not"),
    ({"rounds": 1, "players": 9}, "players: 9, but this game is for 2 to 8"),
    ({"rounds": 1, "bots": "gredy"}, "did you mean greedy"),
    ({"rounds": 1, "bots": ["greedy"] * 2}, "2 bots for 3 seats: one for all"),
    ({"rounds": 1, "bots": []}, "0 bots for 3 seats"),
    ({"rounds": 1, "bots": [3, 3, 3]}, "3 is not a bot"),
    ({"rounds": 1, "rules": RuleSet("choy"), "lives": 5}, "options go with a preset"),
]


@pytest.mark.parametrize(("arguments", "reason"), WRONG, ids=[reason for _, reason in WRONG])
def test_invalid_arguments_are_refused(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(SchwimmenError) as refused:
        simulate(**arguments)
    assert reason in str(refused.value)


def test_invalid_rules_are_refused() -> None:
    with pytest.raises(RuleSetError, match="contradicts"):
        simulate(rounds=1, special="grace")
