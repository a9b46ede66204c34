"""The player who plays what was learnt beforehand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..player import check_to_act, random_from

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from schwimmen.rules import View


class BlueprintPlayer:
    """Looks its play up, and draws where it is a mixture; it does not look ahead."""

    name = "blueprint"

    def __init__(self, seed: int | None = None, slots: NDArray[np.uint64] | None = None) -> None:
        """``slots`` are looked up in place of those that fit the rules best."""
        self._random = random_from(seed)
        self._slots = slots

    def choose(self, view: View) -> str:
        import numpy as np

        from schwimmen.rules import mask_of
        from schwimmen.rules.hands import numbers_of
        from schwimmen.rules.stream import stream

        from ..greedy import keep_from
        from ..seen import seen_round
        from .file import slots_for
        from .playing import blueprint_or_greedy

        check_to_act(view)
        slots = self._slots
        if slots is None:
            slots = slots_for(view.rules, sum(seat.active for seat in view.seats))
        with np.errstate(over="ignore"):  # the stream wraps around, which is told if not compiled
            number = blueprint_or_greedy(
                numbers_of(view.rules)[0],
                seen_round(view)[0],
                mask_of(choice.number for choice in view.choices),
                slots,
                keep_from(view.rules),
                stream(self._random.getrandbits(64)),
            )
        return next(choice.action for choice in view.choices if choice.number == number)
