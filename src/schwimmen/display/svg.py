"""Scenes as SVG pictures, with small cards of their own: no fonts, scripts, links or ids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

from schwimmen.rules import Card

from .scene import Scene, SeatScene, shorten
from .text import render_text

CARD_WIDTH: Final = 38
CARD_HEIGHT: Final = 54
CARD_GAP: Final = 6
PANEL_WIDTH: Final = 188
PANEL_HEIGHT: Final = 116
GAP: Final = 10
TITLE_HEIGHT: Final = 24

FELT: Final = "#1e5e42"
PANEL: Final = "#164833"
INK: Final = "#f4f1e6"
DIM: Final = "#b4cfc0"
GOLD: Final = "#ffcb47"
PAPER: Final = "#fcfbf6"
BLACK: Final = "#181a1e"
RED: Final = "#c81e2d"
BACK: Final = "#2c4680"
BACK_LINE: Final = "#7d97cf"

_SUITS: Final = {
    "C": "M7.8 9.5a4.5 4.5 0 1 1 8.4 0a4.6 4.6 0 1 1-3.4 8q0 3 2 4.5H9.2q2-1.5 2-4.5a4.6 4.6 0 1 1"
    "-3.4-8z",
    "S": "M12 2C5 8.5 2.5 11 2.5 14.5c0 4.5 6 5.5 8.7 2q0 4-2 5.5h5.6q-2-1.5-2-5.5c2.7"
    " 3.5 8.7 2.5 8.7-2C21.5 11 19 8.5 12 2z",
    "H": "M12 21C6 15 2.5 12 2.5 7.8c0-5.5 7.5-6.5 9.5-1 2-5.5 9.5-4.5 9.5 1C21.5 12 18 15 12 21z",
    "D": "M12 1.5L19.5 12 12 22.5 4.5 12z",
}
"""Signs of the suits in a square of 24."""


def render_svg(scene: Scene) -> str:
    """Return a scene as one SVG element of less than 20 kB.

    The bottom seat sits at the lower edge and the others clockwise from its left around the table
    cards; two seats sit side by side. The seat to act has a golden frame. The text of the scene is
    the description for screen readers.
    """
    grid = _grid(scene)
    columns = max(map(len, grid))
    width = GAP + columns * (PANEL_WIDTH + GAP)
    heading = escape(shorten(_heading(scene), width // 8))
    height = TITLE_HEIGHT + GAP + len(grid) * (PANEL_HEIGHT + GAP)
    parts = [
        f'<rect width="{width}" height="{height}" rx="10" fill="{FELT}"/>'
        f'<text x="{width / 2:g}" y="22" text-anchor="middle" font-weight="bold">'
        f"{heading}</text>"
    ]
    for row, cells in enumerate(grid):
        x = (width - len(cells) * (PANEL_WIDTH + GAP) + GAP) / 2
        y = TITLE_HEIGHT + GAP + row * (PANEL_HEIGHT + GAP)
        for seat in cells:
            inner = _table(scene) if seat is None else _panel(scene.seats[seat])
            parts.append(f'<g transform="translate({x:g} {y})">{"".join(inner)}</g>')
            x += PANEL_WIDTH + GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" style="max-width:100%;height:auto" role="img" fill="{INK}" '
        f'font-family="system-ui,sans-serif" font-size="13">'
        f"<title>{escape(_heading(scene))}</title><desc>{escape(render_text(scene))}</desc>"
        f"{''.join(parts)}</svg>"
    )


def card_svg(card: Card | None, x: float = 0, y: float = 0) -> str:
    """Return a card, or the back of one for ``None``, as an SVG group of less than 1 kB.

    Its upper left corner is at ``x`` and ``y``, its size ``CARD_WIDTH`` times ``CARD_HEIGHT``. The
    group around it sets the font of the rank: bold, of size 18, anchored in the middle.
    """
    place = f'<g transform="translate({x:g} {y:g})">'
    paper = f'<rect width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="5" fill='
    if card is None:
        lines = "M6 6h26v42H6zM6 20l13-14 13 14M6 34l13-14 13 14M6 48l13-14 13 14"
        return f'{place}{paper}"{BACK}"/><path d="{lines}" fill="none" stroke="{BACK_LINE}"/></g>'
    rank = "10" if card.rank == "T" else card.rank
    return (
        f'{place}{paper}"{PAPER}"/><g fill="{RED if card.suit in "HD" else BLACK}">'
        f'<text x="19" y="21">{rank}</text>'
        f'<path transform="translate(7 26)" d="{_SUITS[card.suit]}"/></g></g>'
    )


def _heading(scene: Scene) -> str:
    return f"{scene.title}: {scene.status}"


def _grid(scene: Scene) -> list[list[int | None]]:
    """Return the seats in rows from the top, ``None`` for the table cards."""
    seats = len(scene.seats)
    if seats == 2:
        return [[scene.bottom, None, 1 - scene.bottom]]
    others = [(scene.bottom + step) % seats for step in range(1, seats)]
    side = 1 if len(others) < 8 else 2
    left, top, right = others[:side], others[side : seats - 1 - side], others[seats - 1 - side :]
    rows: list[list[int | None]] = [[*top], [*left[::-1], None, *right], [scene.bottom]]
    return [row for row in rows if row]


def _panel(seat: SeatScene) -> Iterator[str]:
    edge = f' stroke="{GOLD}" stroke-width="3"' if seat.to_act else ""
    yield f'<rect width="{PANEL_WIDTH}" height="{PANEL_HEIGHT}" rx="8" fill="{PANEL}"{edge}/>'
    yield _clipped(100, 26, 'y="19" font-weight="bold"', seat.name)
    yield _text(seat.score, 'x="178" y="19" text-anchor="end"')
    yield _card_row(seat.cards, 28)
    yield _clipped(140, 110, f'y="103" fill="{DIM}"', ", ".join(seat.notes))
    yield _text(seat.value, 'x="178" y="103" text-anchor="end" font-weight="bold"')


def _table(scene: Scene) -> Iterator[str]:
    yield _card_row(scene.table, 22)
    counts = f"talon {scene.talon}" + f", aside {scene.aside}" * bool(scene.aside)
    yield _text(counts, f'x="94" y="{96 if scene.table else 64}" text-anchor="middle" fill="{DIM}"')


def _text(text: str, attributes: str) -> str:
    return f"<text {attributes}>{escape(text)}</text>" if text else ""


def _clipped(width: int, height: int, attributes: str, text: str) -> str:
    """Return a text that is cut at a width, for any font."""
    inner = _text(text, attributes)
    return f'<svg x="10" width="{width}" height="{height}">{inner}</svg>' if text else ""


def _card_row(cards: Sequence[Card | None], y: int) -> str:
    step = CARD_WIDTH + CARD_GAP
    x = (PANEL_WIDTH - step * len(cards) + CARD_GAP) / 2
    drawn = "".join(card_svg(card, x + place * step, y) for place, card in enumerate(cards))
    style = 'font-size="18" font-weight="bold" text-anchor="middle"'
    return f"<g {style}>{drawn}</g>" if cards else ""
