"""Taking a person out of a table that others keep."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from itertools import count
from typing import Any

from pydantic import ValidationError

from schwimmen.rules.errors import SchwimmenError

from .log import read_event
from .shuffles import agreement_of


def stand_in(seat: int, taken: Collection[str]) -> str:
    """A name for whoever sat there that says nothing of them; unlike the ``taken`` ones.

    >>> stand_in(0, ["Player 1", "Berta"])
    'Player 1*'
    """
    name = f"Player {seat + 1}"
    while name in taken:
        name += "*"
    return name


def without_player(
    bodies: Iterable[dict[str, Any]], player: str, name: str
) -> list[dict[str, Any]]:
    """The bodies of a log that name the player id, without it, and with ``name`` beside it.

    What was played stays: the log plays as before. The seats of the match are nobody's; whoever sat
    down, or was expected, before it has an id that nobody else in the log has, and no player ever.
    What the server had committed to with the name in it is noted with the start of the match.
    Bodies that no version of today's can read are changed all the same.
    """
    before = list(bodies)
    known = str(before)
    nobody = next(one for one in (f"nobody.{number}" for number in count(1)) if one not in known)
    changed = []
    for body in before:
        after = _without(body, player, name, nobody)
        if after == body:
            continue
        if body.get("seed") is not None and (committed := _committed(before)):
            after["committed"] = committed
        changed.append(after)
    return changed


def _without(value: Any, player: str, name: str, nobody: str | None) -> Any:
    match value:
        case dict() if value.get("player") == player:
            own = {"name": name} if "name" in value else {}
            return value | own | {"player": nobody}
        case dict():
            # To whom no seat belongs nobody comes back, and nothing counts.
            return {
                key: _without(one, player, name, None if key == "seats" else nobody)
                for key, one in value.items()
            }
        case list():
            return [_without(one, player, name, nobody) for one in value]
        case _:
            return value


def _committed(bodies: Sequence[dict[str, Any]]) -> list[str]:
    """What the server has committed to, attempt by attempt; nothing in a log that plays no more."""
    with suppress(ValidationError, SchwimmenError):
        agreement = agreement_of([read_event(body) for body in bodies])
        if agreement is not None:
            return [attempt.commitment for attempt in agreement.attempts]
    return []
