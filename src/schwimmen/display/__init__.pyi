from .rule_table import options_html, options_text
from .scene import Scene, SeatScene, scene_of
from .svg import card_svg, render_svg
from .text import describe, render_text

__all__ = [
    "Scene",
    "SeatScene",
    "card_svg",
    "describe",
    "options_html",
    "options_text",
    "render_svg",
    "render_text",
    "scene_of",
]
