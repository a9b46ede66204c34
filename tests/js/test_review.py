"""Reviews and hints of the package for JavaScript are those of Python, to the last digit."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import pytest

from schwimmen.analysis import EFFORTS, Effort, hint, level_range, number_of_moments, review
from schwimmen.players import make_player
from schwimmen.players.budget import SearchBudget
from schwimmen.rules import Match, MissingShuffle, RuleSet
from tests.effort import count, sample
from tests.js.node import Script, running
from tests.strategies import GAMES

QUICK: Final = {
    "graph": Effort(SearchBudget(30, worlds=10, rollouts=40), None),
    "decisions": Effort(
        SearchBudget(30, worlds=10, rollouts=40), SearchBudget(60, worlds=600, rollouts=1500)
    ),
}
"""Efforts in place of those of the package."""

REPEATED: Final = 12
"""Times that the review of each player counts for the levels between which it plays."""

SHORT: Final[dict[str, dict[str, Any]]] = {"lives": {"lives": 1}, "points": {"rounds": 2}}
"""Options of short matches by scoring."""

HOUSE_RULES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("pagat", {"three_of_a_kind": False}),
    ("dutch", {"hand_size": 4, "three_of_a_kind": False, "max_players": 4}),
    ("app-a9", {"lives": 2, "fire": False}),
)


@contextmanager
def reviewing(data: Path, efforts: dict[str, Effort] | None) -> Iterator[Script]:
    """Run a script that reviews matches, by other efforts than those of the package if given."""
    plain = {name: asdict(effort) for name, effort in efforts.items()} if efforts else None
    with running("review.mjs", f"{data.as_uri()}/", json.dumps(plain)) as ask:
        yield ask


@pytest.fixture(scope="module")
def review_quickly(js_data: Path) -> Iterator[Script]:
    """Return a function that reviews a match in Node at a quick effort."""
    with reviewing(js_data, QUICK) as ask:
        yield ask


def played(preset: str, players: int, seed: int, actions: int = 10_000, **options: Any) -> Match:
    """Return a match between bots after a number of actions, or at its end."""
    short = SHORT[RuleSet(preset).scoring]
    match = Match(preset, players=players, seed=seed, **(short | options))
    levels = ("casual", "random", "club")
    bots = [make_player(levels[seat % 3], seed + seat) for seat in range(players)]
    while not match.over and actions > 0:
        if match.to_act is None:
            match.deal()
        else:
            match.play(bots[match.to_act].choose(match.view(match.to_act)))
            actions -= 1
    return match


def check(ask: Script, match: Match, name: str, efforts: Any, seed: int) -> Any:
    """Check that the review and the hints of a match are those of Python, and return them."""
    found = json.loads(ask({"record": match.to_record(), "effort": name, "seed": seed}))
    reviewed = review(match, efforts[name], seed=seed)
    expected = camel_case(reviewed.to_dict())
    assert found["review"] == json.loads(json.dumps(expected))
    assert found["number"] == number_of_moments(match)
    number = len(match.players)
    levels = [level_range(match.rules, number, [one] * REPEATED) for one in reviewed.players]
    assert found["levels"] == [one and asdict(one) for one in levels]
    hints = [*hints_of(match, efforts[name], seed)] if reviewed.decisions else []
    assert found["hints"] == json.loads(json.dumps(camel_case(hints)))
    return found


def hints_of(match: Match, effort: Effort, seed: int) -> Iterator[dict[str, Any]]:
    """Yield the hints before all decisions, with the reasons if what was played is chosen."""
    for decided, action in decisions_of(match):
        found = asdict(hint(decided, effort, seed=seed))
        chosen = asdict(hint(decided, effort, seed=seed, chosen=action))
        yield found | {"reasons_of_chosen": chosen["reasons"]}


def decisions_of(match: Match) -> Iterator[tuple[Match, str]]:
    """Yield a match before every action that has an alternative, with the action played next."""
    replay = Match(match.rules, match.players, dealer=match.first_dealer, deal=False)
    for played in match.rounds:
        replay.deal(played.pack)
        shuffles = iter(played.shuffles)
        for action in played.actions:
            if len(replay.round.legal_actions) > 1:
                yield replay, action
            with suppress(MissingShuffle):
                replay.play(action)
            if replay.round.needs_shuffle:
                replay.recycle(next(shuffles))


def camel_case(plain: Any) -> Any:
    """Return plain data with names in camelCase, except those of options."""
    if isinstance(plain, dict):
        return {
            re.sub(r"_(\w)", lambda found: found[1].upper(), key): (
                value if key == "options" else camel_case(value)
            )
            for key, value in plain.items()
        }
    return [camel_case(one) for one in plain] if isinstance(plain, list | tuple) else plain


@pytest.mark.parametrize(("preset", "players"), sample(GAMES, 5))
def test_reviews_of_presets(review_quickly: Script, preset: str, players: int) -> None:
    for seed in range(count(10)):
        match = played(preset, players, players + seed, actions=count(25, least=12))
        check(review_quickly, match, "decisions", QUICK, seed=seed - 1)


def test_reviews_of_whole_matches(review_quickly: Script) -> None:
    found = check(review_quickly, played("pagat", 3, seed=2), "decisions", QUICK, seed=1)
    decisions = [one["decision"] for one in found["review"]["moments"] if one["decision"]]
    assert any(one["reasons"] for one in decisions)
    assert any(found["levels"])
    assert sum(bool(one["reasons"]) for one in found["hints"]) > len(decisions) / 2
    check(review_quickly, played("choy", 2, seed=1), "decisions", QUICK, seed=2)


@pytest.mark.parametrize(("preset", "options"), HOUSE_RULES)
def test_reviews_by_house_rules(
    review_quickly: Script, preset: str, options: dict[str, Any]
) -> None:
    match = played(preset, 3, seed=4, actions=15, **options)
    check(review_quickly, match, "decisions", QUICK, seed=7)


@pytest.mark.parametrize("actions", [0, 1, 7])
def test_an_unfinished_match_is_reviewed_as_far_as_it_goes(
    review_quickly: Script, actions: int
) -> None:
    check(review_quickly, played("pagat", 4, 1, actions), "decisions", QUICK, seed=2**53 - 1)


def test_a_match_with_a_shuffle_is_reviewed(review_quickly: Script) -> None:
    options: dict[str, Any] = {"dealer_choice": False, "talon_short": "recycle"}
    match = Match("app-a9", players=4, seed=1, **options)
    for _ in range(18):
        match.play("pass")
    assert match.round.shuffles
    check(review_quickly, match, "decisions", QUICK, seed=3)


def test_before_the_first_deal_there_is_one_moment(review_quickly: Script) -> None:
    undealt = Match("pagat", players=2, dealer=0, deal=False)
    check(review_quickly, undealt, "decisions", QUICK, seed=0)


def test_a_graph_has_chances_alone(review_quickly: Script) -> None:
    check(review_quickly, played("pagat", 3, seed=1), "graph", QUICK, seed=0)


@pytest.mark.parametrize("effort", ["graph", "decisions"])
def test_the_efforts_are_those_of_python(js_data: Path, effort: str) -> None:
    with reviewing(js_data, None) as ask:
        check(ask, played("pagat", 2, 3, actions=4), effort, EFFORTS, seed=5)
