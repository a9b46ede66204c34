"""What is noted of every round that is played: one row of plain numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import IO, TYPE_CHECKING, Any, Final

import numpy as np

from schwimmen.players import Player
from schwimmen.players.player import chosen_action
from schwimmen.players.policies import Policies, policy_action
from schwimmen.players.random_play import shuffle_pack
from schwimmen.rules import Match, Round, RoundResult, RuleSet, mask_of
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.hand_value import value_and_suit
from schwimmen.rules.core.jit import jit
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import Rng, shuffle
from schwimmen.rules.core.settlement import active_seats, begin_match, settle
from schwimmen.rules.core.state import MAX_SEATS, NO_SEAT, OVER, SHUFFLE, RecordArray
from schwimmen.rules.core.turn import apply, resume_after_shuffle
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.history import END_NAMES

if TYPE_CHECKING:
    import pyarrow as pa


_OF_ROUND: Final = [
    ("match", np.int64),  # counted from 0; in a simulation of rounds each is a match by itself
    ("number", np.int32),  # of the round in its match, counted from 1
    ("dealer", np.int8),
    ("leader", np.int8),
    ("active", np.int16),  # mask of the seats dealt in
    ("end", np.int8),  # a code of ``rules.state``
    ("by", np.int8),
    ("dealt", np.int8),  # whether a special hand was dealt or taken (R19)
    ("closed", np.int16),  # mask of the seats that closed by the action (R20)
    ("winners", np.int16),  # mask, in the last round of a match
    ("turns", np.int32),
    ("decisions", np.int32),
]
_OF_SEATS: Final = [
    ("values", np.int16),  # doubled, at the showdown; -1 for a seat that is out
    ("scores", np.int16),  # lives lost, or doubled points
    ("turns_of", np.int16),
]


def row_dtype(seats: int) -> np.dtype[np.void]:
    """A row for so many seats."""
    fields = [*_OF_ROUND, *((name, kind, (seats,)) for name, kind in _OF_SEATS)]
    return np.dtype((np.record, fields))


ROW_DTYPE: Final = row_dtype(MAX_SEATS)
"""The row of compiled code, which has one form for any number of seats."""


def trimmed(rows: RecordArray, seats: int) -> RecordArray:
    """A copy of rows that has no room for more than these seats."""
    copy = np.empty(len(rows), row_dtype(seats))
    for name in row_dtype(seats).names or ():
        column = rows[name]
        copy[name] = column if column.ndim == 1 else column[:, :seats]
    return copy


@jit
def play_rows(
    rules: RecordArray,
    policies: Policies,
    cards: Any,
    matches: RecordArray,
    rounds: RecordArray,
    rows: RecordArray,
    following: int,
    last: int,
    whole_matches: bool,
    numbers: Rng,
) -> tuple[int, int]:
    """Play until all rows are filled or match number ``last`` is over; go on later from there.

    ``following`` is the number of the match to begin when ``matches[0]`` is over; its first dealer
    follows from it. Without ``whole_matches`` every match ends with its first round, unsettled.
    Returns how many rows were filled, and the number of the match to begin next.
    """
    seats = len(policies.seats)
    match = matches[0]
    state = rounds[0]
    for place in range(len(rows)):
        if match.over:
            if following > last:
                return place, following
            begin_match(rules[0], match, seats, following % seats)
            following += 1
        shuffle_pack(rules[0], state, cards, numbers)
        deal(rules[0], state, seats, active_seats(match), match.dealer, match.leader)
        row = rows[place]
        row.decisions = play_round(rules[0], policies, 0, state, numbers, numbers)
        if whole_matches:
            settle(rules[0], match, state)
        else:
            match.rounds = 1
            match.over = 1
        row.match = following - 1
        row.number = match.rounds
        row.winners = match.winners
        _write(rules[0], state, row)
    return len(rows), following


@jit
def play_round(
    rules: Any, policies: Policies, turned: int, state: Any, chance: Any, streams: Any
) -> int:
    """Play a round that was dealt to its end; returns how many decisions were made.

    The first policy sits at seat ``turned``, the others follow clockwise. ``chance`` is the stream
    of what the rules leave to chance; ``streams`` has one for every seat, or one for all of them.
    """
    decisions = 0
    apart = int(len(streams) > 1)
    while state.phase != OVER:
        if state.phase == SHUFFLE:
            shuffle(chance, state.aside, state.aside_count)
            resume_after_shuffle(rules, state)
        else:
            seat = state.to_act
            place = seat - turned if seat >= turned else seat - turned + state.seats
            legal = legal_actions(rules, state)
            numbers = streams[apart * seat :]
            apply(rules, state, policy_action(rules, state, legal, policies, place, numbers))
            decisions += 1
    return decisions


@jit
def _write(rules: Any, state: Any, row: Any) -> None:
    row.dealer = state.dealer
    row.leader = state.leader
    row.active = state.active
    row.end = state.end
    row.by = state.by
    row.dealt = state.dealt_special
    row.closed = state.closed
    row.turns = state.turns
    for seat in range(state.seats):
        row.values[seat] = -1
        row.scores[seat] = 0
        row.turns_of[seat] = state.turns_of[seat]
        if state.active >> seat & 1:
            row.values[seat] = value_and_suit(rules, state.hands[seat])[0]
            row.scores[seat] = state.score[seat]


_CODES = {name: code for code, name in END_NAMES.items()}
_TURNS = ("exchange", "pass", "close", "renew")


def play_one(
    rules: RuleSet, players: Sequence[Player], number: int, whole_match: bool, chance: Random
) -> RecordArray:
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


def _row(round_: Round, decisions: int, seats: int) -> RecordArray:
    result = round_.result
    assert result is not None
    row = np.zeros(1, ROW_DTYPE)
    row["dealer"] = result.dealer
    row["leader"] = result.leader
    row["active"] = mask_of(seat for seat, hand in enumerate(result.hands) if hand is not None)
    row["end"] = _CODES[result.end]
    row["by"] = NO_SEAT if result.by is None else result.by
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


_END_NAMES: Final = ["", *END_NAMES.values()]


def require_pyarrow() -> None:
    """Raises ``SchwimmenError`` where pyarrow is not installed."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise SchwimmenError(
            'Parquet and Arrow need pyarrow: pip install "schwimmen[parquet]"', "not_installed"
        ) from None
    assert pyarrow.parquet


def arrow_table(
    rows: RecordArray, rules: RuleSet, bots: tuple[str, ...], seed: int, whole_matches: bool
) -> pa.Table:
    """One row for each round. What the columns mean stands in ``docs/simulation.md``.

    The schema's metadata has, under ``schwimmen``, how it was simulated, as JSON.
    """
    import pyarrow as pa

    columns: dict[str, pa.Array] = {}
    if whole_matches:
        columns["match"] = pa.array(rows["match"])
        columns["round"] = pa.array(rows["number"])
    else:
        columns["round"] = pa.array(rows["match"])
    columns["dealer"] = pa.array(rows["dealer"])
    columns["leader"] = pa.array(rows["leader"])
    columns["end"] = pa.DictionaryArray.from_arrays(pa.array(rows["end"]), _END_NAMES)
    columns["by"] = pa.array(rows["by"], mask=rows["by"] == NO_SEAT)
    columns["dealt"] = pa.array(rows["dealt"] != 0)
    columns["turns"] = pa.array(rows["turns"])
    columns["decisions"] = pa.array(rows["decisions"])
    for seat in range(len(bots)):
        out = rows["active"] >> seat & 1 == 0
        columns[f"value_{seat}"] = pa.array((rows["values"][:, seat] / 2), mask=out)
        score = rows["scores"][:, seat]
        if rules.scoring == "points":
            columns[f"points_{seat}"] = pa.array(score / 2, mask=out)
        else:
            columns[f"lost_{seat}"] = pa.array(score, mask=out)
        columns[f"turns_{seat}"] = pa.array(rows["turns_of"][:, seat], mask=out)
        columns[f"closed_{seat}"] = pa.array(rows["closed"] >> seat & 1 != 0, mask=out)
        if whole_matches:
            won = rows["winners"] >> seat & 1 != 0
            columns[f"won_{seat}"] = pa.array(won, mask=rows["winners"] == 0)
    how = {
        "preset": rules.preset,
        "options": dict(rules.changed),
        "bots": list(bots),
        "seed": seed,
    }
    return pa.table(columns).replace_schema_metadata({"schwimmen": json.dumps(how)})


class ParquetRows:
    """Writes rows into a Parquet file as they come."""

    def __init__(
        self,
        file: IO[bytes],
        rules: RuleSet,
        bots: tuple[str, ...],
        seed: int,
        whole_matches: bool,
    ) -> None:
        from pyarrow.parquet import ParquetWriter

        self._how = (rules, bots, seed, whole_matches)
        empty = arrow_table(np.empty(0, row_dtype(len(bots))), *self._how)
        self._writer = ParquetWriter(file, empty.schema, compression="zstd")

    def write(self, rows: RecordArray) -> None:
        """One more row group."""
        self._writer.write_table(arrow_table(rows, *self._how))

    def close(self) -> None:
        """Ends the file; without this it is none."""
        self._writer.close()
