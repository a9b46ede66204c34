"""Rounds of a simulation: the loop that plays them, and one row of numbers for each."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import IO, TYPE_CHECKING, Annotated, Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.bots import Forfeit
from schwimmen.engine import Array, entry, jit
from schwimmen.players import Player, make_player
from schwimmen.players.player import chosen_action
from schwimmen.players.policies import Policies, policy_action
from schwimmen.players.random_play import shuffle_pack
from schwimmen.rules import Match, Round, RoundResult, RuleSet, mask_of
from schwimmen.rules.cards import bits_of
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.hand_value import value_and_suit
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import Rng, shuffle
from schwimmen.rules.core.rows import MAX_SEATS, IntArray
from schwimmen.rules.core.settlement import active_seats, begin_match, settle
from schwimmen.rules.core.state import (
    NO_SEAT,
    OVER,
    SHUFFLE,
    MatchArray,
    RecordArray,
    RoundArray,
    RoundRecord,
    RulesArray,
    RulesRecord,
    WholePack,
)
from schwimmen.rules.core.turn import apply, resume_after_shuffle
from schwimmen.rules.view import ENDS

from .transcript import Transcript

if TYPE_CHECKING:
    import pyarrow as pa


_ROUND_FIELDS: Final = [
    ("match", np.int64),  # from 0; in a simulation of rounds each round counts as one match
    ("number", np.int32),  # of the round in its match, from 1
    ("dealer", np.int8),
    ("leader", np.int8),
    ("active", np.int16),  # mask of the seats dealt in
    ("end", np.int8),  # a code of ``rules.core.state``
    ("by", np.int8),
    ("dealt", np.int8),  # 1 if a special hand was dealt or taken (R19)
    ("closed", np.int16),  # mask of the seats that took the action close (R20)
    ("winners", np.int16),  # mask, in the last round of a match
    ("turns", np.int32),
    ("decisions", np.int32),
]
_SEAT_FIELDS: Final = [
    ("values", np.int16),  # doubled, at the showdown; -1 for a seat that is out
    ("scores", np.int16),  # lives lost, or doubled points
    ("turns_of", np.int16),
]


def row_dtype(seats: int) -> np.dtype[np.void]:
    """Return the dtype of a row with fields for a number of seats."""
    fields = [*_ROUND_FIELDS, *((name, kind, (seats,)) for name, kind in _SEAT_FIELDS)]
    return np.dtype((np.record, fields))


ROW_DTYPE: Final = row_dtype(MAX_SEATS)

RowArray: TypeAlias = Annotated[NDArray[Any], Array(ROW_DTYPE, 0)]
"""Kind of an array of the rows that compiled code writes, with the largest number of seats."""


class RowRecord(Protocol):
    """One record of ``ROW_DTYPE``, as compiled functions take it."""

    match: int
    number: int
    dealer: int
    leader: int
    active: int
    end: int
    by: int
    dealt: int
    closed: int
    winners: int
    turns: int
    decisions: int
    values: IntArray
    scores: IntArray
    turns_of: IntArray


def trim_rows(rows: RecordArray, seats: int) -> RecordArray:
    """Return a copy of rows with fields for the first ``seats`` seats only."""
    copy = np.empty(len(rows), row_dtype(seats))
    for name in row_dtype(seats).names or ():
        column = rows[name]
        copy[name] = column if column.ndim == 1 else column[:, :seats]
    return copy


@entry(long=True)
def play_rows(
    rules: RulesArray,
    policies: Policies,
    cards: WholePack,
    matches: MatchArray,
    rounds: RoundArray,
    rows: RowArray,
    next_match: int,
    last_match: int,
    whole_matches: bool,
    rng: Rng,
) -> tuple[int, int]:
    """Play until all rows are filled or match number ``last_match`` is over.

    A later call with the same arrays continues. ``next_match`` is the number of the match to begin
    when ``matches[0]`` is over; it determines the first dealer. Without ``whole_matches`` every
    match ends with its first round, unsettled.

    Returns the number of filled rows, and the number of the match to begin next.
    """
    seats = len(policies.seats)
    match = matches[0]
    state = rounds[0]
    for place in range(len(rows)):
        if match.over:
            if next_match > last_match:
                return place, next_match
            begin_match(rules[0], match, seats, next_match % seats)
            next_match += 1
        shuffle_pack(rules[0], state, cards, rng)
        deal(rules[0], state, seats, active_seats(match), match.dealer, match.leader)
        row = rows[place]
        row.decisions = play_round(rules[0], policies, 0, state, rng, rng)
        if whole_matches:
            settle(rules[0], match, state)
        else:
            match.rounds = 1
            match.over = 1
        row.match = next_match - 1
        row.number = match.rounds
        row.winners = match.winners
        _write_row(rules[0], state, row)
    return len(rows), next_match


@jit
def play_round(
    rules: RulesRecord,
    policies: Policies,
    rotation: int,
    state: RoundRecord,
    chance: Rng,
    rngs: Rng,
) -> int:
    """Play a dealt round to its end and return the number of decisions.

    The first policy sits at seat ``rotation``, the others follow clockwise. ``chance`` is the
    random generator of the rules; ``rngs`` has one generator for each seat, or one for all.
    """
    decisions = 0
    stride = int(len(rngs) > 1)
    while state.phase != OVER:
        if state.phase == SHUFFLE:
            shuffle(chance, state.aside, state.aside_count)
            resume_after_shuffle(rules, state)
        else:
            seat = state.to_act
            place = seat - rotation if seat >= rotation else seat - rotation + state.seats
            legal = legal_actions(rules, state)
            rng = rngs[stride * seat :]
            apply(rules, state, policy_action(rules, state, legal, policies, place, rng))
            decisions += 1
    return decisions


@jit
def _write_row(rules: RulesRecord, state: RoundRecord, row: RowRecord) -> None:
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


_TURN_KINDS = ("exchange", "pass", "close", "renew")
_REPLACEMENT: Final = "greedy"  # of a player that has forfeited


def play_player_rows(
    rules: RuleSet,
    players: Sequence[Player],
    number: int,
    whole_match: bool,
    chance: Random,
    losers: list[int] | None = None,
    transcript: Transcript | None = None,
    watch: Callable[[Round, int], object] | None = None,
) -> RecordArray:
    """Play a match, or one round of it, with players and return its rows.

    The rows are those that ``play_rows`` writes for the compiled policies of these players. Seats
    whose players raise ``Forfeit`` are added to ``losers``, an empty list; without it the error is
    raised. The first of them loses alone: a life, or the points of the best hand, and the match at
    the end of its round. ``greedy`` plays the round to its end for it.

    All that is played is added to the ``transcript``, in which the match has begun. ``watch`` is
    called with the round and the number of each action before it is played.
    """
    seats = len(players)
    dealer = number % seats
    table = list(players)
    if not whole_match:
        pack = chance.sample(rules.cards, len(rules.cards))
        round_ = Round(rules, seats, pack, dealer)
        while not round_.over:
            if round_.to_act is None:
                round_.recycle(chance.sample(round_.aside, len(round_.aside)))
            else:
                _play(round_, round_.to_act, table, losers, transcript, watch)
        rows = _row(round_, seats)
        rows["match"], rows["number"] = number, 1
        if losers:
            _forfeit(rules, rows, losers[0])
        if transcript:
            transcript.end_round(rules, rows[0], bool(losers))
            transcript.end(round_, losers or (), None)
        return rows
    names = transcript.names if transcript else seats
    match = Match(rules, names, chance=chance, dealer=dealer)
    played: list[RecordArray] = []
    while not match.over and not losers:
        if played:
            match.deal()
        while match.to_act is not None:
            _play(match, match.to_act, table, losers, transcript, watch)
        rows = _row(match.round, seats)
        rows["match"], rows["number"] = number, len(played) + 1
        rows["winners"] = mask_of(match.winners)
        if losers:
            _forfeit(rules, rows, losers[0])
            rows["winners"] = rows["active"] & ~(1 << losers[0])
        if transcript:
            transcript.end_round(rules, rows[0], bool(losers))
        played.append(rows)
    if transcript:
        transcript.end(match, losers or (), int(rows["winners"][0]))
    return np.concatenate(played)


def _play(
    game: Round | Match,
    seat: int,
    table: list[Player],
    losers: list[int] | None,
    transcript: Transcript | None,
    watch: Callable[[Round, int], object] | None,
) -> None:
    """Play the action of the seat to act, whose player is replaced if it raises ``Forfeit``."""
    view = game.view(seat)
    try:
        action = chosen_action(table[seat], view)
    except Forfeit:
        if losers is None:
            raise
        losers.append(seat)
        table[seat] = make_player(_REPLACEMENT)
        action = chosen_action(table[seat], view)
    if watch:
        number = next(choice.number for choice in view.choices if choice.action == action)
        watch(game.round if isinstance(game, Match) else game, number)
    game.play(action)
    if transcript:
        replacement = _REPLACEMENT if losers and seat in losers else None
        transcript.add(view, action, game, replacement)


def _forfeit(rules: RuleSet, rows: RecordArray, loser: int) -> None:
    """Write the scores of a round that a seat has forfeited."""
    others = [seat for seat in bits_of(int(rows["active"][0])) if seat != loser]
    rows["scores"] = 0
    if rules.scoring == "points":
        share = 2 * (10 * rules.hand_size + 1) // len(others)
        rows["scores"][0, others] = share
        rows["scores"][0, loser] = -share * len(others)
    else:
        rows["scores"][0, loser] = 1


def _row(round_: Round, seats: int) -> RecordArray:
    result = round_.result
    assert result is not None
    row = np.zeros(1, ROW_DTYPE)
    row["dealer"] = result.dealer
    row["leader"] = result.leader
    row["active"] = mask_of(seat for seat, hand in enumerate(result.hands) if hand is not None)
    row["end"] = ENDS.index(result.end)
    row["by"] = NO_SEAT if result.by is None else result.by
    row["dealt"] = _special_dealt(round_)
    row["closed"] = mask_of(round_.closed)
    row["turns"] = result.turns
    row["decisions"] = len(round_.action_numbers)
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
    """Return whether a special hand was shown before the first turn."""
    for event in round_.history:
        if event.kind in _TURN_KINDS:
            return False
        if event.kind == "shown":
            return True
    return False


_END_DICTIONARY: Final = [name or "" for name in ENDS]


def arrow_table(
    rows: RecordArray, rules: RuleSet, bots: tuple[str, ...], seed: int, whole_matches: bool
) -> pa.Table:
    """Return rows as an Arrow table with the columns described in ``docs/simulation.md``.

    The schema's metadata contains, under ``schwimmen``, the parameters of the simulation as JSON.
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
    columns["end"] = pa.DictionaryArray.from_arrays(pa.array(rows["end"]), _END_DICTIONARY)
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
    parameters = {
        "preset": rules.preset,
        "options": dict(rules.changed),
        "bots": list(bots),
        "seed": seed,
    }
    return pa.table(columns).replace_schema_metadata({"schwimmen": json.dumps(parameters)})


class ParquetRows:
    """Parquet file that rows are written to as they come."""

    def __init__(
        self,
        file: IO[bytes],
        rules: RuleSet,
        bots: tuple[str, ...],
        seed: int,
        whole_matches: bool,
    ) -> None:
        from pyarrow.parquet import ParquetWriter

        self._parameters = (rules, bots, seed, whole_matches)
        empty = arrow_table(np.empty(0, row_dtype(len(bots))), *self._parameters)
        self._writer = ParquetWriter(file, empty.schema, compression="zstd")

    def write(self, rows: RecordArray) -> None:
        """Write rows as one row group."""
        self._writer.write_table(arrow_table(rows, *self._parameters))

    def close(self) -> None:
        """Write the footer, without which the file is not valid."""
        self._writer.close()
