"""Representation of matches, rounds and views, drawn by ``schwimmen.display`` on first use."""

from __future__ import annotations


class Displayable:
    """Match, round or view: one line as ``repr``, the table as ``str``, a picture in a notebook."""

    __slots__ = ()

    def __repr__(self) -> str:
        from schwimmen.display import describe

        return describe(self)

    def __str__(self) -> str:
        from schwimmen.display import render_text, scene_of

        return render_text(scene_of(self))

    def _repr_svg_(self) -> str:
        from schwimmen.display import render_svg, scene_of

        return render_svg(scene_of(self))
