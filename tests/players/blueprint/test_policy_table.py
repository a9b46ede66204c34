"""Blueprints store up to three actions with their probabilities, in memory and in files."""

from __future__ import annotations

import hashlib
import json
import logging
import lzma
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from schwimmen.players import make_player
from schwimmen.players.blueprint import policy_table
from schwimmen.players.blueprint.policy_table import (
    ABSENT,
    NO_BLUEPRINT,
    TOTAL_WEIGHT,
    BlueprintHeader,
    blueprint_for,
    blueprints_version,
    find_policy,
    packed_slot,
    packed_weight,
    read_blueprint,
    read_header,
    write_blueprint,
)
from schwimmen.rules import Match, RuleSet, SchwimmenError

from .blueprints import blueprint_with, random_policies


def found(blueprint: NDArray[np.uint64], key: int) -> dict[int, float] | None:
    """Return the probabilities of the slots in an information set."""
    play = find_policy(blueprint, np.uint64(key))
    if play == ABSENT:
        return None
    shares = {packed_slot(play, which): packed_weight(play, which) for which in range(3)}
    assert sum(packed_weight(play, which) for which in range(3)) == TOTAL_WEIGHT
    return {action: share / TOTAL_WEIGHT for action, share in shares.items() if share}


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        ({3: 5.0}, {3: 1}),
        ({24: 1.0, 0: 1.0}, {24: 0.5, 0: 0.5}),
        ({7: 6.0, 9: 3.0, 1: 1.0}, {7: 0.6, 9: 0.3, 1: 0.1}),
        ({7: 6.0, 9: 3.0, 1: 1.0, 2: 1.0}, {7: 0.6, 9: 0.3, 1: 0.1}),  # the fourth is left out
        ({7: 97.0, 9: 3.0}, {7: 1}),  # rare actions as well
        ({4: 1.0, 5: 1.0, 6: 1.0}, {4: 1 / 3, 5: 1 / 3, 6: 1 / 3}),
    ],
)
def test_policies_are_stored_without_rare_actions(
    played: dict[int, float], expected: dict[int, float]
) -> None:
    blueprint = blueprint_with({0xABCDEF0123456789: played, 0x1111111111111111: {0: 1.0}})
    assert found(blueprint, 0xABCDEF0123456789) == pytest.approx(expected, abs=0.03)


def test_exactly_the_stored_information_sets_are_found() -> None:
    plays = random_policies(1, 500)
    blueprint = blueprint_with(plays)
    assert len(blueprint) >= 1.5 * len(plays)
    assert np.count_nonzero(blueprint) == len(plays)
    for key, play in plays.items():
        shares = found(blueprint, key)
        assert shares is not None
        assert shares.keys() <= play.keys()
        assert max(play, key=play.__getitem__) in shares
    strange = [found(blueprint, key) for key in random_policies(2, 500)]
    assert strange.count(None) == len(strange)


def test_colliding_keys_are_stored_in_neighbouring_entries() -> None:
    plays = {which << 43 | 7: {which: 1.0} for which in range(1, 20, 2)}
    blueprint = blueprint_with(plays)
    assert [found(blueprint, key) for key in plays] == [{which: 1} for which in range(1, 20, 2)]


def test_the_most_visited_information_sets_are_stored() -> None:
    plays = {(key << 50) + 1: {0: float(key)} for key in range(1, 9)}
    blueprint = blueprint_with(plays, most=3)
    assert [found(blueprint, key) is not None for key in plays] == [False] * 5 + [True] * 3


def test_an_empty_blueprint_has_no_policies() -> None:
    assert found(NO_BLUEPRINT, 5) is None
    assert found(blueprint_with({}), 5) is None
    assert found(blueprint_with({5: {}}), 5) is None  # never played


PAGAT = RuleSet("pagat")


def written(
    folder: Path, rules: RuleSet = PAGAT, seats: int = 2, seed: int = 1
) -> tuple[Path, NDArray[np.uint64], BlueprintHeader]:
    """Return the file of a blueprint, a different one for every seed."""
    blueprint = blueprint_with(random_policies(seed, 50))
    header = write_blueprint(folder, rules, seats, blueprint, seed, {"rounds": 9}, "abc")
    return folder / f"{header.name}.blueprint", blueprint, header


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder that takes the place of the package's blueprints."""
    monkeypatch.setattr(policy_table, "_FOLDER", tmp_path)
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    for cached in (
        policy_table.blueprint_for,
        policy_table._cached_blueprint,
        policy_table._shipped,
    ):
        cached.cache_clear()


@pytest.mark.parametrize("number", [0, 1, 1000])
def test_a_written_blueprint_is_read_back(tmp_path: Path, number: int) -> None:
    blueprint = blueprint_with(random_policies(3, number))
    header = write_blueprint(tmp_path, RuleSet("dutch"), 4, blueprint, 7, {"rounds": 5}, "abc")
    path = tmp_path / "dutch-4.blueprint"
    assert (read_blueprint(path) == blueprint).all()
    assert read_header(path) == header
    assert (header.name, header.seats, header.seed, header.entries) == ("dutch-4", 4, 7, number)
    assert header.options["close_effect"] == "until_one_open"
    before = path.read_bytes()
    write_blueprint(tmp_path, RuleSet("dutch"), 4, blueprint, 7, {"rounds": 5}, "abc")
    assert path.read_bytes() == before


Damage = Callable[[bytes, bytes], bytes]


def with_head(**changed: object) -> Damage:
    def damage(head: bytes, packed: bytes) -> bytes:
        return json.dumps(json.loads(head) | changed).encode() + b"\n" + packed

    return damage


def repacked(change: Callable[[bytes], bytes]) -> Damage:
    """Replace the packed entries and correct the hash."""

    def damage(head: bytes, packed: bytes) -> bytes:
        other = lzma.compress(change(lzma.decompress(packed)))
        return with_head(sha256=hashlib.sha256(other).hexdigest())(head, other)

    return damage


NOT_A_BLUEPRINT = "is not in the format schwimmen-blueprint/1"
DAMAGED: dict[str, tuple[Damage, str]] = {
    "empty": (lambda head, packed: b"", NOT_A_BLUEPRINT),
    "not text": (lambda head, packed: b"\xff\x00" + packed, NOT_A_BLUEPRINT),
    "no JSON": (lambda head, packed: b"slots\n" + packed, NOT_A_BLUEPRINT),
    "a list": (lambda head, packed: b"[]\n" + packed, NOT_A_BLUEPRINT),
    "nested": (lambda head, packed: b"[" * 100_000 + b"\n" + packed, NOT_A_BLUEPRINT),
    "another format": (with_head(format="schwimmen-blueprint/2"), NOT_A_BLUEPRINT),
    "more": (with_head(colour="red"), NOT_A_BLUEPRINT),
    "less": (lambda head, packed: b'{"format": "schwimmen-blueprint/1"}\n', NOT_A_BLUEPRINT),
    "places in words": (with_head(places="many"), NOT_A_BLUEPRINT),
    "no options": (with_head(options=None), NOT_A_BLUEPRINT),
    "options in a row": (with_head(options=["hand_size"]), NOT_A_BLUEPRINT),
    "seats in words": (with_head(seats="two"), NOT_A_BLUEPRINT),
    "cut": (lambda head, packed: head + b"\n" + packed[:-9], "is damaged: its content does not"),
    "no entries": (lambda head, packed: head + b"\n", "is damaged: its content does not match"),
    "wrong hash": (with_head(sha256="0" * 64), "is damaged: its content does not match its hash"),
    "other places": (with_head(places=1 << 20), "is damaged: it cannot be unpacked"),
    "too many places": (with_head(places=1 << 40), "is damaged: it cannot be unpacked"),
    "no power of two": (with_head(places=100), "is damaged: it cannot be unpacked"),
    "all full": (with_head(entries=128), "is damaged: it cannot be unpacked"),
    "fewer": (with_head(entries=49), "is damaged: it cannot be unpacked"),
    "less than nothing": (with_head(entries=-1), "is damaged: it cannot be unpacked"),
    "shorter": (repacked(lambda raw: raw[:-1]), "is damaged: it cannot be unpacked"),
    "longer": (repacked(lambda raw: raw + b"x"), "is damaged: it cannot be unpacked"),
    "huge": (repacked(lambda raw: bytes(1 << 24)), "is damaged: it cannot be unpacked"),
    "others used": (repacked(lambda raw: b"\xff" * 16 + raw[16:]), "is damaged: it cannot be unp"),
}


@pytest.mark.parametrize(("damage", "reason"), DAMAGED.values(), ids=DAMAGED)
def test_damaged_and_foreign_files_are_named_and_refused(
    damage: Damage, reason: str, shipped: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, _, _ = written(shipped)
    head, _, packed = path.read_bytes().partition(b"\n")
    path.write_bytes(damage(head, packed))
    with pytest.raises(SchwimmenError) as refused:
        read_blueprint(path)
    assert str(refused.value).startswith(f"{path}: the blueprint {reason}")
    assert "\n" not in str(refused.value)
    with caplog.at_level(logging.ERROR):
        assert blueprint_for(PAGAT, 2) is NO_BLUEPRINT  # players go on without
        assert blueprint_for(PAGAT, 2) is NO_BLUEPRINT
    assert caplog.messages == [str(refused.value)]
    match = Match("pagat", players=2, seed=1)
    view = match.view(match.to_act)
    assert make_player("blueprint", 1).choose(view) in view.legal_actions


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    for read in (read_header, read_blueprint):
        with pytest.raises(SchwimmenError, match="nowhere: the blueprint cannot be read: No such"):
            read(tmp_path / "nowhere")
    with pytest.raises(SchwimmenError, match=r"pagat-2\.blueprint: the blueprint cannot be writt"):
        written(tmp_path / "nowhere")


def test_it_is_logged_once_if_all_blueprints_are_missing(
    shipped: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        for seats in (2, 3):
            assert blueprint_for(PAGAT, seats) is NO_BLUEPRINT
    assert caplog.messages == [f"{shipped}: the blueprints are missing; strong levels play weaker"]


def test_the_blueprint_that_fits_best_is_used(shipped: Path) -> None:
    made: dict[tuple[str, int], Any] = {}
    tables = [("pagat", 2), ("pagat", 4), ("pagat", 8), ("app-a7", 2), ("app-a9", 3), ("choy", 2)]
    for seed, (preset, seats) in enumerate(tables):
        made[preset, seats] = written(shipped, RuleSet(preset), seats, seed)[1]

    def used(rules: RuleSet, seats: int) -> tuple[str, int] | None:
        blueprint = blueprint_for(rules, seats)
        return next((table for table, its in made.items() if np.array_equal(its, blueprint)), None)

    for preset, seats in tables:
        assert used(RuleSet(preset), seats) == (preset, seats)
    assert used(RuleSet("gamerules"), 2) == ("pagat", 2)
    assert used(RuleSet("pagat", lives=7, tie_high_card=True), 2) == ("pagat", 2)
    fitting = [used(PAGAT, seats) for seats in (3, 5, 6, 7)]
    assert fitting == [("pagat", seats) for seats in (4, 4, 8, 8)]
    assert used(RuleSet("app-a9"), 5) == ("app-a9", 3)
    assert used(RuleSet("app-a9"), 2) == ("app-a7", 2)  # heads-up blueprints are separate
    assert used(RuleSet("dutch"), 2) is None
    assert used(RuleSet("choy"), 4) is None
    assert blueprint_for(RuleSet("choy"), 4) is NO_BLUEPRINT


def test_an_option_missing_from_a_header_counts_as_its_default(shipped: Path) -> None:
    path, blueprint, header = written(shipped)
    options = {name: value for name, value in header.options.items() if name != "closer_penalty"}
    head, _, packed = path.read_bytes().partition(b"\n")
    path.write_bytes(with_head(options=options)(head, packed))
    forget()
    assert np.array_equal(blueprint_for(PAGAT, 2), blueprint)
    assert blueprint_for(RuleSet("pagat", closer_penalty=True), 2) is NO_BLUEPRINT


def test_the_version_depends_on_the_blueprints(shipped: Path) -> None:
    def now() -> str:
        forget()
        return blueprints_version()

    none = now()
    written(shipped, seed=1)
    one = now()
    written(shipped, seed=2)
    other = now()
    written(shipped, seed=1)
    assert now() == one
    assert len({none, one, other}) == 3
    written(shipped, seats=3)
    assert now() not in {none, one, other}
