"""Matches written as records."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from schwimmen.rules.cards import card_names
from schwimmen.rules.ruleset import RULES_VERSION

from .errors import RecordError
from .record import FORMAT

if TYPE_CHECKING:
    from schwimmen.rules import Match


def record_of(match: Match, *, finished_only: bool = False, **further: Any) -> dict[str, Any]:
    """The record of a match, in the canonical form, with ``further`` keys at its end.

    A round still being played is its last one, unless ``finished_only`` leaves it out: its pack
    tells what nobody may know yet (R33).

    Raises ``RecordError`` for a study pack, which has no place in records, and for a further key
    that is one of the record's own.

    >>> from schwimmen.rules import Match
    >>> record = record_of(Match("pagat", players=["North", "East"], seed=1), event="Stammtisch")
    >>> record["rules"], record["players"], record["event"]
    ({'preset': 'pagat', 'options': {}}, ['North', 'East'], 'Stammtisch')
    """
    if not match.rules.standard_pack:
        raise RecordError("a match with a study pack cannot be written as a record")
    record = {
        "format": FORMAT,
        "rules": {"preset": match.rules.preset, "options": dict(match.rules.changed)},
        "players": list(match.players),
        "dealer": match.first_dealer,
        "rounds": [
            {
                "pack": card_names(round_.pack),
                "shuffles": [card_names(order) for order in round_.shuffles],
                "actions": list(round_.actions),
            }
            for round_ in match.rounds
            if round_.over or not finished_only
        ],
        "rules_version": RULES_VERSION,
    }
    for key in further.keys() & record.keys():
        raise RecordError(f'the key "{key}" of a record cannot be a further one')
    return record | further


def dumps(data: Mapping[str, Any]) -> str:
    """A record or a result as one line of JSON.

    Raises ``RecordError`` for what JSON cannot hold.
    """
    try:
        text = json.dumps(data, ensure_ascii=False, allow_nan=False)
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair, which JSON can only hold as an escape
        return json.dumps(data)
    except RecursionError:
        raise RecordError("the record is nested too deeply to be written") from None
    except ValueError:
        raise RecordError("the record holds a number that is too large to be written") from None
    return text
