"""Stories of finished matches: every fact agrees with its definition, in random matches."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.rules import Match
from schwimmen.tables import (
    MatchStory,
    Refusal,
    Table,
    close,
    match_story,
    record_of_log,
    replay_round,
)
from tests.strategies import VARIANTS, examples
from tests.tables.playing import long_match, opened, step

SHORT = {"choy": {"rounds": 4}}


def finished(preset: str, seed: int, players: int) -> Table:
    """Return a finished table whose match was played at random."""
    chance = Random(seed)
    table = opened(preset, players, chance, **SHORT.get(preset, {"lives": 2}))
    while not table.over:
        step(table, chance)
    return table


def standings(match: Match) -> list[list[float]]:
    """Return how high each seat stands after each round; a seat that is out has -1."""
    if match.results[0].totals is not None:
        return [list(result.totals or ()) for result in match.results]
    return [
        [
            -1 if lives is None or status == "out" else lives
            for lives, status in zip(result.lives or (), result.status or (), strict=True)
        ]
        for result in match.results
    ]


def check_decided(story: MatchStory, match: Match) -> None:
    """Check that the winner is ahead since the round, and was not before it."""
    if len(match.winners) > 1 or len(match.results) == 1:
        assert story.decided is None
        return
    (winner,) = match.winners
    ahead = [
        all(winner == seat or other < now[winner] for seat, other in enumerate(now))
        for now in standings(match)
    ]
    if story.decided is None:
        assert not ahead[-1]
    else:
        assert all(ahead[story.decided - 1 :])
        assert story.decided == 1 or not ahead[story.decided - 2]


def check_gain(story: MatchStory, table: Table) -> None:
    """Check the largest gain against the values that replays show."""
    gains: dict[tuple[int, int], tuple[float, float]] = {}
    for number in range(1, table.round + 1):
        views = [one.view for one in replay_round(table.log, number).steps]
        start = next(view for view in views if view.phase != "choice")
        for seat, (before, after) in enumerate(zip(start.seats, views[-1].seats, strict=True)):
            if before.value is not None and after.value is not None:
                gains[seat, number] = before.value, after.value
    largest = max(after - before for before, after in gains.values())
    if story.gain is None:
        assert largest == 0
    else:
        found = story.gain
        assert (found.before, found.after) == gains[found.seat, found.round]
        assert found.after - found.before == largest


def check_tallies(story: MatchStory, match: Match, table: Table) -> None:
    """Check swims by the letters of each seat's rounds, and closings by the history."""
    runs = Counter[int]()
    for seat in range(len(match.players)):
        letters = "".join(
            "s" if now.hands[seat] and before.status and before.status[seat] == "swimming" else "-"
            for before, now in zip(match.results, match.results[1:], strict=False)
        )
        runs[seat] = max(map(len, re.findall("s+", letters)), default=0)
    closed = {
        (event.round, one.seat) for event in table.events for one in event.history if one.closes
    }
    closings = Counter(seat for _, seat in closed)
    for tally, counts, least in ((story.swim, runs, 1), (story.closings, closings, 2)):
        most = max(counts.values(), default=0)
        if most < least:
            assert tally is None
        else:
            assert tally is not None
            assert (tally.count, set(tally.seats)) == (
                most,
                {seat for seat, count in counts.items() if count == most},
            )


@pytest.mark.parametrize("preset", VARIANTS)
@examples(10)
@given(seed=st.integers(0, 2**32), players=st.integers(2, 6))
def test_every_fact_agrees_with_its_definition(preset: str, seed: int, players: int) -> None:
    table = finished(preset, seed, players)
    story = match_story(table.log)
    match = Match.from_record(record_of_log(table.log, unfinished=True))
    check_decided(story, match)
    check_gain(story, table)
    check_tallies(story, match, table)


def test_every_fact_occurs_but_swims_in_a_game_for_points() -> None:
    stories = [match_story(finished("pagat", seed, 3).log) for seed in range(20)]
    for name in ("decided", "gain", "swim", "closings"):
        assert any(getattr(story, name) for story in stories), name
    assert match_story(finished("choy", 1, 3).log).swim is None


def test_only_a_finished_match_has_a_story() -> None:
    log = long_match(3, 2).log
    with pytest.raises(Refusal, match="once it is over"):
        match_story(log[:-1])
    with pytest.raises(Refusal, match="closed"):
        match_story([*log, close(log, log[-1].at)])
