"""Packs, rounds and matches with chosen hands."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from schwimmen.rules import Match, Round, RuleSet, parse_cards


def stacked_pack(
    rules: RuleSet, seats: Sequence[int], hands: Mapping[int, str], extra: str, talon: str = ""
) -> tuple[int, ...]:
    """Return a pack for ``seats`` in the order of the deal (R4), completed with other cards."""
    named = [*(parse_cards(hands.get(seat, "")) for seat in seats), parse_cards(extra)]
    wanted = {card for group in named for card in group} | set(parse_cards(talon))
    rest = [card for card in rules.cards if card not in wanted]
    random.Random(1).shuffle(rest)  # in order they would make fire or 31
    others = iter(rest)
    pack: list[int] = []
    for group in named:
        pack += group or [next(others) for _ in range(rules.hand_size)]
    return (*pack, *parse_cards(talon), *others)


def stacked_match(
    rules: RuleSet, hands: Mapping[int, str], extra: str, talon: str = "", players: int = 3
) -> Match:
    """Return a match in its first round; the last seat deals, seat 0 leads."""
    match = Match(rules, players=players, dealer=players - 1, deal=False)
    match.deal(stacked_pack(rules, range(players), hands, extra, talon))
    return match


def deal_next(match: Match, hands: Mapping[int, str], extra: str, talon: str = "") -> None:
    """Deal the next round of a match to the seats that are still in the game."""
    seats = [
        (match.dealer + step) % len(match.players) for step in range(1, len(match.players) + 1)
    ]
    status = match.status
    there = [seat for seat in seats if status is None or status[seat] != "out"]
    match.deal(stacked_pack(match.rules, there, hands, extra, talon))


def stacked_round(
    rules: RuleSet, hands: Mapping[int, str], extra: str, talon: str = "", players: int = 3
) -> Round:
    """Return a round without a match; the last seat deals, seat 0 leads."""
    pack = stacked_pack(rules, range(players), hands, extra, talon)
    return Round(rules, players, pack, dealer=players - 1)


def play(game: Match | Round, *actions: str) -> None:
    """Play actions one after the other."""
    for action in actions:
        game.play(action)
