"""Outcomes of a round as arrays, from which compiled functions build equity models."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any, Final, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array
from schwimmen.rules.core.rows import MAX_SEATS
from schwimmen.rules.core.state import RecordArray
from schwimmen.rules.options import OptionValue

from ..rule_similarity import catalogue_of
from .loss_frequencies import LossFrequencies, measured
from .model import FEW_SEATS, OUTCOME_DTYPE, pack_lives

# With more than a few seats, outcomes rarer than this are left out; that is most of them.
_RARE: Final = 1 / 2500

FREQUENCY_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("first", np.int64),  # outcome by position
            ("symmetric", np.int64),  # first outcome as if positions did not matter
            ("last", np.int64),  # outcome, exclusive
            ("extra", np.float64, (MAX_SEATS,)),  # as in a ``SIZE_DTYPE``
        ],
    )
)
FrequencyArray: TypeAlias = Annotated[NDArray[Any], Array(FREQUENCY_DTYPE, 0)]


class FrequencyRecord(Protocol):
    """One record of ``FREQUENCY_DTYPE``."""

    first: int
    symmetric: int
    last: int
    extra: NDArray[np.float64]


class OutcomeTables(NamedTuple):
    """Outcomes of a round for families of rules and numbers of seats.

    ``frequencies[place]`` locates the ``outcomes`` for the rules and the number of seats in
    ``catalogue[place]``.
    """

    catalogue: RecordArray
    frequencies: RecordArray
    outcomes: RecordArray


def outcome_tables(
    entries: Iterable[tuple[Mapping[str, OptionValue], LossFrequencies]],
) -> OutcomeTables:
    """Return the tables for loss frequencies, each with the options of its rules."""
    known = list(entries)
    frequencies = np.zeros(len(known), FREQUENCY_DTYPE)
    outcomes: list[tuple[int, float]] = []
    for row, (_, found) in zip(frequencies, known, strict=True):
        by_position = _without_rare(found)
        row["first"] = len(outcomes)
        outcomes += _records(by_position)
        row["symmetric"] = len(outcomes)
        outcomes += _records(_symmetrized(by_position))
        row["last"] = len(outcomes)
        row["extra"][: found.seats] = _excess_losses(by_position)
    catalogue = catalogue_of((found.seats, options) for options, found in known)
    return OutcomeTables(catalogue, frequencies, np.array(outcomes, OUTCOME_DTYPE))


@lru_cache(maxsize=1)
def measured_tables() -> OutcomeTables:
    """Return the tables for all measured loss frequencies, computed once.

    Raises ``SchwimmenError`` if the package's frequencies file is damaged.
    """
    return outcome_tables(
        (family.options, family.frequencies(seats)) for family, seats in measured()
    )


def _records(found: LossFrequencies) -> Iterator[tuple[int, float]]:
    return zip(map(pack_lives, found.lives.tolist()), found.probability.tolist(), strict=True)


def _without_rare(found: LossFrequencies) -> LossFrequencies:
    """Return the frequencies without rare outcomes, if there are more than a few seats."""
    if found.seats <= FEW_SEATS:
        return found
    kept = found.probability >= _RARE
    probability = found.probability[kept]
    return LossFrequencies(found.lives[kept], probability / probability.sum())


def _symmetrized(found: LossFrequencies) -> LossFrequencies:
    """Return the frequencies averaged over all permutations of the positions."""
    shapes: Counter[tuple[int, ...]] = Counter()
    for lives, probability in zip(found.lives.tolist(), found.probability, strict=True):
        shapes[tuple(sorted(lives))] += probability
    lives_of, probabilities = [], []
    for shape, probability in shapes.items():
        permutations = _permutations(shape)
        lives_of += permutations
        probabilities += [probability / len(permutations)] * len(permutations)
    return LossFrequencies(np.array(lives_of, np.int64), np.array(probabilities))


def _permutations(numbers: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return all distinct permutations of sorted numbers."""
    if not numbers:
        return [()]
    return [
        (number, *others)
        for place, number in enumerate(numbers)
        if place == 0 or number != numbers[place - 1]
        for others in _permutations(numbers[:place] + numbers[place + 1 :])
    ]


def _excess_losses(found: LossFrequencies) -> NDArray[np.float64]:
    """Return the expected number of lives that each position will still cost beyond the average.

    As the deal passes on, a seat moves through all positions, next to the one before its own. The
    running sum of their excess losses is periodic; its mean is returned.
    """
    beyond = found.probability @ found.lives
    beyond -= beyond.mean()
    sums = [np.roll(beyond, rounds) for rounds in range(found.seats)]
    mean: NDArray[np.float64] = np.cumsum(sums, axis=0).mean(axis=0)
    return mean
