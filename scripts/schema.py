"""Records of compiled functions, from the classes that declare their fields.

python scripts/schema.py     rewrite the modules of ``MODULES``
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from schwimmen.analysis.match_review.moments import (
    Change,
    ReviewedAction,
    ReviewedDecision,
    ReviewedMoment,
)
from schwimmen.analysis.match_review.review import PlayerReview, Swing
from schwimmen.analysis.statistics.facts import MatchFacts, RoundFacts
from schwimmen.players.value_function import Estimate, Reason
from schwimmen.rules.schema import CARD_ROW, REAL, RECORDS, REFUSALS, Field, fields_of
from schwimmen.rules.view import Choice, Loss, RoundEvent, RoundResult, SeatView, View

PACKAGE: Final = Path(__file__).parent.parent / "src/schwimmen"

COMPLETED: Final = {RECORDS.name, "gradeCounts", "reasonNumbers"}
"""Kinds of fields whose numbers the record that is completed by hand has."""

TYPES: Final = {
    CARD_ROW.name: "Pack",
    REFUSALS.name: "PerActionKind",
    **dict.fromkeys((REAL.name, "rateOrNull"), "Annotated[float, np.float64]"),
}
"""Types of numbers by the kind of their field, where it is not ``int``."""


@dataclass(frozen=True)
class Module:
    """Generated module: its path, what its records are of, its imports, and its classes.

    Each class, by its name, has the numbers of one or more classes that declare fields; those of
    ``Numbers`` are completed by hand elsewhere. ``dtypes`` is whether the others have dtypes here.
    """

    path: str
    subject: str
    imports: str
    classes: dict[str, tuple[type, ...]]
    dtypes: bool = False

    @property
    def target(self) -> Path:
        """Path of the file."""
        return PACKAGE / self.path

    def content(self) -> str:
        """Return the expected content of the file."""
        return "\n".join([self._head(), *self._lines()])

    def _head(self) -> str:
        return f'''"""Numbers of records of {self.subject}; scripts/schema.py writes this file.

Each class has the numbers that encode the fields of the classes in its docstring.
"""

from __future__ import annotations

{self.imports}'''

    def _lines(self) -> Iterator[str]:
        for name, declaring in self.classes.items():
            yield f"\nclass {name}(Protocol):"
            names = " and ".join(f"``{one.__name__}``" for one in declaring)
            yield f'    """Numbers of {names}."""\n'
            known = set[str]()
            for one in declaring:
                yield from _numbers(one, known)
            yield ""
            if self.dtypes and name.endswith("Record"):
                stem = name.removesuffix("Record")
                yield f"\n{dtype_name(stem)}: Final = record_dtype({name})\n"


MODULES: Final = (
    Module(
        "rules/core/records.py",
        "views",
        "from typing import Protocol\n\nfrom .rows import Pack, PerActionKind, PerSeat\n",
        {
            "SeatRecord": (SeatView,),
            "ViewNumbers": (View,),
            "ChoiceRecord": (Choice,),
            "EventRecord": (RoundEvent,),
            "ResultNumbers": (RoundResult,),
            "LossRecord": (Loss,),
            "FactsRecord": (RoundFacts,),
            "MatchFactsRecord": (MatchFacts,),
        },
    ),
    Module(
        "players/search/reasons/numbers.py",
        "reasons",
        "from typing import Annotated, Protocol\n\nimport numpy as np\n",
        {"ReasonNumbers": (Reason,)},
    ),
    Module(
        "analysis/match_review/numbers.py",
        "reviews",
        "from typing import Annotated, Final, Protocol\n\n"
        "import numpy as np\n\n"
        "from schwimmen.players.search.reasons.records import REASON_DTYPE, ReasonRecord\n"
        "from schwimmen.rules.core.rows import Records\n"
        "from schwimmen.rules.core.state import record_dtype\n",
        {
            "EstimateRecord": (Estimate,),
            "ReviewedActionRecord": (ReviewedAction,),
            "ChangeRecord": (Change,),
            "SwingRecord": (Swing,),
            "MomentNumbers": (ReviewedMoment, ReviewedDecision),
            "PlayerNumbers": (PlayerReview,),
        },
        dtypes=True,
    ),
)


def dtype_name(name: str) -> str:
    """Return the name of the dtype of a class's record.

    >>> dtype_name("ReviewedAction")
    'REVIEWED_ACTION_DTYPE'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).upper() + "_DTYPE"


def _numbers(declaring: type, known: set[str]) -> Iterator[str]:
    """Yield the numbers of which a class's fields are made, other than those known."""
    for field in fields_of(declaring):
        if field.made is not None and field.row is None:
            yield from _numbers(field.made, known)
        if not field.stored or field.number in known:
            continue
        if field.kind is not None and field.kind.name in COMPLETED:
            continue
        known.add(field.number)
        count = f"{field.number}_count" if field.kind is CARD_ROW else field.row and field.row.count
        if count and count not in known:
            known.add(count)
            yield f"    {count}: int"
        yield f"    {field.number}: {_type_of(field)}"
        if field.kind is not None and field.kind.meaning:
            yield f'    """{field.kind.meaning}"""'


def _type_of(field: Field) -> str:
    if field.row is not None:
        name = field.made.__name__
        record = f"Records[{name}Record], {dtype_name(name)}, ({field.row.length},)"
        return f"Annotated[{record}]"
    if field.per_seat is not None:
        return "PerSeat"
    return TYPES.get(field.kind.name, "int") if field.kind else "int"


if __name__ == "__main__":
    for module in MODULES:
        module.target.write_text(module.content(), encoding="utf-8")
