"""Rounds and matches between players who choose from views, written down as the same rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import numpy as np

from schwimmen.players import Player
from schwimmen.players.player import chosen_action
from schwimmen.rules import Match, Round, RoundResult, RuleSet, mask_of
from schwimmen.rules.history import ENDS
from schwimmen.rules.state import NOBODY, Records

from .rows import ROW_DTYPE

_CODES = {name: code for code, name in ENDS.items()}
_TURNS = ("exchange", "pass", "close", "renew")


def play_one(
    rules: RuleSet, players: Sequence[Player], number: int, whole_match: bool, chance: Random
) -> Records:
    """The rows of a match, as ``playing.play_rows`` writes them; or only that of one round."""
    seats = len(players)
    dealer = number % seats
    if not whole_match:
        pack = chance.sample(rules.cards, len(rules.cards))
        round_ = Round(rules, seats, pack, dealer)
        rows = _row(round_, _play_round(round_, players, chance), seats)
        rows["match"], rows["number"] = number, 1
        return rows
    match = Match(rules, seats, chance=chance, dealer=dealer)
    played = []
    for count, decisions in enumerate(_play_match(match, players), 1):
        rows = _row(match.round, decisions, seats)
        rows["match"], rows["number"] = number, count
        rows["winners"] = mask_of(match.winners)
        played.append(rows)
    return np.concatenate(played)


def _play_match(match: Match, players: Sequence[Player]) -> Iterator[int]:
    """Halts after every round with the number of decisions in it."""
    decisions = 0
    while True:
        seat = match.to_act
        if seat is not None:
            match.play(chosen_action(players[seat], match.view(seat)))
            decisions += 1
            continue
        yield decisions
        if match.over:
            return
        match.deal()
        decisions = 0


def _play_round(round_: Round, players: Sequence[Player], chance: Random) -> int:
    decisions = 0
    while not round_.over:
        seat = round_.to_act
        if seat is None:
            round_.recycle(chance.sample(round_.aside, len(round_.aside)))
        else:
            round_.play(chosen_action(players[seat], round_.view(seat)))
            decisions += 1
    return decisions


def _row(round_: Round, decisions: int, seats: int) -> Records:
    result = round_.result
    assert result is not None
    row = np.zeros(1, ROW_DTYPE)
    row["dealer"] = result.dealer
    row["leader"] = result.leader
    row["active"] = mask_of(seat for seat, hand in enumerate(result.hands) if hand is not None)
    row["end"] = _CODES[result.end]
    row["by"] = NOBODY if result.by is None else result.by
    row["dealt"] = _special_dealt(round_)
    row["closed"] = mask_of(round_.closed)
    row["turns"] = result.turns
    row["decisions"] = decisions
    row["values"][0, :seats] = [-1 if value is None else int(2 * value) for value in result.values]
    row["scores"][0, :seats] = _scores(result)
    row["turns_of"][0, :seats] = round_.turns_of
    return row


def _scores(result: RoundResult) -> list[int]:
    if result.points is not None:
        return [int(2 * points) for points in result.points]
    assert result.lost is not None
    return [lost or 0 for lost in result.lost]


def _special_dealt(round_: Round) -> bool:
    """Whether a special hand lay open before the first turn."""
    for happening in round_.history:
        if happening.kind in _TURNS:
            return False
        if happening.kind == "shown":
            return True
    return False
