"""Signs that look alike in any script: skeletons as in Unicode Technical Standard 39."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

_TOLD_APART: Final = frozenset("mןต")
"""Signs that honest names differ by, though the standard takes them for others.

Beside "m" for "rn" (Ema, Erna), the Hebrew final nun for a vav (עידן, עידו), and a Thai letter for
its neighbour (สุตา, สุดา).
"""

_MARK: Final = "\u200e"
"""What the data has on both sides of a sign that is written from right to left."""


def skeleton(text: str) -> str:
    """Return what all texts have in common that look like this one; compared, never shown.

    >>> skeleton("Pаul") == skeleton("PauI") == skeleton("Paul") != skeleton("Pauli")
    True
    """
    prototypes = _prototypes()
    plain = unicodedata.normalize("NFD", text)
    drawn = "".join(prototypes.get(sign, sign) for sign in plain)
    return unicodedata.normalize("NFD", drawn)


@cache
def _prototypes() -> Mapping[str, str]:
    """Return for a sign the one, or the few, that stand for all signs that look like it.

    The package's functions compare no two texts, and know no Arabic or Hebrew; its data is sound.
    It names for every sign those that look like it: a prototype in the middle, signs around it. Of
    two alone either may be the prototype, so those of a prototype of several are exchanged as well.
    """
    source = files("confusable_homoglyphs") / "confusables.json"
    near: dict[str, set[str]] = {}
    for sign, others in json.loads(source.read_text(encoding="utf-8")).items():
        near.setdefault(sign.strip(_MARK), set()).update(one["c"].strip(_MARK) for one in others)
    found = {}
    for sign, others in near.items():
        if len(sign) > 1 or len(others) > 1 or sign in _TOLD_APART:
            continue
        (other,) = others
        if len(other) > 1 or len(near[other]) > 1 or other < sign:
            found[sign] = other
    return {sign: "".join(found.get(one, one) for one in to) for sign, to in found.items()}
