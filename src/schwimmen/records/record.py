"""Match records: keys and values, checked before any action is played."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from schwimmen.rules.cards import Card, card_names, parse_order
from schwimmen.rules.errors import CardError, RuleSetError, quote
from schwimmen.rules.ruleset import RULES_VERSION, RuleSet

from .reader import RecordError, parse_json

if TYPE_CHECKING:
    from schwimmen.rules import Match, Round


FORMAT: Final = "schwimmen-match/1"
"""Format that the field ``format`` of a record names (RECORD.md)."""


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """Round of a record: its pack in the order of the deal (R4), its shuffles and actions.

    ``shuffles`` are texts, parsed during replay: their cards depend on the actions.
    """

    pack: tuple[Card, ...]
    shuffles: tuple[str, ...]
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """Match record with valid keys, not yet checked against the rules by ``replay``.

    ``data`` is the JSON object, with all further keys.
    """

    rules: RuleSet
    players: tuple[str, ...]
    dealer: int
    rounds: tuple[RecordedRound, ...]
    data: Mapping[str, Any]


def load(text: str) -> Record:
    """Return the record in a JSON text.

    Raises ``RecordError`` with the key, option or card at fault, and its round, if any.

    >>> record = load('{"format": "schwimmen-match/1", "rules": {"preset": "dutch"}, '
    ...     '"players": ["North", "East"], "dealer": 0, "rounds": []}')
    >>> record.rules.lives, record.players
    (6, ('North', 'East'))
    """
    return read_record(parse_json(text))


def read_record(data: object) -> Record:
    """Return the record in a JSON value. Raises ``RecordError`` as ``load`` does."""
    if not isinstance(data, dict):
        raise RecordError(f"a record is an object, not {quote(data)}")
    format_ = require(data, "format", str)
    if format_ != FORMAT:
        raise RecordError(f'unknown format {quote(format_)}: "format" must be "{FORMAT}"')
    rules = _read_rules(require(data, "rules", dict))
    players = _strings(data, "players")
    try:
        rules.check_players(len(players))
    except RuleSetError as error:
        raise RecordError(f'"players": {error}') from None
    dealer = require(data, "dealer", int)
    if not 0 <= dealer < len(players):
        raise RecordError(
            f'"dealer" is not a seat: {quote(dealer)}; the seats are 0 to {len(players) - 1}'
        )
    rounds = tuple(
        _read_round(round_, rules, number)
        for number, round_ in enumerate(require(data, "rounds", list), 1)
    )
    return Record(rules, players, dealer, rounds, data)


def _read_rules(data: dict[str, Any]) -> RuleSet:
    preset = require(data, "preset", str, "rules.")
    options = require(data, "options", dict, "rules.") if "options" in data else {}
    try:
        return RuleSet(preset, options)
    except RuleSetError as error:
        raise RecordError(str(error)) from None


def _read_round(data: object, rules: RuleSet, number: int) -> RecordedRound:
    try:
        if not isinstance(data, dict):
            raise RecordError(f"a round is an object, not {quote(data)}")
        pack = parse_order(require(data, "pack", str), rules.cards, "pack")
        shuffles = _strings(data, "shuffles") if "shuffles" in data else ()
        actions = require(data, "actions", list)
        for place, action in enumerate(actions, 1):
            if not isinstance(action, str):
                raise RecordError(f'"actions" must hold strings, not {quote(action)}', action=place)
        return RecordedRound(pack, shuffles, tuple(actions))
    except RecordError as error:
        raise RecordError(error.reason, number, error.action) from None
    except CardError as error:
        raise RecordError(str(error), number) from None


_KINDS: Final[dict[type, str]] = {
    str: "a string",
    int: "an integer",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


def require(data: Mapping[str, Any], key: str, kind: type, within: str = "") -> Any:
    """Return the value of a key. Raises ``RecordError`` if it is missing or of another type."""
    if key not in data:
        raise RecordError(f'the key "{within}{key}" is missing')
    value = data[key]
    if type(value) is not kind:  # a bool is an int, but not an integer of JSON
        raise RecordError(f'"{within}{key}" must be {_KINDS[kind]}, not {quote(value)}')
    return value


def _strings(data: dict[str, Any], key: str) -> tuple[str, ...]:
    values = require(data, key, list)
    for value in values:
        if not isinstance(value, str):
            raise RecordError(f'"{key}" must hold strings, not {quote(value)}')
    return tuple(values)


def record_of(match: Match, *, finished_only: bool = False, **further: Any) -> dict[str, Any]:
    """Return the record of a match in canonical form, with ``further`` keys at its end.

    An unfinished round comes last, unless ``finished_only`` omits it: its pack reveals cards that
    are still hidden (R33).

    Raises ``RecordError`` for a study pack, which records do not allow, for a match set up from a
    position, of which the deal is unknown, and for a further key that is one of the record's own.

    >>> from schwimmen.rules import Match
    >>> record = record_of(Match("pagat", players=["North", "East"], seed=1), event="Stammtisch")
    >>> record["rules"], record["players"], record["event"]
    ({'preset': 'pagat', 'options': {}}, ['North', 'East'], 'Stammtisch')
    """
    record = _record(match.rules, match.players, match.first_dealer, match.rounds, further)
    if finished_only and match.rounds and not match.round.over:
        del record["rounds"][-1]
    return record


def record_of_round(round_: Round, players: Sequence[str], **further: Any) -> dict[str, Any]:
    """Return the record of a round by itself, as the first round of a match that stopped after it.

    Raises ``RecordError`` as ``record_of`` does.

    >>> from schwimmen.rules import Round, RuleSet
    >>> record = record_of_round(Round("dutch", 2, RuleSet("dutch").cards), ["North", "East"])
    >>> record["players"], len(record["rounds"])
    (['North', 'East'], 1)
    """
    return _record(round_.rules, players, round_.dealer, [round_], further)


def _record(
    rules: RuleSet,
    players: Sequence[str],
    dealer: int,
    rounds: Sequence[Round],
    further: Mapping[str, Any],
) -> dict[str, Any]:
    if not rules.standard_pack:
        raise RecordError("a match with a study pack cannot be written as a record")
    if any(round_.history[0].kind == "position" for round_ in rounds[:1]):
        raise RecordError("a match set up from a position cannot be written as a record")
    record = {
        "format": FORMAT,
        "rules": {"preset": rules.preset, "options": dict(rules.changed)},
        "players": list(players),
        "dealer": dealer,
        "rounds": [
            {
                "pack": card_names(round_.pack),
                "shuffles": [card_names(order) for order in round_.shuffles],
                "actions": list(round_.actions),
            }
            for round_ in rounds
        ],
        "rules_version": RULES_VERSION,
    }
    for key in further.keys() & record.keys():
        raise RecordError(f'"{key}" is a key of every record and cannot be a further one')
    return record | dict(further)


def dumps(data: Mapping[str, Any]) -> str:
    """Return a record or a result as one line of JSON.

    Raises ``RecordError`` for a value that JSON cannot hold.
    """
    try:
        text = json.dumps(data, ensure_ascii=False, allow_nan=False)
        text.encode()
    except UnicodeEncodeError:  # an unpaired surrogate, which JSON can hold only as an escape
        return json.dumps(data)
    except RecursionError:
        raise RecordError("the record is nested too deeply to be written") from None
    except ValueError:
        raise RecordError("the record holds a number that is too large to be written") from None
    return text
