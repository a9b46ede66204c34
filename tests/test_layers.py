"""Layers: imports run one way, from the server down to the rules, and so inside each part."""

from __future__ import annotations

import pytest

from tests.layers import BELOW, FLOORS, LATE, SOURCES, imported, rooms_below, sources_of

ROOMS = [
    (part, room) for part, floors in FLOORS.items() for rooms in floors for room in sorted(rooms)
]


def imports_of(*names: str) -> set[tuple[str, str, bool]]:
    """Return the imports of a part or room from outside it, and whether they are late.

    Parts import parts, and rooms import rooms of their part.
    """
    *above, _ = ("schwimmen", *names)
    prefix = ".".join(above) + "."
    return {
        (path.relative_to(SOURCES).as_posix(), other.split(".")[len(above)], late)
        for path in sources_of(*names)
        for other, late in imported(path)
        if other.startswith(prefix)
    }


@pytest.mark.parametrize("part", BELOW)
def test_imports_run_one_way(part: str) -> None:
    found = imports_of(part)
    assert found, "a part imports at least itself"
    upward = {one for one in found if one[1] not in BELOW[part] | {part}}
    assert upward == {(name, other, True) for name, other in LATE if name.startswith(f"{part}/")}


def test_every_part_is_in_a_layer() -> None:
    assert {path.name for path in SOURCES.iterdir() if (path / "__init__.py").is_file()} == set(
        BELOW
    )


@pytest.mark.parametrize(("part", "room"), ROOMS)
def test_imports_inside_a_part_run_one_way(part: str, room: str) -> None:
    allowed = rooms_below(part, room) | {room}
    assert {one for one in imports_of(part, room) if one[1] not in allowed} == set()


@pytest.mark.parametrize("part", FLOORS)
def test_every_room_is_on_one_floor(part: str) -> None:
    modules = {path.stem for path in (SOURCES / part).glob("*.py")} - {"__init__"}
    folders = {path.parent.name for path in (SOURCES / part).glob("*/__init__.py")}
    rooms = [room for floor in FLOORS[part] for room in floor]
    assert sorted(rooms) == sorted(modules | folders)
