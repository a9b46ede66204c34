"""The rich history of ``benchmarks.hostile``: long matches that a guest has handed over."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import httpx

from benchmarks.load_clients import cookie_of
from schwimmen.records import record_of
from schwimmen.rules import Match, OptionValue, RuleSet, parse_cards
from schwimmen.server.http.errors import NEW_DEVICE_TABLE

ROUNDS: Final = 1439
"""Rounds that do not count in a match; its record has nearly the largest size accepted."""

MATCHES: Final = 30
"""Matches that a player may hand over at once."""

_DRAWN: Final = ("AH KH QH", "AD KD QD")
_LOST: Final = ("AH KH QH", "7D 8S 9C")
_OPTIONS: Final[dict[str, OptionValue]] = {
    "lives": 1,
    "last_chance": "none",
    "tie_suit": False,
}


class Rich(NamedTuple):
    """Cookie and public id of the player with the rich history."""

    cookie: str
    profile: str


def long_match(rounds: int) -> Match:
    """Return a match whose rounds but the last end at the deal, with a tie that does not count."""
    rules = RuleSet("gamerules", _OPTIONS)
    match = Match(rules, players=["Mallory", "Bot"], dealer=1, deal=False)
    while not match.over:
        hands = _DRAWN if len(match.rounds) < rounds else _LOST
        dealt = [card for hand in hands for card in parse_cards(hand)]
        match.deal([*dealt, *(card for card in rules.cards if card not in dealt)])
    return match


async def hand_over(url: str, matches: int = MATCHES, rounds: int = ROUNDS) -> Rich:
    """Hand long matches over as a new player, from an address that the server does not limit."""
    cookie = ""
    async with httpx.AsyncClient(base_url=url, timeout=None) as http:
        for number in range(matches):
            answer = await http.post(NEW_DEVICE_TABLE[1], json=_handed_over(rounds + number))
            answer.raise_for_status()
            cookie = cookie_of(answer.headers)
        return Rich(cookie, (await http.get("/api/me")).json()["id"])


def _handed_over(rounds: int) -> dict[str, Any]:
    record = record_of(long_match(rounds), event="schwimmen table", date="2026-11-24")
    for one in record["rounds"]:
        one.pop("shuffles", None)
    time = "2026-11-24T18:00:00.000+00:00"
    return {"levels": [None, "casual"], "started": time, "ended": time, "record": record}
