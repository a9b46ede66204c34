"""The human-like levels as players: the same compiled judgement, from a view."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import SystemRandom
from typing import TYPE_CHECKING

from schwimmen.rules.errors import whole_number

from .player import check_to_act

if TYPE_CHECKING:
    from schwimmen.rules import View
    from schwimmen.rules.stream import Stream


class HumanPlayer:
    """Plays like a person of a level (``beginner``, ``casual`` or ``club``), slips included.

    With the same ``seed`` it plays the same again; without one chance comes from the system.
    """

    def __init__(self, level: str, seed: int | None = None) -> None:
        self.name = level
        given = SystemRandom().getrandbits(64) if seed is None else seed
        self._seed = whole_number("seed", given)

    def choose(self, view: View) -> str:
        import numpy as np

        from schwimmen.rules import mask_of
        from schwimmen.rules.hands import numbers_of

        from .policies import policies_of, policy_action
        from .seen import seen_round

        check_to_act(view)
        with np.errstate(over="ignore"):  # the stream wraps around, which is told if not compiled
            number = policy_action(
                numbers_of(view.rules)[0],
                seen_round(view)[0],
                mask_of(choice.number for choice in view.choices),
                policies_of(view.rules, [self.name]),
                0,
                self._numbers,
            )
        return next(choice.action for choice in view.choices if choice.number == number)

    def reasons(self, view: View) -> Mapping[str, float]:
        """What every legal action is worth to this level when nothing slips its mind.

        In points of a hand: those that the action leaves, more for what may become of them and for
        closing with more than enough, less for what the next player is given. A hand that ends the
        round as the best is worth 100 more, closing when another is known to have less 50 more,
        and when all others are known to have more 50 less.

        >>> from schwimmen.rules import Match
        >>> match = Match("pagat", players=2, seed=2)
        >>> match.play("keep")
        >>> view = match.view(match.to_act)
        >>> reasons = HumanPlayer("club").reasons(view)
        >>> tuple(reasons) == view.legal_actions
        True
        """
        import numpy as np

        from schwimmen.rules import mask_of, number_of_actions
        from schwimmen.rules.hands import numbers_of

        from .characters import character_of
        from .human_action import judge
        from .seen import seen_round

        check_to_act(view)
        worths = np.zeros(number_of_actions(view.rules.hand_size))
        judge(
            numbers_of(view.rules)[0],
            seen_round(view)[0],
            mask_of(choice.number for choice in view.choices),
            character_of(self.name, view.rules),
            worths,
        )
        return {choice.action: float(worths[choice.number]) for choice in view.choices}

    @cached_property
    def _numbers(self) -> Stream:
        from schwimmen.rules.stream import stream

        return stream(self._seed)
