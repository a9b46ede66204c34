"""Evidence of how the players of a match play, from views."""

from __future__ import annotations

from typing import Final

import numpy as np

from schwimmen.rules import SchwimmenError, View, mask_of
from schwimmen.rules.core.rng import new_rng
from schwimmen.rules.core.state import RecordArray, rules_array
from schwimmen.rules.history import event_records
from schwimmen.rules.view_builder import record_of

from .blueprint.policy_table import blueprint_for
from .budget import SearchBudget
from .kernel import learn
from .policies import policy_for
from .search.determinization import starts_of
from .search.evidence import NO_EVIDENCE
from .search.redeal import IMPOSSIBLE
from .search.situation import new_search_space

NO_REAL_ROUND: Final = "the view does not belong to any round that can be played"
_LEAST: Final = SearchBudget(1, worlds=1, rollouts=1)


class MatchEvidence:
    """Evidence of the earlier rounds of a match, which grows with the views of its rounds.

    Another match may follow; only the evidence of the last one is kept.
    """

    def __init__(self) -> None:
        self._earlier: tuple[View, ...] = ()
        self._found = NO_EVIDENCE

    def before(self, view: View) -> RecordArray:
        """Return an array of the evidence of the rounds before that of a view.

        Raises ``SchwimmenError`` if one of them is no real round.
        """
        known, found = len(self._earlier), self._found
        if view.earlier[:known] != self._earlier:
            known, found = 0, NO_EVIDENCE
        for earlier in view.earlier[known:]:
            found = _with_round(found, earlier)
        self._earlier, self._found = view.earlier, found
        return found


def _with_round(evidence: RecordArray, view: View) -> RecordArray:
    """Return a copy of evidence with that of a round, by a spectator's view at its end."""
    events = event_records(view.history, view.rules.hand_size)
    space = new_search_space(_LEAST, len(events))
    found = evidence.copy()
    with np.errstate(over="ignore"):  # the generator wraps around
        decisions = learn(
            rules_array(view.rules),
            mask_of(view.rules.cards),
            record_of(view),
            events,
            len(events),
            starts_of(view),
            policy_for(view.rules, "master"),
            blueprint_for(view.rules, sum(seat.active for seat in view.seats)),
            new_rng(0),
            space.searches,
            space.rounds,
            space.actions,
            found,
        )
    if decisions == IMPOSSIBLE:
        raise SchwimmenError(NO_REAL_ROUND)
    return found
