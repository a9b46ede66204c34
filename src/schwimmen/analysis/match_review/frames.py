"""Reviews as data frames of pandas or polars."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

from schwimmen.extras import MissingExtra
from schwimmen.rules.errors import SchwimmenError, quote, suggest

if TYPE_CHECKING:
    from .review import Review

Rows: TypeAlias = Literal["decisions", "actions", "moments"]
"""Row of a data frame: a decision, one of its actions, or a seat at a moment."""

DEFAULT_ROWS: Final = "decisions"


def frame_of(review: Review, rows: Rows) -> Any:
    """Return a data frame of a review, as ``Review.to_dataframe`` describes it."""
    if rows not in get_args(Rows):
        raise SchwimmenError(f"unknown rows {quote(rows)}: {suggest(rows, get_args(Rows))}")
    library = next((name for name in ("pandas", "polars") if find_spec(name)), None)
    if library is None:
        raise MissingExtra(
            "a data frame needs pandas or polars: pip install pandas", "not_installed"
        )
    records = {"decisions": _decisions, "actions": _actions, "moments": _moments}[rows](review)
    return import_module(library).DataFrame(list(records))


def _decisions(review: Review) -> Iterator[dict[str, Any]]:
    for moment in review.moments:
        if (decision := moment.decision) is not None:
            yield {
                "moment": moment.number,
                "round": moment.round,
                "seat": decision.seat,
                "player": review.names[decision.seat],
                "action": decision.chosen.action,
                "best": decision.best.action,
                "value": decision.chosen.value,
                "loss": decision.chosen.loss,
                "loss_error": decision.chosen.loss_error,
                "grade": decision.grade,
                "only_move": decision.only_move,
                "as_good": len(decision.as_good),
                "actions": len(decision.actions),
            }


def _actions(review: Review) -> Iterator[dict[str, Any]]:
    for moment in review.moments:
        if (decision := moment.decision) is not None:
            for one in decision.actions:
                yield {
                    "moment": moment.number,
                    "round": moment.round,
                    "seat": decision.seat,
                    "player": review.names[decision.seat],
                    "action": one.action,
                    "chosen": one == decision.chosen,
                    "value": one.value,
                    "error": one.error,
                    "loss": one.loss,
                    "loss_error": one.loss_error,
                }


def _moments(review: Review) -> Iterator[dict[str, Any]]:
    for moment in review.moments:
        for seat, chance in enumerate(moment.chances):
            change = moment.changes[seat] if moment.changes else None
            yield {
                "moment": moment.number,
                "round": moment.round,
                "seat": seat,
                "player": review.names[seat],
                "by": moment.seat,
                "action": moment.action,
                "chance": chance.value,
                "chance_error": chance.error,
                "luck": change and change.luck,
                "error": change and change.error,
                "others": change and change.others,
            }
