"""Differences by advantages are those of the deals, with less noise."""

from __future__ import annotations

from functools import partial
from math import hypot
from typing import Any, Final

import pytest

from schwimmen.arena import Contender, SprtBounds, compare
from schwimmen.arena.advantages import baseline_of
from schwimmen.players import make_player
from schwimmen.rules import SchwimmenError, View
from tests.effort import count, sample

_DEALS: Final = count(50_000, sampled=100)
_PLAIN_DEALS: Final = count(2_000_000, sampled=20_000)
_GAMES: Final[list[tuple[str, int, str, str, dict[str, Any]]]] = [
    ("pagat", 2, "club", "greedy", {}),
    ("pagat", 4, "casual", "greedy", {}),
    ("pagat", 3, "random", "greedy-30", {}),
    ("pagat", 6, "greedy-27", "greedy-20", {}),
    ("dutch", 3, "greedy-27", "greedy", {}),
    ("choy", 2, "club", "greedy", {}),
    ("app-a9", 3, "beginner", "greedy", {}),
    ("app", 4, "greedy", "greedy-27", {}),
    ("pagat", 2, "beginner", "random", {}),
    ("pagat", 2, "club", "greedy-20", {"talon_short": "recycle", "recycle": "in_order"}),
]
_OPEN_GAMES: Final[list[tuple[str, int, str, str, dict[str, Any]]]] = [
    ("pagat", 2, "club", "casual", {}),
    ("pagat", 4, "beginner", "club", {}),
    ("dutch", 3, "casual", "blueprint", {}),
    ("choy", 3, "random", "club", {}),
    ("pagat", 2, "greedy", "?club", {}),
    ("choy", 2, "greedy-27", "?beginner", {}),
    ("pagat", 3, "greedy", "?casual", {}),
    ("app-a9", 3, "club", "?greedy", {}),
    ("pagat", 2, "blueprint", "?random", {}),
    ("pagat", 2, "?club", "?beginner", {}),
    ("gamerules", 4, "?greedy", "?casual", {}),
    ("pagat", 2, "club", "?greedy", {"talon_short": "recycle", "recycle": "in_order"}),
]
"""Games with bots that hide their policy (marked by ?), so that nothing suggests their hands."""
_SEEDS: Final = sample(range(2))  # a million deals in the long run


def only(*arguments: Any, **options: Any) -> Contender:
    """Return the contender of a comparison of two bots."""
    (contest,) = compare(*arguments, **options).contests
    (contender,) = contest.contenders
    return contender


@pytest.mark.parametrize("seed", _SEEDS)
@pytest.mark.parametrize(
    "game", sample(_GAMES, least=6), ids=lambda game: "-".join(map(str, game[:4]))
)
def test_the_difference_is_that_of_the_deals(game: Any, seed: int) -> None:
    preset, players, bot, other, options = game
    plain = only(preset, players, [bot, other], deals=_PLAIN_DEALS, seed=seed, **options)
    found = only(preset, players, [bot, other], deals=_DEALS, seed=seed, aivat=True, **options)
    assert plain.diff is not None
    assert plain.aivat is None
    assert found.diff is not None
    assert found.aivat is not None
    for one in (found.aivat, found.diff):
        assert abs(one.mean - plain.diff.mean) < 4.5 * hypot(one.error or 0, plain.diff.error or 0)


def hidden(word: str) -> Any:
    """Return a bot of a level, of which the arena does not know how it plays if it begins with ?"""
    return partial(make_player, word[1:]) if word.startswith("?") else word


@pytest.mark.parametrize("seed", _SEEDS)
@pytest.mark.parametrize(
    "game", sample(_OPEN_GAMES, least=8), ids=lambda game: "-".join(map(str, game[:4]))
)
def test_the_difference_of_unknown_bots_is_that_of_the_deals(game: Any, seed: int) -> None:
    preset, players, bot, other, options = game
    levels = [bot.removeprefix("?"), other.removeprefix("?")]
    plain = only(preset, players, levels, deals=_PLAIN_DEALS, seed=seed, **options)
    bots = [hidden(bot), hidden(other)]
    found = only(preset, players, bots, deals=_DEALS, seed=seed, aivat=True, **options)
    assert plain.diff is not None
    assert found.diff is not None
    assert found.aivat is not None
    for one in (found.aivat, found.diff):
        assert abs(one.mean - plain.diff.mean) < 4.5 * hypot(one.error or 0, plain.diff.error or 0)


@pytest.mark.parametrize("level", ["greedy", "club"])
def test_an_unknown_bot_that_plays_like_the_known_one_has_little_noise(level: str) -> None:
    """Each of its actions is compared with one that the other might have chosen."""
    found = only("pagat", 3, [level, hidden("?" + level)], deals=40, seed=1, aivat=True)
    assert found.aivat is not None
    assert found.aivat.mean == pytest.approx(0, abs=4.5 * (found.aivat.error or 0))
    if level == "greedy":
        assert (found.aivat.mean, found.aivat.error) == (0, 0)


@pytest.mark.parametrize(
    ("bots", "players", "corrected"),
    [
        (("club", "greedy"), 4, ("cards", "hidden hands")),
        (("club", "random"), 2, ("cards", "hidden hands", "choices of random")),
        (("greedy", "?club"), 2, ("cards", "hidden hands")),
        (("greedy", "?club"), 3, ("cards",)),
        (("greedy", "club"), 2, ("cards", "hidden hands")),
        (("blueprint", "club"), 2, ("cards", "choices of club")),
        (("?club", "casual"), 3, ("cards", "choices of casual")),
        (("casual", "?club"), 3, ("cards", "choices of casual")),
        (("?club", "?club"), 3, ("cards",)),
        (("master", "expert"), 2, ("cards",)),
    ],
)
def test_a_contest_says_which_luck_is_left_out(
    bots: tuple[str, str], players: int, corrected: tuple[str, ...]
) -> None:
    first, other = map(hidden, bots)
    assert baseline_of((first, *[other] * (players - 1))).corrected == corrected


@pytest.mark.parametrize("players", [2, 4])
def test_a_policy_like_the_one_it_is_compared_with_has_little_noise(players: int) -> None:
    found = only("pagat", players, ["blueprint", "greedy"], deals=100, seed=1, aivat=True)
    assert found.diff is not None
    assert found.aivat is not None
    assert 3 * (found.aivat.error or 0) < (found.diff.error or 0)


def test_a_test_is_that_of_the_advantages() -> None:
    bounds = SprtBounds(-0.05, 0.05)
    arguments: dict[str, Any] = {"deals": 3000, "test": bounds, "seed": 1}
    (plain,) = compare("pagat", 2, ["blueprint", "greedy"], **arguments).contests
    (fast,) = compare("pagat", 2, ["blueprint", "greedy"], **arguments, aivat=True).contests
    assert plain.test is not None
    assert fast.test is not None
    assert plain.test.accepted == fast.test.accepted == "low"
    assert fast.deals < plain.deals


class Stubborn:
    """Player that plays its first action, whatever it is."""

    name = "stubborn"

    def choose(self, view: View) -> str:
        return view.legal_actions[0]


def test_any_player_may_be_compared() -> None:
    found = only("pagat", 2, [lambda _: Stubborn(), "greedy"], deals=40, seed=1, aivat=True)
    assert found.aivat is not None
    assert found.aivat.mean > 0.2


@pytest.mark.parametrize(
    ("bots", "arguments", "message"),
    [
        (["club", "greedy"], {"deals": 1, "together": True}, "not all together"),
        (["club", "greedy"], {"matches": 1}, "AIVAT needs a number of deals"),
    ],
)
def test_what_cannot_be_estimated_is_refused(
    bots: Any, arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(SchwimmenError, match=message):
        compare("pagat", 2, bots, aivat=True, **arguments)
