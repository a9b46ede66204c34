"""Transcript of matches: their records and the decisions of their players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from schwimmen.records import dumps, record_of, record_of_round
from schwimmen.rules import Match, Points, Round, SchwimmenError, View
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.view import ENDS

from .decisions import Decision

if TYPE_CHECKING:
    from schwimmen.rules.core.state import RecordArray


def check_writable(rules: RuleSet) -> None:
    """Raise ``SchwimmenError`` for rules whose matches have no records and no positions."""
    if not rules.standard_pack:
        raise SchwimmenError(
            "records and decisions name the pack by its preset, so there are none with a study pack"
        )


@dataclass(slots=True)
class Transcript:
    """Records, as lines of JSON, and decisions of the matches that have been played.

    ``run`` are the keys that say in the records of which run they are.
    """

    with_records: bool
    with_decisions: bool
    run: dict[str, Any]
    records: list[str] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    names: tuple[str, ...] = ()
    _place: dict[str, Any] = field(default_factory=dict)
    _in_match: list[dict[str, Any]] = field(default_factory=list)
    _in_round: list[dict[str, Any]] = field(default_factory=list)

    def begin(self, names: Sequence[str], **place: int) -> None:
        """Begin a match between bots, whose names are those of its players.

        ``place`` are the keys that find the match in its run.
        """
        self.names = tuple(names)
        self._place = place
        self._in_match = []
        self._in_round = []

    def add(self, view: View, action: str, game: Round | Match, bot: str | None = None) -> None:
        """Add the action chosen in a view, which has been played in the round or match.

        ``bot`` is the bot that has chosen if it is not the one whose seat it is.
        """
        if not self.with_decisions:
            return
        seat = view.seat
        assert seat is not None
        choice = next(choice for choice in view.choices if choice.action == action)
        self._in_round.append(
            {
                "round": view.number,
                "decision": len(self._in_round),
                "seat": seat,
                "bot": bot or self.names[seat],
                "turn": 0 if view.phase == "choice" else view.seats[seat].turns + 1,
                "position": view.position,
                "hand": view.hand_names,
                "table": view.table_names,
                "legal": view.legal_actions,
                "legal_numbers": tuple(one.number for one in view.choices),
                "action": action,
                "number": choice.number,
                "closes": choice.closes,
                "value": view.value,
                "value_after": game.view(seat).value if choice.value is None else choice.value,
            }
        )

    def end_round(self, rules: RuleSet, row: RecordArray, forfeited: bool) -> None:
        """Add the result of a round, the row of ``play_player_rows``, to its decisions."""
        for decision in self._in_round:
            seat = decision["seat"]
            score = int(row["scores"][seat])
            for_points = rules.scoring == "points"
            decision |= {
                "end": ENDS[row["end"]],
                "final_value": _halves(int(row["values"][seat])),
                "lost": None if for_points else score,
                "points": _halves(score) if for_points else None,
                "forfeited": forfeited,
            }
        self._in_match += self._in_round
        self._in_round = []

    def end(self, game: Round | Match, losers: Sequence[int], winners: int | None) -> None:
        """End a match, or a round by itself, with the mask of the winners of a match."""
        whole = winners is not None
        if self.with_records:
            further: dict[str, Any] = {"run": self.run | self._place}
            if losers:
                further["forfeited"] = list(losers)
            record = (
                record_of(game, **further)
                if isinstance(game, Match)
                else record_of_round(game, self.names, **further)
            )
            self.records.append(dumps(record))
        key = {"contest": 0, "seating": 0, "whole_match": whole} | self._place
        for decision in self._in_match:
            won = None if winners is None else bool(winners >> decision["seat"] & 1)
            self.decisions.append(Decision(**key, **decision, won=won))
        self._in_match = []


def _halves(doubled: int) -> Points:
    return doubled / 2 if doubled % 2 else doubled // 2
