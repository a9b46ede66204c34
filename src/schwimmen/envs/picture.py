"""Rendering of a scene as an image, with Pillow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from schwimmen.rules import Card, card_name

from .scene import Scene, SceneSeat

Colour: TypeAlias = tuple[int, int, int]

SCALE: Final = 2  # factor of supersampling, for smooth edges

FELT: Final = (30, 94, 66)
PANEL: Final = (22, 72, 51)
LIGHT: Final = (244, 241, 230)
DIM: Final = (168, 196, 180)
GOLD: Final = (255, 203, 71)
PAPER: Final = (252, 251, 246)
EDGE: Final = (60, 66, 62)
BACK: Final = (44, 70, 128)
BACK_LIGHT: Final = (96, 124, 184)
BLACK: Final = (24, 26, 30)
RED: Final = (200, 30, 45)

CARD: Final = (58, 82)
SEAT: Final = (196, 148)
GAP: Final = 12
MIDDLE: Final = 132  # height of the row with the table cards
MAX_ABREAST: Final = 4


def draw_scene(scene: Scene) -> NDArray[np.uint8]:
    """Return an image of a scene as an array of shape (height, width, 3).

    The viewer is at the bottom, the others clockwise from the left; the seat to act has a bright
    frame. The size depends on the number of seats.
    """
    seats = len(scene.seats)
    others = [(scene.bottom + step) % seats for step in range(1, seats)]
    rows = [others] if len(others) <= MAX_ABREAST else _halves(others)
    width = GAP + max(3, *map(len, rows)) * (SEAT[0] + GAP)
    height = GAP + (len(rows) + 1) * (SEAT[1] + GAP) + MIDDLE + GAP
    image = Image.new("RGB", (width * SCALE, height * SCALE), FELT)
    pen = _Pen(image)
    top = GAP
    for row in rows:
        _draw_row(pen, scene, row, width, top)
        top += SEAT[1] + GAP
    _draw_middle(pen, scene, width, top)
    _draw_row(pen, scene, [scene.bottom], width, top + MIDDLE + GAP)
    return np.array(image.reduce(SCALE), np.uint8)


def _halves(others: list[int]) -> list[list[int]]:
    half = (len(others) + 1) // 2
    return [others[:half], others[half:]]


class _Pen:
    """Drawing on the large image with coordinates of the reduced one."""

    def __init__(self, image: Image.Image) -> None:
        self._image = image
        self._draw = ImageDraw.Draw(image)

    def box(
        self, at: tuple[float, float], size: tuple[int, int], fill: Colour, edge: Colour, line: int
    ) -> None:
        x, y = at
        self._draw.rounded_rectangle(
            [_large(x), _large(y), _large(x + size[0]) - 1, _large(y + size[1]) - 1],
            radius=_large(6),
            fill=fill,
            outline=edge,
            width=_large(line),
        )

    def text(
        self, at: tuple[float, float], text: str, size: int, fill: Colour, anchor: str = "lm"
    ) -> None:
        self._draw.text((_large(at[0]), _large(at[1])), text, fill, _font(size), anchor)

    def card(self, at: tuple[float, float], card: Card | None) -> None:
        """Draw a card, or a card back for ``None``."""
        picture, mask = _card(card)
        self._image.paste(picture, (_large(at[0]), _large(at[1])), mask)

    def cards(self, middle: float, y: float, cards: Sequence[Card | None], step: float) -> None:
        """Draw cards in a row around its middle, ``step`` apart."""
        x = middle - (CARD[0] + step * (len(cards) - 1)) / 2
        for place, card in enumerate(cards):
            self.card((x + place * step, y), card)


def _draw_row(pen: _Pen, scene: Scene, seats: Sequence[int], width: int, top: int) -> None:
    x = (width - len(seats) * (SEAT[0] + GAP) + GAP) / 2
    for seat in seats:
        _draw_seat(pen, scene, scene.seats[seat], x, top)
        x += SEAT[0] + GAP


def _draw_seat(pen: _Pen, scene: Scene, seat: SceneSeat, x: float, y: float) -> None:
    pen.box((x, y), SEAT, PANEL, GOLD if seat.to_act else EDGE, 3 if seat.to_act else 1)
    right = x + SEAT[0] - 12
    score = f"{seat.score} {scene.score_unit}"
    if seat.score == "1":
        score = score.removesuffix("s")
    if seat.cards == ():
        score = "out"
    colour = GOLD if seat.to_act else LIGHT
    room = SEAT[0] - 32 - _font(13).getlength(score) / SCALE
    pen.text((x + 12, y + 17), _fit(seat.name, room), 15, colour)
    pen.text((right, y + 17), score, 13, DIM, "rm")
    if seat.cards == ():
        return
    cards: Sequence[Card | None] = seat.cards or [None] * scene.hand_size
    pen.cards(x + SEAT[0] / 2, y + 34, cards, 43 if scene.hand_size > 3 else 60)
    pen.text((x + 12, y + 131), f"value {seat.value}" if seat.value != "?" else "", 13, LIGHT)
    pen.text((right, y + 131), ", ".join(seat.marks), 13, GOLD, "rm")


def _draw_middle(pen: _Pen, scene: Scene, width: int, top: int) -> None:
    middle, y = width / 2, top + (MIDDLE - CARD[1]) / 2 - 8
    below = y + CARD[1] + 14
    if scene.table:
        pen.cards(middle, y, scene.table, CARD[0] + 8)
    else:
        pen.text((middle, y + CARD[1] / 2), "table not turned up yet", 15, DIM, "mm")
    if scene.over:
        pen.text((middle, below), "round over", 15, GOLD, "mm")
    half = (CARD[0] + (scene.hand_size - 1) * (CARD[0] + 8)) / 2
    side = (middle + half + width) / 2
    for x, number, word in (
        (width - side, scene.talon, "in the talon"),
        (side, scene.aside, "laid aside"),
    ):
        if number:
            pen.card((x - CARD[0] / 2, y), None)
        pen.text((x, below), f"{number} {word}", 13, DIM, "mm")


def _large(measure: float) -> int:
    return round(measure * SCALE)


@lru_cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size * SCALE)


def _fit(text: str, room: float) -> str:
    """Return a text, cut to the width ``room``."""
    if _font(15).getlength(text) <= room * SCALE:
        return text
    while text and _font(15).getlength(f"{text}…") > room * SCALE:
        text = text[:-1]
    return f"{text}…"


@lru_cache(maxsize=64)
def _card(card: Card | None) -> tuple[Image.Image, Image.Image]:
    """Return the image of a card, or of a card back, and the mask of its rounded corners."""
    size = _large(CARD[0]), _large(CARD[1])
    corners = [0, 0, size[0] - 1, size[1] - 1]
    mask = Image.new("L", size, 0)
    ImageDraw.Draw(mask).rounded_rectangle(corners, _large(5), 255)
    picture = Image.new("RGB", size, PAPER if card is not None else BACK)
    draw = ImageDraw.Draw(picture)
    if card is None:
        for at in range(-size[1], size[0], _large(7)):
            draw.line([at, 0, at + size[1], size[1]], BACK_LIGHT, 2)
            draw.line([at + size[1], 0, at, size[1]], BACK_LIGHT, 2)
        draw.rounded_rectangle(corners, _large(5), outline=PAPER, width=_large(3))
    else:
        name = card_name(card)
        rank, suit = name[0], name[1]
        colour = RED if suit in "HD" else BLACK
        rank = "10" if rank == "T" else rank
        draw.text((_large(5), _large(14)), rank, colour, _font(21), "lm")
        _SUITS[suit](draw, _large(13), _large(34), _large(8), colour)
        _SUITS[suit](draw, size[0] * 0.6, size[1] * 0.68, _large(16), colour)
    draw.rounded_rectangle(corners, _large(5), outline=EDGE, width=2)
    return picture, mask


Shape: TypeAlias = Callable[[ImageDraw.ImageDraw, float, float, float, Colour], None]


def _round(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, fill: Colour) -> None:
    draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill)


def _diamond(draw: ImageDraw.ImageDraw, x: float, y: float, half: float, fill: Colour) -> None:
    wide = half * 0.74
    draw.polygon([(x, y - half), (x + wide, y), (x, y + half), (x - wide, y)], fill)


def _heart(
    draw: ImageDraw.ImageDraw, x: float, y: float, half: float, fill: Colour, way: int = 1
) -> None:
    """Draw a heart, or with ``way`` -1 one upside down, for spades."""
    radius = half * 0.5
    shoulder = y - way * half * 0.36
    for side in (-1, 1):
        _round(draw, x + side * radius * 0.92, shoulder, radius, fill)
    edge = half * 0.92
    low = shoulder + way * half * 0.16
    draw.polygon([(x - edge, low), (x + edge, low), (x, y + way * half)], fill)


def _stem(draw: ImageDraw.ImageDraw, x: float, y: float, half: float, fill: Colour) -> None:
    foot = half * 0.42
    draw.polygon([(x, y), (x + foot, y + half), (x - foot, y + half)], fill)


def _spade(draw: ImageDraw.ImageDraw, x: float, y: float, half: float, fill: Colour) -> None:
    _heart(draw, x, y - half * 0.08, half * 0.94, fill, way=-1)
    _stem(draw, x, y + half * 0.1, half * 0.9, fill)


def _club(draw: ImageDraw.ImageDraw, x: float, y: float, half: float, fill: Colour) -> None:
    radius = half * 0.44
    for left, up in ((0, 0.52), (-0.5, -0.18), (0.5, -0.18)):
        _round(draw, x + left * half, y - up * half, radius, fill)
    _round(draw, x, y, radius * 0.6, fill)
    _stem(draw, x, y, half, fill)


_SUITS: Final[dict[str, Shape]] = {"C": _club, "S": _spade, "H": _heart, "D": _diamond}
