"""A match as one seat can tell of it afterwards: its facts, and those of every round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from schwimmen import rules
from schwimmen.rules.cards import card_names
from schwimmen.rules.options import PRESET_ALIASES, PRESETS, OptionValue

if TYPE_CHECKING:
    from schwimmen.rules import Match, Round, RoundResult

FACTS_VERSION: Final = 1
"""Changes with the facts: facts kept under another version are made again."""

HOUSE_RULES: Final = "own"
"""The variant of every match that is played by no preset."""

Number: TypeAlias = int | float

_SAME_GAME: Final = frozenset({"lives", "rounds", "target", "max_players"})
"""Options that make a match longer or shorter, but no other game."""


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A round that was played to its end with the seat dealt in."""

    number: int
    """Of the round in the match, from 1."""
    players: int
    """Seats that were dealt in."""
    dealer: bool
    """Whether the seat dealt."""
    leader: bool
    """Whether the seat led, or would have led."""
    end: Literal["close", "31", "fire", "talon", "cap"]
    """How the round ended, as a result of RECORD.md has it."""
    ended: bool
    """Whether it was this seat that ended it."""
    length: int
    """Turns of all seats, the dealer's choice not counted."""
    turns: int
    """Turns of the seat."""
    hand: str
    """The hand at the showdown."""
    value: Number
    """What it was worth (R14, R15)."""
    suit: str | None
    """Its counting suit; none for a hand valued by R15."""
    best: bool
    """Whether no hand at the showdown was better (R16)."""
    lost: bool
    """Whether the round was lost: for lives at least one (R17 to R20), for points when the seat is
    no winner (R31). Nobody loses a round that does not count (R24)."""
    lives_lost: int | None
    """Lives that it cost, even where the seat had fewer; none in a game for points."""
    lives: int | None
    """Lives left after it; none in a game for points."""
    swimming: bool
    """Whether the seat was swimming when the round began (R21, R29)."""
    out: bool
    """Whether it put the seat out."""
    points: Number | None
    """Points scored (R31); none in a game for lives."""
    closed: int | None
    """The number of the own turn in which the seat closed, from 1, if it did: by the action
    ``close`` or ``!``, neither in a last turn nor, in the Dutch game, by exchanging all (R20)."""

    @property
    def paid(self) -> bool:
        """Whether the seat closed and did not lose the round."""
        return self.closed is not None and not self.lost


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """A match as far as it has been played, as one seat can tell of it."""

    preset: str
    options: Mapping[str, OptionValue]
    """What was changed of the preset."""
    hand_size: int
    scoring: Literal["lives", "points"]
    players: int
    """Seats at the table."""
    seat: int
    over: bool
    """Whether the match was decided for the seat: it is over, or the seat is out and cannot win
    any more. One that was left before that goes on for ever: it is not lost."""
    won: bool
    """Whether the seat has won, alone or with others (R23, R24, R31)."""
    shared: bool
    """Whether it has won with others."""
    total: Number | None
    """Its points so far; none in a game for lives."""
    rounds: tuple[RoundFacts, ...]
    """The rounds that were played to their end with the seat dealt in."""

    @property
    def variant(self) -> str:
        """The preset, ``app-a7`` for both of its names, or ``HOUSE_RULES`` with house rules.

        More lives or rounds, a target, and a limit of players make no other game.
        """
        return variant_of(self.preset, self.options)


def variant_of(preset: str, options: Mapping[str, OptionValue]) -> str:
    """The variant of a preset with changes, as ``MatchFacts.variant`` has it.

    >>> variant_of("app", {"lives": 5}), variant_of("dutch", {"tie_suit": False})
    ('app-a7', 'own')
    """
    usual = PRESETS[preset]
    changed = {name for name, value in options.items() if usual[name] != value}
    return HOUSE_RULES if changed - _SAME_GAME else PRESET_ALIASES.get(preset, preset)


def facts_of(match: Match, seat: int) -> MatchFacts:
    """The facts of a match for a seat; a round that is still played is left out.

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
    rounds = _rounds_of(match, seat)
    return MatchFacts(
        preset=match.rules.preset,
        options=dict(match.rules.changed),
        hand_size=match.rules.hand_size,
        scoring="points" if match.totals is not None else "lives",
        players=len(match.players),
        seat=seat,
        over=match.over or any(round_.out for round_ in rounds),
        won=seat in match.winners,
        shared=seat in match.winners and len(match.winners) > 1,
        total=None if match.totals is None else match.totals[seat],
        rounds=rounds,
    )


def _rounds_of(match: Match, seat: int) -> tuple[RoundFacts, ...]:
    told = []
    status: str | None = None
    for number, (round_, result) in enumerate(zip(match.rounds, match.results, strict=False), 1):
        if result.hands[seat] is None:  # out of the match
            break
        told.append(_round_facts(number, round_, result, seat, status == "swimming"))
        status = None if result.status is None else result.status[seat]
    return tuple(told)


def _round_facts(
    number: int, round_: Round, result: RoundResult, seat: int, swimming: bool
) -> RoundFacts:
    hand, value = result.hands[seat], result.values[seat]
    assert hand is not None
    assert value is not None
    hands = [other for other in result.hands if other is not None]
    ranks = [rules.hand_rank(round_.rules, other) for other in hands]
    lives_lost = None if result.lost is None else result.lost[seat]
    points = None if result.points is None else result.points[seat]
    return RoundFacts(
        number=number,
        players=len(hands),
        dealer=result.dealer == seat,
        leader=result.leader == seat,
        end=result.end,
        ended=result.by == seat,
        length=result.turns,
        turns=round_.turns_of[seat],
        hand=card_names(hand),
        value=value,
        suit=result.suits[seat],
        best=rules.hand_rank(round_.rules, hand) == max(ranks),
        lost=bool(lives_lost) if points is None else points <= 0,
        lives_lost=lives_lost,
        lives=None if result.lives is None else result.lives[seat],
        swimming=swimming,
        out=result.status is not None and result.status[seat] == "out",
        points=points,
        closed=round_.turns_of[seat] if seat in round_.closed else None,
    )
