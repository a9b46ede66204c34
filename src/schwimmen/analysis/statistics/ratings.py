"""Who came where in a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schwimmen.rules.errors import SchwimmenError

if TYPE_CHECKING:
    from schwimmen.rules import Match
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from schwimmen.rules.errors import quote, suggest

from .facts import HOUSE_RULES

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


def placings(match: Match) -> tuple[int, ...]:
    """The place of every seat, from 1; seats that came equally far have the same.

    Whoever has won is first (R23, R24, R31). In a game for lives the others stand in the order in
    which they were out, the last of them first; in one for points by their points.

    Raises ``SchwimmenError`` while the match goes on.

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
    merits = [(seat in match.winners, reached[seat]) for seat in seats]
    return tuple(1 + sum(other > mine for other in merits) for mine in merits)


RATING_FAMILIES: Final[Mapping[str, tuple[str, ...]]] = {
    "pagat": ("pagat",),
    "app": ("app-a7", "app-a9", "app-a5"),
    "gamerules": ("gamerules",),
    "dutch": ("dutch",),
    "choy": ("choy",),
    HOUSE_RULES: (HOUSE_RULES,),
}
"""The variants (``MatchFacts.variant``) of each family, by its name."""

MU: Final = 25.0
SIGMA: Final = MU / 3

BASE_POINTS: Final = 1000
"""The points of whoever has not played yet."""

SCALE: Final = 40
"""Points for one step of the model's scale."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of somebody's strength, and from how many matches."""

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0
    wins: int = 0

    @property
    def ordinal(self) -> float:
        """The strength that somebody has at least, almost certainly: who is ahead of whom."""
        return self.mu - 3 * self.sigma

    @property
    def points(self) -> int:
        """The same on a friendly scale.

        >>> Rating().points
        1000
        """
        return round(BASE_POINTS + SCALE * self.ordinal)


def family_of(variant: str) -> str:
    """The family of a variant, or the family of that name.

    Raises ``SchwimmenError`` for neither.

    >>> family_of("app-a5"), family_of("app"), family_of("own")
    ('app', 'app', 'own')
    """
    for family, variants in RATING_FAMILIES.items():
        if variant == family or variant in variants:
            return family
    raise SchwimmenError(
        f"there is no variant {quote(variant)}: {suggest(variant, RATING_FAMILIES)}",
        "unknown_variant",
        variant=variant,
        variants=tuple(RATING_FAMILIES),
    )


def updated_ratings(
    places: Sequence[int], who: Sequence[str | None], before: Mapping[str, Rating]
) -> dict[str, Rating]:
    """The ratings after a match in which the seats came to these places.

    ``who`` names for every seat whose strength it shows; nobody's is known of ``None``, who counts
    as a newcomer. Somebody at several seats (bots of one level) has a match for each, and moves by
    the mean of what those seats would have moved. Raises ``ValueError`` where seats do not fit
    places.

    >>> after = rated([1, 2], ["anna", "bot:greedy"], {})
    >>> after["anna"].points > 1000, after["anna"].wins, after["bot:greedy"].wins
    (True, 1, 0)
    """
    newcomer = Rating()
    model = _model()
    teams = [
        [model.create_rating([one.mu, one.sigma])]
        for one in (newcomer if name is None else before.get(name, newcomer) for name in who)
    ]
    if len(places) != len(teams):
        raise ValueError("there are not as many places as seats")
    moved = model.rate(teams, ranks=list(map(float, places)))
    seats: dict[str, list[int]] = {}
    for seat, name in enumerate(who):
        if name is not None:
            seats.setdefault(name, []).append(seat)
    after = {}
    for name, mine in seats.items():
        old = before.get(name, newcomer)
        after[name] = Rating(
            mu=sum(moved[seat][0].mu for seat in mine) / len(mine),
            sigma=sum(moved[seat][0].sigma for seat in mine) / len(mine),
            matches=old.matches + len(mine),
            wins=old.wins + sum(places[seat] == 1 for seat in mine),
        )
    return after


def _model() -> PlackettLuce:
    # Imported late: reading a record needs no model.
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MU, sigma=SIGMA)
