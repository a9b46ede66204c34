"""Facts of a match and its rounds for one seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Final

from schwimmen.rules.errors import whole_number
from schwimmen.rules.options import PRESET_ALIASES, PRESETS, OptionValue
from schwimmen.rules.schema import (
    CARD_NAMES,
    HALF,
    NUMBER,
    NUMBER_OR_NONE,
    From,
    Given,
    Only,
    Points,
    Scoring,
    Suit,
    decoder_of,
)
from schwimmen.rules.view import END, End

if TYPE_CHECKING:
    from schwimmen.rules import Match

FACTS_VERSION: Final = 1
"""Version of facts and figures; stored ones of another version are computed again."""

HOUSE_RULES: Final = "own"
"""Variant of every match with house rules."""

_SAME_GAME: Final = frozenset({"lives", "rounds", "target", "max_players"})
"""Options that change only the length of a match or the number of players."""


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """Facts of a finished round in which the seat was dealt in."""

    number: int
    """Number of the round in the match, from 1."""
    players: int
    """Seats dealt in."""
    dealer: bool
    """Whether the seat dealt."""
    leader: bool
    """Whether the seat led, or would have led if the round had not ended at the deal."""
    end: Annotated[End, END]
    """End of the round, as in the results of RECORD.md."""
    ended: bool
    """Whether the seat ended the round."""
    length: int
    """Turns of all seats, without the dealer's choice."""
    turns: int
    """Turns of the seat."""
    hand: Annotated[str, CARD_NAMES]
    """Hand at the showdown."""
    value: Annotated[Points, HALF]
    """Value of the hand at the showdown (R14, R15)."""
    suit: Suit
    """Counting suit of the hand at the showdown; ``None`` if it is valued by R15."""
    best: bool
    """Whether no hand at the showdown was better (R16)."""
    lost: bool
    """Whether the seat lost a life (R17 to R20), or in a game for points was not a winner (R31).
    A round that does not count is not lost (R24)."""
    lives_lost: Annotated[int | None, NUMBER, From("score"), Only("lives")]
    """Lives that the round cost, even if the seat had fewer; ``None`` in a game for points."""
    lives: Annotated[int | None, NUMBER, Only("lives")]
    """Lives left after the round; ``None`` in a game for points."""
    swimming: bool
    """Whether the seat was swimming when the round began (R21, R29)."""
    out: bool
    """Whether the round put the seat out."""
    points: Annotated[Points | None, HALF, From("score"), Only("points")]
    """Points scored (R31); ``None`` in a game for lives."""
    closed: Annotated[int | None, NUMBER_OR_NONE]
    """Number of the seat's turn in which it closed, from 1, or ``None``. Only the actions ``close``
    and ``!`` count, neither a last turn nor, in the Dutch game, exchanging all (R20)."""

    @property
    def paid(self) -> bool:
        """Whether the seat closed and did not lose the round."""
        return self.closed is not None and not self.lost


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """Facts of a match so far, for one seat."""

    preset: Given[str]
    options: Given[Mapping[str, OptionValue]]
    """Options that differ from the preset."""
    hand_size: Given[int]
    scoring: Given[Scoring]
    players: Given[int]
    """Seats at the table."""
    seat: Given[int]
    over: bool
    """Whether the match is decided for the seat: it is over, or the seat is out and can no longer
    win. An abandoned match is never over, and so not lost."""
    won: bool
    """Whether the seat has won, alone or with others (R23, R24, R31)."""
    shared: bool
    """Whether the seat shares its win."""
    total: Annotated[Points | None, HALF, Only("points")]
    """Points so far; ``None`` in a game for lives."""
    rounds: Given[tuple[RoundFacts, ...]]
    """Finished rounds in which the seat was dealt in."""

    @property
    def variant(self) -> str:
        """Preset of the match, or ``HOUSE_RULES``.

        ``app`` is called ``app-a7``. Another number of lives, rounds or players, or another target,
        does not make house rules.
        """
        return variant_of(self.preset, self.options)


def variant_of(preset: str, options: Mapping[str, OptionValue]) -> str:
    """Return the variant of a preset with changed options, as in ``MatchFacts.variant``.

    >>> variant_of("app", {"lives": 5}), variant_of("dutch", {"tie_suit": False})
    ('app-a7', 'own')
    """
    usual = PRESETS[preset]
    changed = {name for name, value in options.items() if usual[name] != value}
    return HOUSE_RULES if changed - _SAME_GAME else PRESET_ALIASES.get(preset, preset)


def facts_of(match: Match, seat: int) -> MatchFacts:
    """Return the facts of a match for a seat, without a round that is still being played.

    Raises ``SchwimmenError`` for a seat that does not exist.

    >>> from schwimmen.rules import Match
    >>> match = Match("pagat", players=2, seed=3, lives=1)
    >>> while not match.over:
    ...     if match.round.over:
    ...         match.deal()
    ...     match.play(match.round.legal_actions[-1])
    >>> facts = facts_of(match, 0)
    >>> facts.variant, facts.over, len(facts.rounds) == len(match.rounds)
    ('pagat', True, True)
    """
    # Imported late, so that the server can answer before the compiled rules are loaded.
    import numpy as np

    from schwimmen.rules.core import kernel
    from schwimmen.rules.core.state import FACTS_DTYPE, MATCH_FACTS_DTYPE

    seat = whole_number("seat", seat, 0, len(match.players) - 1)
    rules, rounds, matches = match.course_arrays
    records, match_record = np.zeros(len(rounds), FACTS_DTYPE), np.zeros(1, MATCH_FACTS_DTYPE)
    count = kernel.seat_facts(rules, rounds, matches, seat, records, match_record)
    scoring = match.rules.scoring
    decode_round = _decoder(RoundFacts, FACTS_DTYPE, ("scoring",))
    decode = _decoder(MatchFacts, MATCH_FACTS_DTYPE, _GIVEN)
    facts: MatchFacts = decode(
        match.rules.preset,
        dict(match.rules.changed),
        match.rules.hand_size,
        scoring,
        len(match.players),
        seat,
        tuple(decode_round(scoring, *numbers) for numbers in records[:count].tolist()),
        *match_record.tolist()[0],
    )
    return facts


_GIVEN: Final = ("preset", "options", "hand_size", "scoring", "players", "seat", "rounds")
"""Fields of the facts of a match that are not in its record."""

_decoder = cache(decoder_of)
