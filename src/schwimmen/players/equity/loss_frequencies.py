"""How often a round costs whom how many lives, by place in the order of play.

It is measured by self-play (``schwimmen.training.measure_frequencies``) for some families of rules,
and kept in the package. Other rules use the family that is most like them: every option that
differs counts as much as it weighs, and of the families with that many players the nearest is used.
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

from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.options import OptionValue
from schwimmen.rules.ruleset import RuleSet

from ..rule_similarity import relevant_options, rule_distance

FORMAT: Final = "schwimmen-frequencies/1"

_Counts: TypeAlias = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class LossFrequencies:
    """What a round can cost, and how likely it is.

    ``lives[outcome, place]`` are the lives lost, by place in the order of play: who leads comes
    first, the dealer last. ``probability`` sums to 1.
    """

    lives: NDArray[np.int64]
    probability: NDArray[np.float64]

    @property
    def seats(self) -> int:
        """How many seats play the round."""
        return int(self.lives.shape[1])


@dataclass(frozen=True, slots=True)
class RuleFamily:
    """Rules under which losses were measured: their options (``relevant_options``), and the counts.

    ``counts`` has for every number of seats how many rounds cost so many lives, written as one
    digit a place.
    """

    options: Mapping[str, OptionValue]
    counts: Mapping[int, _Counts]

    def frequencies(self, seats: int) -> LossFrequencies:
        """What was measured for so many seats."""
        counts = self.counts[seats]
        lives = np.array([[int(digit) for digit in code] for code in counts], np.int64)
        number = np.array(list(counts.values()), np.float64)
        return LossFrequencies(lives, number / number.sum())


def content_digest(content: Mapping[str, Any]) -> str:
    """The hash that belongs into a file of frequencies, of everything else in it."""
    rest = {name: value for name, value in content.items() if name != "sha256"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read_families(path: Path) -> tuple[RuleFamily, ...]:
    """The families of rules in a file of frequencies.

    Raises ``SchwimmenError``, which names the file, where it cannot be read, is something else or
    not what was written.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _unusable(path, f"cannot be read: {error.strerror or error}") from None
    except ValueError:
        raise _unusable(path, "is damaged: it is not JSON") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise _unusable(path, f"is no file of frequencies in the format {FORMAT}")
    if content.get("sha256") != content_digest(content):
        raise _unusable(path, "is damaged: its content does not have the hash it names")
    return tuple(
        RuleFamily(
            family["options"],
            {int(seats): counts for seats, counts in family["counts"].items()},
        )
        for family in content["families"]
    )


@lru_cache(maxsize=1)
def _measured() -> tuple[RuleFamily, ...]:
    return read_families(Path(str(files("schwimmen.players") / "data" / "frequencies.json")))


@lru_cache(maxsize=256)
def loss_frequencies_for(rules: RuleSet, seats: int) -> LossFrequencies:
    """What a round by these rules costs so many seats, or by the rules most like them.

    Raises ``SchwimmenError`` where the package's file of frequencies is damaged.

    >>> found = loss_frequencies_for(RuleSet("pagat"), 2)
    >>> leader, dealer = found.probability @ (found.lives > 0)
    >>> bool(leader < dealer)
    True
    """
    known = [family for family in _measured() if seats in family.counts]
    nearest = min(known, key=lambda family: rule_distance(family.options, relevant_options(rules)))
    return nearest.frequencies(seats)


def _unusable(path: Path, why: str) -> SchwimmenError:
    return SchwimmenError(f"{path}: {why}", "bad_frequencies", file=str(path))
