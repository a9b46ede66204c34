"""Frequencies of the lives lost in a round, by position in the order of play.

They are measured by self-play (``schwimmen.training.measure_frequencies``) for several families of
rules and stored in the package. Other rules use the nearest family that was measured for their
number of players.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.core.state import RecordArray, rules_array
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.options import OptionValue
from schwimmen.rules.ruleset import RuleSet

from ..rule_similarity import catalogue_of, nearest_family

FORMAT: Final = "schwimmen-frequencies/1"

_Counts: TypeAlias = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class LossFrequencies:
    """Outcomes of a round and their probabilities.

    ``lives[outcome, position]`` are the lives lost, by position in the order of play from the
    leader to the dealer. ``probability`` sums to 1.
    """

    lives: NDArray[np.int64]
    probability: NDArray[np.float64]

    @property
    def seats(self) -> int:
        """Number of seats in the round."""
        return int(self.lives.shape[1])


@dataclass(frozen=True, slots=True)
class RuleFamily:
    """Options of the rules under which losses were measured (``relevant_options``), and counts.

    ``counts`` has, for every number of seats, the number of rounds by outcome; an outcome is
    written as the lives lost, one digit for each position.
    """

    options: Mapping[str, OptionValue]
    counts: Mapping[int, _Counts]

    def frequencies(self, seats: int) -> LossFrequencies:
        """Return the measured frequencies for a number of seats."""
        counts = self.counts[seats]
        lives = np.array([[int(digit) for digit in code] for code in counts], np.int64)
        number = np.array(list(counts.values()), np.float64)
        return LossFrequencies(lives, number / number.sum())


def content_digest(content: Mapping[str, Any]) -> str:
    """Return the checksum of a frequencies file: a hash of everything else in it."""
    rest = {name: value for name, value in content.items() if name != "sha256"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read_families(path: Path) -> tuple[RuleFamily, ...]:
    """Return the families of rules in a frequencies file.

    Raises ``SchwimmenError``, naming the file, if it is unreadable, damaged or of another format.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _bad_file(path, f"cannot be read: {error.strerror or error}") from None
    except ValueError:
        raise _bad_file(path, "is damaged: it is not JSON") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise _bad_file(path, f"is not in the format {FORMAT}")
    if content.get("sha256") != content_digest(content):
        raise _bad_file(path, "is damaged: its content does not match its hash")
    return tuple(
        RuleFamily(
            family["options"],
            {int(seats): counts for seats, counts in family["counts"].items()},
        )
        for family in content["families"]
    )


@lru_cache(maxsize=1)
def measured() -> tuple[tuple[RuleFamily, int], ...]:
    """Return every measured family of rules with each number of seats, as in the catalogue.

    Raises ``SchwimmenError`` if the package's frequencies file is damaged.
    """
    families = read_families(Path(str(files("schwimmen.players") / "data" / "frequencies.json")))
    return tuple((family, seats) for family in families for seats in family.counts)


@lru_cache(maxsize=1)
def frequencies_catalogue() -> RecordArray:
    """Return the catalogue of ``measured``."""
    return catalogue_of((seats, family.options) for family, seats in measured())


@lru_cache(maxsize=256)
def loss_frequencies_for(rules: RuleSet, seats: int) -> LossFrequencies:
    """Return the loss frequencies of the nearest measured rules for a number of seats.

    Raises ``SchwimmenError`` if the package's frequencies file is damaged.

    >>> found = loss_frequencies_for(RuleSet("pagat"), 2)
    >>> leader, dealer = found.probability @ (found.lives > 0)
    >>> bool(leader < dealer)
    True
    """
    family, _ = measured()[nearest_family(rules_array(rules), seats, frequencies_catalogue())]
    return family.frequencies(seats)


def _bad_file(path: Path, reason: str) -> SchwimmenError:
    return SchwimmenError(f"{path}: {reason}", "bad_frequencies", file=str(path))
