"""The parameters of the game as OpenSpiel hands them over, and the setting they stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from schwimmen.envs.options import check_choice
from schwimmen.rules.errors import SchwimmenError, whole_number
from schwimmen.rules.options import read_options
from schwimmen.rules.quoting import shown
from schwimmen.rules.ruleset import RuleSet

from .setting import Setting

DEFAULTS: Final[dict[str, Any]] = {
    "players": 3,
    "preset": "pagat",
    "options": "",
    "pack": "",
    "dealer": -1,
    "episode": "round",
    "chance": "cards",
    "rng_seed": -1,
    "redeal": "auto",
    "memory": "perfect",
}

_SMALL_HANDS: Final = "three_of_a_kind:no fire:no"
REDUCED: Final[dict[str, dict[str, Any]]] = {
    "one-card": {
        "players": 2,
        "pack": "KC 9C 8C KS 9S",
        "options": f"hand_size:1 turn_cap:2 dealer_choice:no exchange_all:no {_SMALL_HANDS}",
    },
    "two-cards": {
        "players": 2,
        "pack": "AC KC 9C 8C KS 9S 8S",
        "options": f"hand_size:2 turn_cap:1 dealer_choice:no exchange_all:no {_SMALL_HANDS}",
    },
    "three-cards": {
        "players": 2,
        "pack": "AC KC 9C 8C 7C AS KS 9S 8S 7S",
        "options": "turn_cap:1 dealer_choice:no exchange_all:no",
    },
}
"""Parameters of games small enough for exact work, from a few hundred information states up."""

_ALLOWED: Final = {
    "episode": ("round", "match"),
    "chance": ("cards", "sampled"),
    "redeal": ("auto", "yes", "no"),
    "memory": ("perfect", "summary"),
}


def setting_of(parameters: Mapping[str, Any]) -> Setting:
    """The setting that a set of parameters stands for; what is missing has its default.

    Raises ``SchwimmenError`` for anything in them that is not valid.
    """
    chosen = DEFAULTS | dict(parameters)
    for name, allowed in _ALLOWED.items():
        check_choice(name, chosen[name], allowed)
    whole_number("rng_seed", chosen["rng_seed"], -1)
    players, preset, pack = chosen["players"], chosen["preset"], chosen["pack"]
    options = read_options(dict(_options(chosen["options"])))
    if pack:
        options = {"max_players": players} | options
        rules = RuleSet.study(pack, preset, **options)
    else:
        rules = RuleSet(preset, options)
    dealer = chosen["dealer"]
    return Setting(
        rules,
        players,
        players - 1 if dealer == -1 else dealer,
        match=chosen["episode"] == "match",
        sampled=chosen["chance"] == "sampled",
        redeal=chosen["redeal"] == "yes" or (chosen["redeal"] == "auto" and not pack),
        summary=chosen["memory"] == "summary",
    )


def _options(text: str) -> Iterator[tuple[str, str]]:
    """Options written as ``lives:5 pass:no``, with blanks between them."""
    for part in text.split():
        name, colon, value = part.partition(":")
        if not colon:
            raise SchwimmenError(f"options: {shown(part)} is not written as name:value")
        yield name, value
