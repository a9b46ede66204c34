from .loss_frequencies import LossFrequencies as LossFrequencies
from .match_equity import EquityLookup as EquityLookup
from .match_equity import equities_before_round as equities_before_round
from .match_equity import equity as equity
from .match_equity import equity_after as equity_after
from .match_equity import equity_lookup as equity_lookup
from .match_equity import equity_row as equity_row
from .match_equity import match_state as match_state

__all__ = [
    "EquityLookup",
    "LossFrequencies",
    "equities_before_round",
    "equity",
    "equity_after",
    "equity_lookup",
    "equity_row",
    "match_state",
]
