"""Records that the compiled rules write, from the classes that declare their fields.

python scripts/schema.py     rewrite src/schwimmen/rules/core/records.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from schwimmen.analysis.statistics.facts import MatchFacts, RoundFacts
from schwimmen.rules.schema import CARD_ROW, RECORDS, REFUSALS, Field, fields_of
from schwimmen.rules.view import Choice, Loss, RoundEvent, RoundResult, SeatView, View

TARGET: Final = Path(__file__).parent.parent / "src/schwimmen/rules/core/records.py"

PROTOCOLS: Final[dict[str, type]] = {
    "SeatRecord": SeatView,
    "ViewNumbers": View,
    "ChoiceRecord": Choice,
    "EventRecord": RoundEvent,
    "ResultNumbers": RoundResult,
    "LossRecord": Loss,
    "FactsRecord": RoundFacts,
    "MatchFactsRecord": MatchFacts,
}
"""Classes by the names of their records; ``state.py`` completes those of ``Numbers``."""

HEAD: Final = '''"""Numbers of the records of views; scripts/schema.py writes them, do not edit.

Each class has the numbers of which the fields of another are made, which explains them.
"""

from __future__ import annotations

from typing import Protocol

from .rows import Pack, PerActionKind, PerSeat
'''


def generated_module() -> str:
    """Return the expected content of the generated file."""
    return "\n".join([HEAD, *(line for one in PROTOCOLS.items() for line in _protocol(*one))])


def _protocol(name: str, declaring: type) -> Iterator[str]:
    yield f"\nclass {name}(Protocol):"
    yield f'    """Numbers of ``{declaring.__name__}``."""\n'
    known = set[str]()
    for field in fields_of(declaring):
        if field.kind is None or not field.stored:
            continue
        if field.kind is RECORDS or field.number in known:
            continue
        known.add(field.number)
        if field.kind is CARD_ROW:
            yield f"    {field.number}_count: int"
        yield f"    {field.number}: {_type_of(field)}"
        if field.kind.meaning:
            yield f'    """{field.kind.meaning}"""'
    yield ""


def _type_of(field: Field) -> str:
    if field.per_seat is not None:
        return "PerSeat"
    return {CARD_ROW.name: "Pack", REFUSALS.name: "PerActionKind"}.get(
        field.kind.name if field.kind else "", "int"
    )


if __name__ == "__main__":
    TARGET.write_text(generated_module(), encoding="utf-8")
