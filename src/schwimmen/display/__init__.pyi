from .rule_table import options_html, options_text
from .scene import Scene, SeatScene, scene_of
from .svg import render_svg
from .text import describe, render_text

__all__ = [
    "Scene",
    "SeatScene",
    "describe",
    "options_html",
    "options_text",
    "render_svg",
    "render_text",
    "scene_of",
]
