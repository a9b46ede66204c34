"""Who is called what at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.quoting import shown
from schwimmen.tables import Chance

CAST: Final = (
    "Berta", "Karl", "Emma", "Fritz", "Frieda", "Otto", "Ida", "Paul",
    "Hanna", "Max", "Lotte", "Emil", "Greta", "Hugo", "Wim", "Saskia",
)  # fmt: skip
"""What bots are called that nobody has named."""

LONGEST_NAME: Final = 40
"""Characters of the longest name."""


def names_for(asked: Sequence[str], chance: Chance) -> list[str]:
    """What everybody is called, seat by seat; seat 0 is the player's, the others are bots'.

    Raises ``SchwimmenError`` for what is no name, and where two have the same.
    """
    names = [_name(name, seat) for seat, name in enumerate(asked)]
    names[0] = names[0] or "Player"
    taken: set[str] = set()
    for seat, name in enumerate(names):
        if name.casefold() in taken:
            line = f"name: there is another {shown(name)} at this table"
            raise SchwimmenError(line, "name_taken", name=name, seat=seat)
        if name:
            taken.add(name.casefold())
    others = [name for name in CAST if name.casefold() not in taken]
    chance.shuffle(others)
    free = iter(others)
    # There are more of them than any game has seats; what is larger is refused by the rules.
    return [name or next(free, "") for name in names]


def _name(asked: str, seat: int) -> str:
    name = " ".join(asked.split())
    if len(name) > LONGEST_NAME:
        line = f"name: it has {LONGEST_NAME} characters at most"
    elif not name.isprintable():
        line = "name: only letters, digits and other visible characters, please"
    else:
        return name
    raise SchwimmenError(line, "bad_name", seat=seat, longest=LONGEST_NAME)
