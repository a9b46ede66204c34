"""Placings of a match, and ratings by the Plackett-Luce model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from schwimmen.extras import require_extra
from schwimmen.rules.errors import SchwimmenError, quote, suggest

from .facts import HOUSE_RULES

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

    from schwimmen.rules import Match


def placings(match: Match) -> tuple[int, ...]:
    """Return the placing of every seat, from 1; ties have the same placing.

    Winners come first (R23, R24, R31). In a game for lives the other seats follow by the number of
    rounds they played, in a game for points by their points.

    Raises ``SchwimmenError`` unless the match is over.

    >>> from schwimmen.rules import Match
    >>> match = Match("pagat", players=3, seed=3, lives=1)
    >>> while not match.over:
    ...     if match.round.over:
    ...         match.deal()
    ...     match.play(match.round.legal_actions[-1])
    >>> placings(match), match.winners
    ((2, 1, 3), (1,))
    """
    if not match.over:
        raise SchwimmenError("the match is not over yet")
    seats = range(len(match.players))
    if match.totals is not None:
        reached: list[float] = list(match.totals)
    else:
        reached = [
            sum(result.hands[seat] is not None for result in match.results) for seat in seats
        ]
    results = [(seat in match.winners, reached[seat]) for seat in seats]
    return tuple(1 + sum(other > own for other in results) for own in results)


RATING_FAMILIES: Final[Mapping[str, tuple[str, ...]]] = {
    "pagat": ("pagat",),
    "app": ("app-a7", "app-a9", "app-a5"),
    "gamerules": ("gamerules",),
    "dutch": ("dutch",),
    "choy": ("choy",),
    HOUSE_RULES: (HOUSE_RULES,),
}
"""Variants (``MatchFacts.variant``) of each rating family, by its name."""

MU: Final = 25.0
SIGMA: Final = MU / 3

BASE_POINTS: Final = 1000
"""Points of a player without a match."""

SCALE: Final = 40
"""Points for one unit of the model's scale."""


@dataclass(frozen=True, slots=True)
class Rating:
    """Estimated strength of a player, its mean ``mu`` and standard deviation ``sigma``.

    ``matches`` is the number of rated matches, ``wins`` that of those won.
    """

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0
    wins: int = 0

    @property
    def ordinal(self) -> float:
        """Lower bound of the strength, three standard deviations below the mean; ranks players."""
        return self.mu - 3 * self.sigma

    @property
    def points(self) -> int:
        """Ordinal on the scale shown to players.

        >>> Rating().points
        1000
        """
        return round(BASE_POINTS + SCALE * self.ordinal)


def family_of(variant: str) -> str:
    """Return the rating family of a variant, or the family of that name.

    Raises ``SchwimmenError`` for an unknown name.

    >>> family_of("app-a5"), family_of("app"), family_of("own")
    ('app', 'app', 'own')
    """
    for family, variants in RATING_FAMILIES.items():
        if variant == family or variant in variants:
            return family
    raise SchwimmenError(
        f"unknown variant {quote(variant)}: {suggest(variant, RATING_FAMILIES)}",
        "unknown_variant",
        variant=variant,
        variants=tuple(RATING_FAMILIES),
    )


def updated_ratings(
    places: Sequence[int], names: Sequence[str | None], before: Mapping[str, Rating]
) -> dict[str, Rating]:
    """Return the ratings of all named players after a match.

    ``places`` are the placings of the seats, ``names`` the rated players there. A seat without a
    name (``None``) counts as a new player and is not rated. A name at several seats (bots of one
    level) gets a match for each, and the mean of their new ratings.

    Raises ``ValueError`` if ``places`` and ``names`` differ in length, and ``MissingExtra`` without
    openskill.

    >>> after = updated_ratings([1, 2], ["anna", "bot:greedy"], {})
    >>> after["anna"].points > 1000, after["anna"].wins, after["bot:greedy"].wins
    (True, 1, 0)
    """
    newcomer = Rating()
    model = _model()
    teams = [
        [model.create_rating([one.mu, one.sigma])]
        for one in (newcomer if name is None else before.get(name, newcomer) for name in names)
    ]
    if len(places) != len(teams):
        raise ValueError(f"{len(places)} places for {len(teams)} seats")
    moved = model.rate(teams, ranks=list(map(float, places)))
    seats: dict[str, list[int]] = {}
    for seat, name in enumerate(names):
        if name is not None:
            seats.setdefault(name, []).append(seat)
    after = {}
    for name, own_seats in seats.items():
        old = before.get(name, newcomer)
        after[name] = Rating(
            mu=sum(moved[seat][0].mu for seat in own_seats) / len(own_seats),
            sigma=sum(moved[seat][0].sigma for seat in own_seats) / len(own_seats),
            matches=old.matches + len(own_seats),
            wins=old.wins + sum(places[seat] == 1 for seat in own_seats),
        )
    return after


def _model() -> PlackettLuce:
    require_extra("ratings", "rating players")
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MU, sigma=SIGMA)
