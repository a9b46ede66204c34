"""Facts of a match and its rounds for one seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from schwimmen.rules.cards import card_names, cards_of
from schwimmen.rules.errors import whole_number
from schwimmen.rules.options import PRESET_ALIASES, PRESETS, OptionValue

if TYPE_CHECKING:
    from schwimmen.rules import Match

FACTS_VERSION: Final = 1
"""Version of the facts; stored facts of another version are computed again."""

HOUSE_RULES: Final = "own"
"""Variant of every match with house rules."""

Number: TypeAlias = int | float

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
    end: Literal["close", "31", "fire", "talon", "cap"]
    """How the round ended, as in the results of RECORD.md."""
    ended: bool
    """Whether this seat ended it."""
    length: int
    """Turns of all seats, without the dealer's choice."""
    turns: int
    """Turns of the seat."""
    hand: str
    """Hand at the showdown."""
    value: Number
    """Value of that hand (R14, R15)."""
    suit: str | None
    """Counting suit of that hand; ``None`` if it is valued by R15."""
    best: bool
    """Whether no hand at the showdown was better (R16)."""
    lost: bool
    """Whether the seat lost a life (R17 to R20), or in a game for points was not a winner (R31).
    A round that does not count is not lost (R24)."""
    lives_lost: int | None
    """Lives that the round cost, even if the seat had fewer; ``None`` in a game for points."""
    lives: int | None
    """Lives left after the round; ``None`` in a game for points."""
    swimming: bool
    """Whether the seat was swimming when the round began (R21, R29)."""
    out: bool
    """Whether the round put the seat out."""
    points: Number | None
    """Points scored (R31); ``None`` in a game for lives."""
    closed: int | None
    """Number of the seat's turn in which it closed, from 1, or ``None``. Only the actions ``close``
    and ``!`` count, neither a last turn nor, in the Dutch game, exchanging all (R20)."""

    @property
    def paid(self) -> bool:
        """Whether the seat closed and did not lose the round."""
        return self.closed is not None and not self.lost


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """Facts of a match so far, for one seat."""

    preset: str
    options: Mapping[str, OptionValue]
    """Options that differ from the preset."""
    hand_size: int
    scoring: Literal["lives", "points"]
    players: int
    """Seats at the table."""
    seat: int
    over: bool
    """Whether the match is decided for the seat: it is over, or the seat is out and can no longer
    win. An abandoned match is never over, and so not lost."""
    won: bool
    """Whether the seat has won, alone or with others (R23, R24, R31)."""
    shared: bool
    """Whether the seat shares its win."""
    total: Number | None
    """Points so far; ``None`` in a game for lives."""
    rounds: tuple[RoundFacts, ...]
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
    from schwimmen.rules.hands import points_of

    seat = whole_number("seat", seat, 0, len(match.players) - 1)
    rules, rounds, matches = match.course_arrays
    records, match_record = np.zeros(len(rounds), FACTS_DTYPE), np.zeros(1, MATCH_FACTS_DTYPE)
    count = kernel.seat_facts(rules, rounds, matches, seat, records, match_record)
    [(over, won, shared, total)] = match_record.tolist()
    for_points = match.rules.scoring == "points"
    return MatchFacts(
        preset=match.rules.preset,
        options=dict(match.rules.changed),
        hand_size=match.rules.hand_size,
        scoring="points" if for_points else "lives",
        players=len(match.players),
        seat=seat,
        over=bool(over),
        won=bool(won),
        shared=bool(shared),
        total=points_of(total) if for_points else None,
        rounds=tuple(_round_facts(for_points, *fields) for fields in records[:count].tolist()),
    )


def _round_facts(
    for_points: bool,
    number: int,
    players: int,
    dealer: int,
    leader: int,
    end: int,
    ended: int,
    length: int,
    turns: int,
    hand: int,
    value: int,
    suit: int,
    best: int,
    lost: int,
    score: int,
    lives: int,
    swimming: int,
    out: int,
    closed: int,
) -> RoundFacts:
    """Return the facts of a record."""
    from schwimmen.rules.hands import points_of, suit_of
    from schwimmen.rules.history import END_NAMES

    return RoundFacts(
        number=number,
        players=players,
        dealer=bool(dealer),
        leader=bool(leader),
        end=END_NAMES[end],
        ended=bool(ended),
        length=length,
        turns=turns,
        hand=card_names(cards_of(hand)),
        value=points_of(value),
        suit=suit_of(suit),
        best=bool(best),
        lost=bool(lost),
        lives_lost=None if for_points else score,
        lives=None if for_points else lives,
        swimming=bool(swimming),
        out=bool(out),
        points=points_of(score) if for_points else None,
        closed=closed or None,
    )
