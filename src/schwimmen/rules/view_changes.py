"""Changes from one view of a match to another as JSON text (docs/wire.md), for servers."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from .actions import ACTION_KINDS
from .cards import mask_of
from .core import view_changes as kernel
from .core.json_text import MOST_TEXT
from .core.state import VIEW_DTYPE, RecordArray
from .view import View
from .view_builder import ASIDE, decoder_of_view

_FIELDS: Final = VIEW_DTYPE.fields
assert _FIELDS is not None
_HAND: Final[int] = _FIELDS["hand"][1] // 8


def has_hand(view: View) -> bool:
    """Return whether a view shows its seat a hand."""
    return bool(decoder_of_view(view).numbers[_HAND])


def public_changes(old: View, new: View) -> str:
    """Return the changed members of the public part of a view, without history and result.

    Both views are of one match, and made by it. The text is empty if nothing has changed.
    """
    before, after = decoder_of_view(old), decoder_of_view(new)
    text = np.empty(MOST_TEXT, np.uint8)
    end = kernel.public_changes(
        after.ruled,
        before.numbers,
        after.numbers,
        np.frombuffer(before.past.last_names, np.uint8),
        np.frombuffer(after.past.last_names, np.uint8),
        text,
    )
    return _decoded(text, end)


def own_changes(old: View, new: View, kinds: tuple[str, ...]) -> str:
    """Return the changed members of the private part of a seat's view, with its choices.

    On its turn it has the reasons for which ``kinds`` of action are refused. Both views are made by
    one match.
    """
    assert new.seat is not None
    before, after = decoder_of_view(old), decoder_of_view(new)
    text = np.empty(MOST_TEXT, np.uint8)
    end = kernel.own_changes(
        after.ruled,
        before.numbers,
        after.numbers,
        before.choice_records,
        before.choice_count,
        after.choice_records,
        after.choice_count,
        new.seat,
        _mask_of(kinds),
        text,
    )
    return _decoded(text, end)


def aside_changed(old: View, new: View) -> bool:
    """Return whether the cards laid aside differ; they are not among the changes."""
    return decoder_of_view(old).memory[ASIDE:] != decoder_of_view(new).memory[ASIDE:]


@lru_cache(maxsize=64)
def _mask_of(kinds: tuple[str, ...]) -> int:
    return mask_of(place for place, kind in enumerate(ACTION_KINDS) if kind in kinds)


def _decoded(text: RecordArray, end: int) -> str:
    """Return a text without the comma at its end."""
    return text[: max(0, end - 1)].tobytes().decode("ascii")
